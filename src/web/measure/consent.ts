const KEY = 'analytics_consent'
const MONTHS_12 = 365 * 24 * 60 * 60 * 1000

type Choice = 'yes' | 'no'

/** Do Not Track and Global Privacy Control override everything, even earlier consent. */
export function isBlockedByBrowser(): boolean {
  const said = navigator as Navigator & { globalPrivacyControl?: boolean }
  return said.globalPrivacyControl === true || navigator.doNotTrack === '1'
}

/** The choice made within the last twelve months. */
export function rememberedChoice(): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { choice: Choice; at: number } | null
    return kept && Date.now() - kept.at < MONTHS_12 ? kept.choice : null
  } catch {
    return null
  }
}

export function saveChoice(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ choice, at: Date.now() }))
  } catch {
    // Without storage, the question is asked again.
  }
}

/** Asks at the end of the page's content: it covers nothing, takes no focus, and both buttons look the same. */
export function ask(onChoice: (choice: Choice) => void): void {
  if (document.getElementById('consent')) return
  const box = document.createElement('section')
  box.id = 'consent'
  box.className = 'consent'
  box.setAttribute('aria-labelledby', 'consent-title')
  const title = document.createElement('h2')
  title.id = 'consent-title'
  title.textContent = 'Can we use analytics?'
  const text = document.createElement('p')
  text.textContent = "We'd like to use Google Analytics to learn which pages help. It stays off unless you accept. Applications are never tracked."
  const answers = document.createElement('p')
  answers.append(answerButton('Accept', 'yes'), answerButton('Reject', 'no'))
  box.append(title, text, answers)
  document.querySelector('.site-footer')!.before(box)

  function answerButton(words: string, choice: Choice): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button quiet'
    button.textContent = words
    button.addEventListener('click', () => {
      saveChoice(choice)
      box.remove()
      onChoice(choice)
    })
    return button
  }
}

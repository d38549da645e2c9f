import { countInWords, FILTERS, isFiltered, isMatch, NO_MATCH, readFilters, type Card, type Filters } from '#contract/openings.ts'

const PAUSE = 150

/** The list follows the form as it's used, and the address says what is shown. */
export function makeSearch(): void {
  const box = document.querySelector<HTMLElement>('.search-openings')
  const form = box?.querySelector('form')
  if (!box || !form) return
  let whole: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  form.classList.add('live')

  /** A page loaded with filters has only those cards; the first change loads the rest. */
  function haveAll(): Promise<void> {
    whole ??= box!.dataset['part'] === undefined ? Promise.resolve() : fetchAll(box!)
    return whole
  }

  async function apply() {
    const filters = readFilters(new URLSearchParams(new FormData(form!) as unknown as Record<string, string>))
    await haveAll()
    show(box!, filters)
    const query = new URLSearchParams(FILTERS.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]))
    history.replaceState(history.state, '', query.size > 0 ? `/?${query}` : '/')
  }

  // Where the rest can't be fetched, the form itself still works.
  const follow = () => void apply().catch(() => form.submit())
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(follow, PAUSE)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    follow()
  })
}

async function fetchAll(box: HTMLElement): Promise<void> {
  const response = await fetch('/')
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  box.querySelector('.groups')!.replaceWith(page.querySelector('.groups')!)
  markApplied()
}

function show(box: HTMLElement, filters: Filters): void {
  let shown = 0
  for (const group of box.querySelectorAll<HTMLElement>('.group')) {
    const department = group.dataset['department'] ?? ''
    let members = 0
    for (const card of group.querySelectorAll<HTMLElement>('.role-card')) {
      const isShown = isMatch(cardOf(card, department), filters)
      card.hidden = !isShown
      members += Number(isShown)
    }
    group.hidden = members === 0
    const count = group.querySelector('h3 span')
    if (count) count.textContent = String(members)
    shown += members
  }
  box.querySelector('[role=status]')!.textContent = countInWords(shown, Number(box.dataset['all']))
  const none = box.querySelector<HTMLElement>('.no-match')!
  none.hidden = shown > 0
  none.textContent = shown > 0 ? '' : NO_MATCH
  box.querySelector('.count-openings a[href="/#openings"]')?.toggleAttribute('hidden', !isFiltered(filters))
}

function cardOf(card: HTMLElement, department: string): Card {
  const { shift = '', states = '' } = card.dataset
  return { text: `${card.textContent} ${department}`, department, shift, states: states.split(' ') }
}

/** Marks the cards this browser has applied for. */
export function markApplied(): void {
  const ids = /(?:^|; )applied=([\d.]+)/.exec(document.cookie)?.[1]?.split('.') ?? []
  for (const id of ids) {
    const more = document.querySelector(`.role-card .more[href="/roles/${id}"]`)
    if (!more || more.parentElement!.querySelector('.applied')) continue
    const mark = document.createElement('span')
    mark.className = 'applied'
    mark.textContent = 'Applied'
    more.before(mark)
  }
}

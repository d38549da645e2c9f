/** The last focused element; `around`: its ancestors, innermost first. */
type FocusPosition = { at: Element; name: string; around: Element[] }

const PAGE = 'main, header'
/** Excluded, because the header of a dialog would match `PAGE`. */
const DIALOG = '[role="dialog"]'
const LOADING_MS = 3000
const ROWS = 'tr, li, article'
const CONTROLS = 'a, button, input, select, textarea'
const PARTS = 'form, section, article, [role="region"], main'

/**
 * Keeps keyboard users from losing their place when the focused element goes away: a dialog or message closes, a row leaves the list, a button is disabled. Focus
 * returns to the previously focused element, one with the same name, or the part of the page around it. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Element | null = null
  let place: FocusPosition | null = null
  let frame = 0
  let [stopgap, until]: [Element | null, number] = [null, 0]

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    last = target
    if (target !== stopgap && target.closest(PAGE) && !target.closest(DIALOG)) place = { at: target, name: nameOf(target), around: ancestorsOf(target) }
  }

  function restore(): void {
    frame = 0
    const at = document.activeElement
    // A disabled button loses the focus slightly later.
    if (at !== null && at === last && !isUsable(at)) return look()
    const isLost = (at === null || at === document.body) && last !== null && !isUsable(last)
    // The next screen, such as the next applicant, may still be loading.
    const isWaiting = at !== null && at === stopgap && performance.now() < until
    if (!place || (!isLost && !isWaiting)) return
    const home = focusTarget(place)
    // Don't move anyone who has scrolled since then.
    if (home) return focusOn(home, home === place.at)
    if (!isLost) return
    ;[stopgap, until] = [enclosingPart(place), performance.now() + LOADING_MS]
    focusOn(stopgap, true)
  }

  // By two frames later, anything that takes focus on its own, such as the next dialog, has taken it.
  const look = () => void (frame ||= requestAnimationFrame(() => (frame = requestAnimationFrame(restore))))
  const end = watch(remember, look)
  return () => (cancelAnimationFrame(frame), end())
}

function watch(remember: (event: FocusEvent) => void, look: () => void): () => void {
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

/** The same element, or the nearest one with the same name. */
function focusTarget({ at, name, around }: FocusPosition): Element | undefined {
  if (isUsable(at)) return at
  const isAlike = (one: Element) => name !== '' && nameOf(one) === name && isUsable(one)
  for (const one of around.filter((each) => each.isConnected && each.closest(PAGE))) {
    const alike = [...one.querySelectorAll(at.tagName)].find(isAlike)
    // The same button in another row would act on something else.
    if (alike || one.matches(ROWS)) return alike ?? [...one.querySelectorAll(CONTROLS)].find(isUsable)
  }
  return undefined
}

const enclosingPart = ({ around }: FocusPosition) => around.find((one) => one.isConnected)?.closest(PARTS) ?? document.getElementById('main')

function focusOn(home: Element | null, preventScroll: boolean): void {
  if (!(home instanceof HTMLElement)) return
  if (home.matches(PARTS) && !home.hasAttribute('tabindex')) home.tabIndex = -1
  home.focus({ preventScroll })
}

const isUsable = (one: Element) => one.isConnected && !one.matches(':disabled') && one.checkVisibility()

function nameOf(one: Element): string {
  const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent
  return (one.getAttribute('aria-label') ?? label ?? '').trim()
}

function ancestorsOf(one: Element): Element[] {
  return one.parentElement ? [one.parentElement, ...ancestorsOf(one.parentElement)] : []
}

const FOCUS = 'focus-tab'
const STEPS: Record<string, (place: number, count: number) => number> = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Turns the links between a role's two pages into tabs: arrow keys move between them, and each keeps its own URL. */
export function makeTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll('a')]
  const panel = document.getElementById('panel')
  if (!panel) return
  list.setAttribute('role', 'tablist')
  for (const tab of tabs) {
    const isSelected = tab.hasAttribute('aria-current')
    tab.removeAttribute('aria-current')
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    if (!isSelected) continue
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    if (takeFlag()) tab.focus()
  }
  list.addEventListener('keydown', (event) => move(event, tabs))
}

function move(event: KeyboardEvent, tabs: HTMLAnchorElement[]): void {
  const place = tabs.indexOf(event.target as HTMLAnchorElement)
  const step = STEPS[event.key]
  if (place < 0 || !step) return
  event.preventDefault()
  const next = tabs[step(place, tabs.length)]!
  if (next === event.target) return
  sessionStorage.setItem(FOCUS, 'yes')
  next.click()
}

function takeFlag(): boolean {
  const isSet = sessionStorage.getItem(FOCUS) !== null
  sessionStorage.removeItem(FOCUS)
  return isSet
}

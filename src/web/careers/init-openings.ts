const DELAY = 100

/** When arriving from 'Back to Careers', scrolls to the openings and focuses them; the browser's own Back keeps its position. */
export function initOpenings(): void {
  retryWithoutReload()
  keepSearch()
  const heading = document.getElementById('openings')
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!heading || location.hash !== '#openings' || entry?.type === 'back_forward') return
  setTimeout(() => {
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, DELAY)
}

const SEARCH = 'openings_search'

/** Makes 'Back to Careers' return to the search that found the role, also from the role's form. */
function keepSearch(): void {
  const back = document.querySelector<HTMLAnchorElement>('.role .back a')
  const from = document.referrer && new URL(document.referrer)
  if (!back || !from || from.origin !== location.origin) return
  try {
    if (from.pathname === '/') sessionStorage.setItem(SEARCH, from.search)
    back.search = sessionStorage.getItem(SEARCH) ?? ''
  } catch {
    // This browser doesn't let pages store anything.
    if (from.pathname === '/') back.search = from.search
  }
}

/** The Retry link is the page's own URL, which browsers don't reload because of the fragment. */
function retryWithoutReload(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-retry]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      location.reload()
    })
  }
}

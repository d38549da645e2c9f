const DELAY = 100

/** Coming from 'Back to Careers', the openings are scrolled to and take the focus; a browser's own Back keeps its place. */
export function arriveAtOpenings(): void {
  retryInPlace()
  keepSearch()
  const heading = document.getElementById('openings')
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!heading || location.hash !== '#openings' || entry?.type === 'back_forward') return
  setTimeout(() => {
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, DELAY)
}

/** 'Back to Careers' leads to the search that the role was found with. */
function keepSearch(): void {
  const back = document.querySelector<HTMLAnchorElement>('.role .back a')
  const from = document.referrer && new URL(document.referrer)
  if (back && from && from.origin === location.origin && from.pathname === '/') back.search = from.search
}

/** The Retry link leads to the page itself, which a browser would not load again because of its fragment. */
function retryInPlace(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-retry]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault()
      location.reload()
    })
  }
}

const PAUSE = 150

type ScrollState = { more: string[]; y: number }
/** The lists expanded since the search, and the scroll position when a link was followed. */
const savedState = (): ScrollState => ({ more: [], y: 0, ...(history.state as ScrollState | null) })

/** Updates the list as the form is used; results come from the server, the same as without a script. */
export function makeSearch(): void {
  const box = document.querySelector<HTMLElement>('.search-openings')
  const form = box?.querySelector('form')
  if (!box || !form) return
  form.classList.add('live')
  watchForm(box, form)
  box.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.results a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!link.matches('.unfold')) return history.replaceState({ ...savedState(), y: scrollY }, '')
    event.preventDefault()
    void show(link).catch(() => (location.href = link.href))
  })
  void restoreExpanded(box)
}

function watchForm(box: HTMLElement, form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: URLSearchParams
  async function follow() {
    const mine = (last = new URLSearchParams([...new FormData(form)].filter(([, value]) => String(value).trim() !== '') as [string, string][]))
    const search = mine.size > 0 ? `?${mine}` : ''
    history.replaceState(null, '', `/${search}`)
    box.ariaBusy = 'true'
    const found = await fetchOpenings(search)
    if (mine !== last) return
    box.ariaBusy = null
    for (const part of ['[role=status]', '.links', '.results']) box.querySelector(part)!.replaceChildren(...found.querySelector(part)!.childNodes)
    markApplied()
  }
  // If fetching fails, the form itself still works.
  const followOrSubmit = () =>
    void follow().catch(() => {
      box.ariaBusy = null
      form.classList.remove('live')
    })
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(followOrSubmit, PAUSE)
  })
  form.addEventListener('submit', (event) => {
    clearTimeout(timer)
    if (!form.classList.contains('live')) return
    event.preventDefault()
    followOrSubmit()
  })
}

async function fetchOpenings(search: string): Promise<Document> {
  const response = await fetch(`/openings${search}`)
  if (!response.ok) throw new Error(String(response.status))
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** The first new opening takes the link's place; the browser would otherwise keep what's below in place and scroll past them all. */
async function show(link: HTMLAnchorElement): Promise<void> {
  const shown = link.parentElement!.querySelectorAll('.role-card').length
  const more = await fetchGroup(link)
  const { top } = link.getBoundingClientRect()
  expandGroup(link, more)
  history.replaceState({ ...savedState(), more: [...savedState().more, link.search] }, '')
  const card = more.querySelectorAll<HTMLElement>('.role-card')[shown]
  if (!card) return
  scrollBy(0, card.getBoundingClientRect().top - top)
  card.querySelector<HTMLElement>(':is(h3, h4) a')?.focus({ preventScroll: true })
}

async function fetchGroup(link: HTMLAnchorElement): Promise<HTMLElement> {
  return (await fetchOpenings(link.search)).querySelector<HTMLElement>('.group')!
}

/** A full group replaces its first few openings; the next part of a list goes below what's shown. */
function expandGroup(link: HTMLAnchorElement, more: HTMLElement): void {
  const group = link.parentElement!
  if (link.dataset['more'] !== undefined) more.querySelector('.roles')!.prepend(...group.querySelectorAll('.role-card'))
  group.replaceWith(more)
  markApplied()
}

/** When coming back to the page, expands the same lists and restores the scroll position. */
async function restoreExpanded(box: HTMLElement): Promise<void> {
  const { more, y } = savedState()
  for (const search of more) {
    const link = [...box.querySelectorAll<HTMLAnchorElement>('.unfold')].find((one) => one.search === search)
    if (link) expandGroup(link, await fetchGroup(link))
  }
  if (more.length > 0) scrollTo(0, y)
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

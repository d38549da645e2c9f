/** Rows per statement: enough to keep PostgreSQL busy, few enough to keep memory flat. */
const ROWS = 250

/** How many pages PostgreSQL prepares while another is written; with only one, it would be idle half the time. */
const PREFETCHED_PAGES = 2

/** The rows of these applications, page by page. No connection is held while a slow client receives the last one. */
export async function* pagesOf<Row>(ids: number[], ask: (ids: number[]) => Promise<Row[]>): AsyncGenerator<Row[]> {
  const asked: Promise<Row[]>[] = []
  let from = 0
  const askAhead = () => {
    for (; asked.length < PREFETCHED_PAGES && from < ids.length; from += ROWS) asked.push(unread(ask(ids.slice(from, from + ROWS))))
  }
  for (askAhead(); asked.length > 0;) {
    const rows = await asked.shift()!
    askAhead()
    if (rows.length > 0) yield rows
  }
}

/** After a client disconnects, nothing handles a failed page, so its rejection is ignored. */
function unread<Row>(page: Promise<Row[]>): Promise<Row[]> {
  page.catch(() => {})
  return page
}

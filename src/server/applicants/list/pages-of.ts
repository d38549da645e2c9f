/** Rows of one statement: enough to keep PostgreSQL busy, few enough to stay flat in memory. */
const ROWS = 250

/** Pages PostgreSQL works on while another is written; with only one, it would wait for us half the time. */
const AHEAD = 2

/** The rows of so many applications, page after page. No connection is held while a slow reader takes the last one. */
export async function* pagesOf<Row>(ids: number[], ask: (ids: number[]) => Promise<Row[]>): AsyncGenerator<Row[]> {
  const asked: Promise<Row[]>[] = []
  let from = 0
  const askAhead = () => {
    for (; asked.length < AHEAD && from < ids.length; from += ROWS) asked.push(unread(ask(ids.slice(from, from + ROWS))))
  }
  for (askAhead(); asked.length > 0;) {
    const rows = await asked.shift()!
    askAhead()
    if (rows.length > 0) yield rows
  }
}

/** If the reader disconnects, no one is left to be told that a page failed. */
function unread<Row>(page: Promise<Row[]>): Promise<Row[]> {
  page.catch(() => {})
  return page
}

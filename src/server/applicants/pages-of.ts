import type { Place } from './list-store.ts'

/** Rows of one statement: enough to keep PostgreSQL busy, few enough to stay flat in memory. */
export const ROWS = 250

/** Page after page of at most `ROWS` rows; the next one is asked for while the last one is written. */
export async function* pagesOf<Row extends Place>(askBelow: (last: Place | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let next = ahead(askBelow, null)
  for (;;) {
    const rows = await next
    if (rows.length === 0) return
    const isLast = rows.length < ROWS
    if (!isLast) next = ahead(askBelow, rows.at(-1)!)
    yield rows
    if (isLast) return
  }
}

/** A reader who goes away leaves this page unread: its failure is nobody's. */
function ahead<Row extends Place>(askBelow: (last: Place | null) => Promise<Row[]>, last: Place | null): Promise<Row[]> {
  const page = askBelow(last)
  page.catch(() => {})
  return page
}

import { listHistory } from '#contract/applicants/history.ts'
import { call } from '#web/call.ts'

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Who last changed an applicant and when, in the reader's time zone; `fallback` when that can't be loaded. */
export async function latestChange(id: number, fallback: string): Promise<string> {
  const events = await call(listHistory, { id, identifiable: false }, { retries: 0 }).catch(() => [])
  const last = events.find((event) => event.kind === 'status' || event.kind === 'undo')
  if (!last) return fallback
  const now = /^This applicant is now in '[^']*'/.exec(fallback)?.[0] ?? last.what
  return `${now}: ${last.who ?? 'the product'} ${last.kind === 'undo' ? 'undid a change' : 'moved them'} on ${TIME.format(new Date(last.at))}.`
}

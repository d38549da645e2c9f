import { recordRead } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { cellOf } from '#server/http/csv-cell.ts'
import type { Services } from '#server/services.ts'
import { knownAccounts } from './known-accounts.ts'
import { present } from './read-audit.ts'
import { listRows, type AuditFilter } from './store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
const BATCH_SIZE = 2_000
const COLUMNS = ['Row', 'When (UTC)', 'Who', 'Role', 'What', 'Action', 'Subject', 'Number', 'From', 'Facts']
/** Spreadsheets need this to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Streams the filtered rows as CSV. The export itself is recorded as a row, before the first chunk is sent. */
export async function exportAudit(services: Deps, caller: StaffCaller, filter: Omit<AuditFilter, 'before'>): Promise<AsyncGenerator<string>> {
  const { user_session_id, action, days_ago, who } = filter
  const facts = { days_ago, ...(action && { action }), ...(user_session_id && { user_session_id }), is_by_person: Boolean(who) }
  await services.db.transaction((tx) => recordRead(tx, caller, { action: 'audit.exported', subject_kind: 'audit', facts }))
  return csvChunks(services, filter)
}

async function* csvChunks(services: Deps, filter: Omit<AuditFilter, 'before'>): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`
  const known = await knownAccounts(services)
  for (let before: number | undefined; ;) {
    const rows = (await listRows(services.db, { ...filter, before }, BATCH_SIZE)).map((row) => present(row, known))
    let lines = ''
    for (const row of rows) {
      const { audit_id, at, who, actor_kind, sentence, action, subject_kind, subject_id, ip, facts } = row
      lines += csvLine([audit_id, at, who, actor_kind, sentence, action, subject_kind, subject_id, ip, JSON.stringify(facts)])
    }
    yield lines
    if (rows.length < BATCH_SIZE) return
    before = rows.at(-1)!.audit_id
  }
}

function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map((cell) => cellOf(String(cell ?? ''))).join(',')}\r\n`
}

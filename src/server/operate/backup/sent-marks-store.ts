import type pg from 'pg'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { HEAD_SENT, REPLIES_SENT } from '#server/operate/morning/morning-store.ts'
import { quoteIdentifier, run } from './backup-store.ts'

/** Columns that record that a scheduled email was sent. A record applies as long as the row has the same values in these columns. */
const MARKS = [
  {
    table: 'interview_booking',
    same: ['interview_booking_id', 'created_at', 'starts_at'],
    marks: ['reminded_at', 'feedback_reminders', 'feedback_reminded_at'],
    isSent: 'reminded_at is not null or feedback_reminders > 0',
  },
  { table: 'interview_plan', same: ['interview_plan_id', 'user_session_id'], marks: ['next_steps_sent_at'], isSent: 'next_steps_sent_at is not null' },
  { table: 'license', same: ['license_id', 'created_at', 'expires_on'], marks: ['reminded_days'], isSent: 'reminded_days is not null' },
  { table: 'assignment', same: ['user_session_id', 'staff_account_id', 'assigned_at'], marks: ['told_at'], isSent: 'told_at is not null' },
  { table: 'note_mention', same: ['note_id', 'staff_account_id', 'created_at'], marks: ['told_at'], isSent: 'told_at is not null' },
  { table: 'collected_notice', same: ['collected_notice_id', 'to_address', 'created_at'], marks: ['told_at'], isSent: 'told_at is not null' },
]
const MORNINGS = [REPLIES_SENT, HEAD_SENT]
const BATCH_SIZE = 5_000

/** Rows as JSON, by table, and the morning's emails. */
export type SentMarks = { rows: Map<string, string[]>; mornings: (typeof MORNINGS)[number][] }

/** Reads which scheduled emails the database that's about to be replaced has sent. */
export async function readSentMarks(client: pg.PoolClient): Promise<SentMarks> {
  const rows = new Map<string, string[]>()
  for (const { table, same, marks, isSent } of MARKS) {
    const columns = [...same, ...marks]
    if (!(await hasColumns(client, table, columns))) continue
    const found = await run<{ line: string }>(
      client,
      `select row_to_json(t)::text as line from (select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(table)} where ${isSent}) t`,
    )
    rows.set(
      table,
      found.map(({ line }) => line),
    )
  }
  return { rows, mornings: (await hasColumns(client, 'audit_trail', ['action', 'at'])) ? await listMornings(client) : [] }
}

/** Records in the restored database that these emails were sent, so they aren't sent again. */
export async function restoreSentMarks(client: pg.PoolClient, tx: Db, { rows, mornings }: SentMarks): Promise<void> {
  for (const { table, same, marks } of MARKS) {
    const set = marks.map((one) => `${quoteIdentifier(one)} = sent.${quoteIdentifier(one)}`).join(', ')
    const where = same.map((one) => `present.${quoteIdentifier(one)} = sent.${quoteIdentifier(one)}`).join(' and ')
    const differs = marks.map((one) => `present.${quoteIdentifier(one)} is distinct from sent.${quoteIdentifier(one)}`).join(' or ')
    const lines = rows.get(table) ?? []
    for (let at = 0; at < lines.length; at += BATCH_SIZE) {
      const some = `[${lines.slice(at, at + BATCH_SIZE).join(',')}]`
      const update = `update ${quoteIdentifier(table)} present set ${set} from json_populate_recordset(null::${quoteIdentifier(table)}, $1::json) sent`
      await run(client, `${update} where ${where} and (${differs})`, [some])
    }
  }
  const restored = await listMornings(client)
  for (const action of mornings) if (!restored.includes(action)) await recordAudit(tx, { actor: null, action, subject_kind: 'database' })
}

async function listMornings(client: pg.PoolClient): Promise<SentMarks['mornings']> {
  const found = await run<{ action: (typeof MORNINGS)[number] }>(
    client,
    `select distinct action from audit_trail where action = any($1) and at between now() - interval '20 hours' and now()`,
    [MORNINGS],
  )
  return found.map(({ action }) => action)
}

async function hasColumns(client: pg.PoolClient, table: string, columns: string[]): Promise<boolean> {
  const [found] = await run<{ count: number }>(
    client,
    `select count(*)::int as count from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = any($2)`,
    [table, columns],
  )
  return found!.count === columns.length
}

import pg from 'pg'
import { claimDueEmails } from '#server/mail/store.ts'
import { countWaitingEmails } from '#server/mail/waiting-store.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { createDatabase, silent, startPostgres } from '#test/setup/database.ts'

/**
 * Benchmarks the tables that only ever grow, at a given number of rows: their size, and how long statements take. Not part of `npm run bench`,
 * because it writes 10 GB; run it with `sh scripts/node lab/bench/grown-tables.ts [rows]`.
 */
const ROWS = Number(process.argv[2] ?? 10_000_000)
const ANSWERS = 13
const BATCH_ROWS = 500_000

const FILLS: Record<string, (from: number, to: number) => string> = {
  user_session_answer: (from, to) => `
    insert into user_session_answer (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select n / ${ANSWERS} + 1, n % ${ANSWERS} + 1, 'question_' || n % ${ANSWERS}, 'A question of about fifty characters that is asked?', 'Text', '', true, 300, n % ${ANSWERS},
      repeat('An answer of a few words. ', 1 + n % 7) from generate_series(${from}, ${to - 1}) n`,
  email_outbox: (from, to) => `
    insert into email_outbox (purpose, user_session_id, message_id, to_address, subject, html, text, state, send_after, due_since, created_at, sent_at, body_deleted_at)
    select 'candidate', n / 4 + 1, md5(n::text), 'person-' || n / 4 || '@example.com', 'Your application', '', '', 'sent', t, t, t, t, t
    from (select n, now() - make_interval(secs => (${ROWS} - n) * 12) as t from generate_series(${from}, ${to - 1}) n) all_of_them`,
  audit_trail: (from, to) => `
    insert into audit_trail (at, actor_kind, actor_id, action, subject_kind, subject_id, facts, previous_hash, hash)
    select now() - make_interval(secs => (${ROWS} - n) * 12), 'admin', n % 40 + 1, 'applicant.moved', 'applicant', n / 8 + 1, '{"from": 5, "to": 2}', md5(n::text) || md5(n::text), md5((n + 1)::text) || md5((n + 1)::text)
    from generate_series(${from}, ${to - 1}) n`,
}

async function fill(client: pg.Client, table: string): Promise<void> {
  const began = performance.now()
  for (let from = 0; from < ROWS; from += BATCH_ROWS) await client.query(FILLS[table]!(from, Math.min(from + BATCH_ROWS, ROWS)))
  await client.query(`vacuum analyze ${table}`)
  const { rows } = await client.query<{ size: string; indexes: string }>(
    `select pg_size_pretty(pg_total_relation_size('${table}')) as size, pg_size_pretty(pg_indexes_size('${table}')) as indexes`,
  )
  console.log(`${table}: ${ROWS} rows, ${rows[0]!.size}, of which indexes ${rows[0]!.indexes}; filled in ${Math.round((performance.now() - began) / 1000)} s`)
}

async function reportTime(what: string, work: (at: number) => Promise<unknown>, times = 20): Promise<void> {
  const all: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    await work(at)
    all.push(performance.now() - began)
  }
  const sorted = all.toSorted((a, b) => a - b)
  console.log(`${what}: median ${sorted[Math.floor(times / 2)]!.toFixed(1)} ms, slowest ${sorted.at(-1)!.toFixed(1)} ms`)
}

const someone = (most: number) => Math.floor(Math.random() * most) + 1

async function measure({ db, pool }: Database, whole: pg.Client): Promise<void> {
  await reportTime('answers of one application', () => pool.query('select * from user_session_answer where user_session_id = $1', [someone(ROWS / ANSWERS)]))
  await reportTime(
    'answers of 1,000 applications (an export page)',
    () => pool.query('select * from user_session_answer where user_session_id = any($1)', [Array.from({ length: 1000 }, () => someone(ROWS / ANSWERS))]),
    5,
  )
  await reportTime('emails of one applicant', () => pool.query('select * from email_outbox where user_session_id = $1 order by email_id', [someone(ROWS / 4)]))
  await reportTime('the outbox claims what is due', () => db.transaction((tx) => claimDueEmails(tx, 4, { leaseSeconds: 1, urgent: false })))
  await reportTime('the age of waiting mail', () => countWaitingEmails(db))
  await reportTime('history of one applicant in the audit trail', () =>
    pool.query(`select * from audit_trail where subject_kind = 'applicant' and subject_id = $1 order by audit_id`, [someone(ROWS / 8)]),
  )
  await reportTime('newest 100 rows of the audit trail', () => pool.query('select * from audit_trail order by audit_id desc limit 100'))
  await reportTime('one day of the audit trail', () =>
    pool.query(`select count(*) from audit_trail where at between now() - interval '31 days' and now() - interval '30 days'`),
  )
  await reportTime('one row more in the audit trail', () =>
    pool.query(`insert into audit_trail (actor_kind, action, subject_kind, subject_id) values ('admin', 'applicant.moved', 'applicant', 1)`),
  )
  for (const table of Object.keys(FILLS))
    await reportTime(`reading ${table} from end to end`, () => whole.query(`select count(*) from ${table} where length(${table}::text) > 0`), 1)
  await reportTime('the proof of the first broken row', () => verifyAudit(db, { erasures: 'unchecked' }), 1)
}

const server = await startPostgres({ settings: { shared_buffers: '512MB', maintenance_work_mem: '512MB', max_wal_size: '4GB', autovacuum: 'off' } })
try {
  const url = await createDatabase(server.url, 'grown')
  const database = await connect({ databaseUrl: url, dataDir: '', log: silent })
  await migrate(database)
  const client = new pg.Client(url)
  client.on('error', (error) => console.log(error))
  await client.connect()
  // Turns off triggers, so nothing is written to other tables and no hash chain is built.
  await client.query('set session_replication_role = replica')
  for (const table of Object.keys(FILLS)) await fill(client, table)
  // Uses the connection that filled the tables, which has no time limit: a full table scan takes longer than a request would wait.
  await measure(database, client)
  await client.end()
  await database.close()
} finally {
  await server.stop()
}

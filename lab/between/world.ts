import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import type { Delivery } from '#server/mail/transport.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { freshDatabase, makeTemplate, type DatabaseKind } from '#test/setup/database.ts'
import { openTurns, type Turns } from './turns.ts'

/** An email the mail server accepted. `asked` is when the timer that sent it started. */
export type SentEmail = {
  email_id: number
  to_address: string
  subject: string
  text: string
  html: string
  calendar: string | null
  asked: number
  at: number
}

/** A client's request; `lane` decides which process gets it. */
export type Request = {
  lane: number
  method: string
  url: string
  remoteAddress: string
  headers: Record<string, string>
  payload?: object
  cookies?: Record<string, string>
}
/** A cookie without a value has been deleted. */
export type Response = { status: number; body: string; headers: object; cookies: { name: string; value: string }[] }

/** The installation shared by all runs: processes on one database, with one mail server. */
export type World = {
  kind: DatabaseKind
  /** The app's processes; the embedded database allows only one. */
  apps: TestApp[]
  turns: Turns
  /** Logical time: every request, response and email has its own tick. */
  tick: () => number
  sent: SentEmail[]
  /** Makes a request; returns null if the process was killed before it responded. */
  answer: (request: Request) => Promise<Response | null>
  /** Sends emails that are due, as this process's timer would. */
  sendDue: (process: number) => Promise<void>
  /** Returns each connection's statement, what it's waiting for, and for how many seconds; empty on the embedded database. */
  statements: () => Promise<string[]>
  close: () => Promise<void>
}

const HOME = 'http://localhost:3000'

/** The mail server usually accepts an email, sometimes defers it, and rarely rejects it. */
const ANSWERS: Delivery[] = [
  { sent: true },
  { sent: true },
  { sent: true },
  { sent: false, final: false, cause: 'deferred', reason: 'Try again later.' },
  { sent: false, final: true, reason: 'There is no such mailbox.' },
]

export async function openWorld(kind: DatabaseKind): Promise<World> {
  const removeTemplate = await makeTemplate(kind, ({ db }) => seedReference(db))
  const fresh = await freshDatabase(kind)
  const folder = await mkdtemp(join(tmpdir(), 'rounds-between-'))
  const settings = { DATA_DIR: folder, LIMITS_SCALE: '1', MAIL_DELAY_SECONDS: '30', BASE_URL: HOME, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' }
  const apps = [await startApp(settings, fresh)]
  if (kind === 'postgres') apps.push(await startApp(settings, { ...fresh, drop: async () => {} }))
  const built = await apps[0]!.send('GET', '/')
  if (built.status !== 200) throw new Error(`The pages can't be shown: run npm run build. (${built.status})`)
  const turns = openTurns()
  for (const app of apps) turns.watch(app.services.database.pool)
  let now = 0
  const tick = () => ++now
  const sent: SentEmail[] = []
  const timers = apps.map(({ services }) => openEmailTimer({ services, turns, tick, sent }))
  return {
    kind,
    apps,
    turns,
    tick,
    sent,
    statements: () => statementsIn(fresh.databaseUrl),
    answer: ({ lane, method, ...request }) =>
      turns.act({
        lane,
        isMortal: method !== 'GET' && method !== 'HEAD',
        work: async (signal) => {
          const said = await apps[lane % apps.length]!.fastify.inject({ ...request, method: method as 'GET', signal })
          return { status: said.statusCode, body: said.body, headers: said.headers, cookies: said.cookies }
        },
      }),
    sendDue: (process) => timers[process % timers.length]!(),
    async close() {
      for (const app of apps.toReversed()) await app.close()
      await removeTemplate()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function statementsIn(databaseUrl?: string): Promise<string[]> {
  if (databaseUrl === undefined) return []
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ told: string }>(`
      select concat_ws(', ', pid, state, wait_event_type, wait_event, round(extract(epoch from now() - state_change)) || ' s', 'blocked by ' || pg_blocking_pids(pid)::text, left(query, 300)) as told
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    return rows.map(({ told }) => told)
  } catch (error) {
    return [`The server doesn't say: ${(error as Error).message}`]
  } finally {
    await client.end().catch(() => {})
  }
}

type Post = Pick<World, 'turns' | 'tick' | 'sent'> & Pick<TestApp, 'services'>
type Message = Omit<SentEmail, 'asked' | 'at' | 'calendar'> & { calendar?: string | null }

/** Opens the timer that sends emails, with a mail server that draws its responses from the seed. */
function openEmailTimer({ services, turns, tick, sent }: Post): () => Promise<void> {
  let asked = 0
  async function send({ email_id, to_address, subject, text, html, calendar = null }: Message): Promise<Delivery> {
    const kill = await turns.turn()
    if (kill && !kill.isAfter) return turns.end()
    const said = ANSWERS[turns.draw(ANSWERS.length)]!
    if (said.sent) sent.push({ email_id, to_address, subject, text, html, calendar, asked, at: tick() })
    if (kill) return turns.end()
    return said
  }
  const outbox = openOutbox({ ...services, transport: { send }, onSettled: settleCandidateEmail })
  return async () => {
    asked = tick()
    await outbox.sendDue()
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { sendCode, verifyCode } from '#contract/auth/auth.ts'
import { requestLink } from '#contract/candidate/candidate.ts'
import { readInstallation } from '#contract/dashboard.ts'
import type { CallInput, Endpoint, Output } from '#contract/endpoint.ts'
import { ask, parseJson, type Cast, type Exchange, type Person, type Staff, type Text, type Viewer } from '#lab/between/cast.ts'
import type { Request, Response } from '#lab/between/world.ts'
import { packet_due } from '#server/db/tables.ts'
import { requestOf } from '#test/setup/app.ts'
import type { ReceivedMail } from '#test/setup/mail-server.ts'
import { pass } from './clock.ts'
import type { Site } from './site.ts'

/** An acknowledged application, as seen from outside. */
export type Entry = {
  id: number
  role: number
  person: Person
  text: Text
  /** Its current mailbox. */
  mailbox: string
  status: number
  /** The number of decisions that were acknowledged and not undone. */
  decisions: number
  isErased: boolean
}

/** An email with this text in it that should arrive `times` times. */
export type PromisedEmail = { to: string; text: string; times: number }

/** The week so far: who took part, what was acknowledged, and what everyone received. */
export type Week = Cast & {
  site: Site
  /** The number of people who apply on Tuesday. */
  crowd: number
  chance: () => number
  staff: Record<string, Staff>
  entries: Map<number, Entry>
  /** Emails that someone previewed before they were sent. */
  promised: PromisedEmail[]
  /** The person who's rejected after an interview; their packet is requested on Sunday. */
  rejected: Entry | null
  /** The rationales on record when that person was rejected, and those that replaced them. */
  rationales: string[]
  /** The confirmed start of each application's interview. */
  booked: Map<number, string>
  /** The day's events, as sentences. */
  story: string[]
  /** Anything that differs from what was promised. */
  findings: string[]
  /** The problems `doctor` should report at this point. */
  expectedProblems: Set<string>
  /** The number of emails that had arrived when every process was killed. The latest ones may arrive again. */
  killedAt: number | null
  /** Emails that are sent again with the same Message-ID, because the clock jumped before the outcome was saved. */
  jumpedOver: Set<number>
  /** The length of the log that has been checked. */
  logSeen: number
  /** Requests that were expected to fail, such as while a process was killed. */
  planned: Set<Exchange>
}

export function openWeek(site: Site, { seed, crowd }: { seed: number; crowd: number }): Week {
  let now = 0
  return {
    site,
    crowd,
    chance: seededChance(seed),
    world: { tick: () => ++now, sent: [], answer: (request) => requestFrom(site.url, request) },
    roles: [],
    people: [],
    staff: {},
    texts: new Map(),
    done: [],
    entries: new Map(),
    firstSent: 0,
    log: [],
    promised: [],
    rejected: null,
    rationales: [],
    booked: new Map(),
    story: [],
    findings: [],
    // The clock is years ahead of this version.
    expectedProblems: new Set(['age of this version', 'last backup', 'last rehearsal of a restore', ...(site.kind === 'embedded' ? ['public address'] : [])]),
    killedAt: null,
    jumpedOver: new Set(),
    logSeen: 0,
    planned: new Set(),
  }
}

/** Returns numbers from 0 to 1, the same for each seed (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Makes a request as an outside client; returns null if there was no response. */
async function requestFrom(url: string, { method, url: path, headers, payload, cookies = {} }: Request): Promise<Response | null> {
  const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload)
  const jar = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    // Clock jumps make both sides close idle connections.
    headers: {
      connection: 'close',
      ...(payload !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...(jar.length > 0 && { cookie: jar.join('; ') }),
      ...headers,
    },
    ...(payload !== undefined && { body: (isRaw ? payload : JSON.stringify(payload)) as string }),
  }).catch(() => null)
  const body = await response?.text().catch(() => null)
  if (!response || body === null || body === undefined) return null
  const set = response.headers.getSetCookie().map((line) => {
    const [name, ...value] = line.split(';')[0]!.split('=')
    return { name: name!, value: value.join('=') }
  })
  return { status: response.status, body, headers: Object.fromEntries(response.headers), cookies: set }
}

/** Makes an API call; throws unless it succeeds. */
export async function must<E extends Endpoint>(week: Week, who: Viewer, endpoint: E, input: CallInput<E>): Promise<Output<E>> {
  const done = await call(week, who, endpoint, input)
  if (done.status === null || done.status >= 300) throw new Error(`${done.method} ${done.path} → ${done.status}: ${done.body.slice(0, 2_000)}`)
  return parseJson<Output<E>>(done)!
}

/** Makes an API call, whatever the response. */
export function call<E extends Endpoint>(week: Week, who: Viewer, endpoint: E, input: CallInput<E>): Promise<Exchange> {
  const { method, path, body } = requestOf(endpoint, input)
  const about = Number((input as { user_session_id?: number; id?: number }).user_session_id ?? (input as { id?: number }).id ?? 0) || null
  return ask(week, who, { method, path, ...(method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }), endpoint, about })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export function sendForm(week: Week, who: Viewer, path: string, fields: Record<string, string> = {}): Promise<Exchange> {
  return ask(week, who, { method: 'POST', path, body: new URLSearchParams(fields).toString(), headers: FORM })
}

/** Makes a request and waits for the email it causes. */
export async function nextEmail(week: Week, to: string, isIt: (one: ReceivedMail) => boolean, request: () => Promise<unknown>): Promise<string> {
  const before = week.site.mails.received.length
  await request()
  for (let tries = 0; tries < 300; tries++) {
    const found = week.site.mails.received.slice(before).find((one) => one.to[0] === to && isIt(one))
    if (found) return found.mail.text ?? ''
    await pause(100)
  }
  throw new Error(`No email to ${to} arrived.`)
}

/** Signs in with an emailed code, as staff do each morning. */
export async function signIn(week: Week, name: string, email: string, { sees, may }: Pick<Staff, 'sees' | 'may'>): Promise<Staff> {
  const role = name.startsWith('interviewer') ? ('interviewer' as const) : ('admin' as const)
  const text = await nextEmail(
    week,
    email,
    ({ mail }) => /\b\d{8}\b/.test(mail.text ?? ''),
    () => must(week, { visitor: name }, sendCode, { email, role }),
  )
  const { token } = await must(week, { visitor: name }, verifyCode, { email, role, code: /\b\d{8}\b/.exec(text)![0] })
  return (week.staff[name] = { name, email, token, staff_account_id: week.staff[name]?.staff_account_id ?? 0, sees, may })
}

/** Requests a link to the candidate's own page and opens it in their other browser. */
export async function openOwnPage(week: Week, { person, mailbox }: Pick<Entry, 'person' | 'mailbox'>): Promise<Viewer> {
  const who = { person, browser: person.browsers[1]! }
  const text = await nextEmail(
    week,
    mailbox,
    ({ mail }) => mail.text?.includes('/application/') === true,
    () => must(week, who, requestLink, { email: mailbox }),
  )
  const link = /https?:\/\/[^/]+(\/application\/[^\s"<>]+)/.exec(text)![1]!
  const opened = await ask(week, who, { method: 'GET', path: link })
  if (opened.status !== 303) week.findings.push(`Opening the link to ${mailbox}'s page returned ${opened.status}.`)
  return who
}

/** All staff sign in again, because sessions end overnight. */
export async function startWork(week: Week): Promise<void> {
  for (const { name, email, sees, may } of Object.values(week.staff)) await signIn(week, name, email, { sees, may })
}

/** Waits until it's too late to undo and nothing is left to send. */
export async function settleMail(week: Week): Promise<void> {
  await finishSealing(week)
  for (let round = 0; round < 40; round++) {
    await pass(60)
    const { emails } = await must(week, { staff: week.staff['owner']! }, readInstallation, {})
    collectMail(week)
    if (emails.queued === 0) return
  }
  week.findings.push('Emails were still queued after 40 minutes.')
}

const SEALING_SECONDS = 120

/** Waits until packets are sealed. After many decisions, that takes seconds, and a clock jump would make its statements time out. */
async function finishSealing({ site, findings }: Week): Promise<void> {
  // The embedded database can't be read while its process runs.
  if (!site.settings['DATABASE_URL']) return
  for (let second = 0; second < SEALING_SECONDS; second++) {
    if ((await site.look(({ db }) => db.$count(packet_due, sql`due_at <= now() or tries > 0`))) === 0) return
    await pause(1_000)
  }
  findings.push(`Decisions were still not sealed after ${SEALING_SECONDS} s.`)
}

/** Shows people the emails that have arrived since the last time. */
export function collectMail({ site, world }: Week): void {
  for (const { to, mail } of site.mails.received.slice(world.sent.length)) {
    const [now, { subject = '', text = '', html = '' }] = [world.tick(), mail]
    world.sent.push({ email_id: 0, to_address: to[0]!, subject, text, html, calendar: null, asked: now, at: now })
  }
}

/** Returns the parts of an email that are unique to it, and how it should arrive. */
export function uniqueText(week: Week, entry: Entry): { subject: string; html: string; expected: PromisedEmail } {
  const mark = `W${week.promised.length + 1}`
  const html = `<p>Hello {first_name}, this is about {function_role_name} (${mark}, ${entry.id}).</p>`
  return { subject: 'About your application, {first_name}', html, expected: { to: entry.mailbox, text: `(${mark}, ${entry.id})`, times: 1 } }
}

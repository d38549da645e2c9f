import { eq, sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { staff_account, staff_scope } from '#server/db/tables.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeRole } from '#test/make.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import type { World } from './world.ts'

/** Fields that canaries mark. The first four identify a person; staff write `n`, `b`, `d` and `q`. */
export const FIELDS = {
  f: 'first name',
  l: 'last name',
  k: 'profile',
  m: 'mailbox',
  w: 'answer',
  x: 'resume',
  a: 'accommodation request',
  r: 'reason for withdrawing',
  n: 'note',
  b: 'feedback',
  d: 'rationale',
  q: 'reason for a decision',
} as const
export type Field = keyof typeof FIELDS

/** Returns a unique word that reveals its author and field wherever it turns up. */
export function canary(owner: number, field: Field): string {
  const letters = [3, 2, 1, 0].map((place) => String.fromCodePoint(97 + (Math.floor(owner / 26 ** place) % 26)))
  return `zqjx${letters.join('')}${field}`
}

export type Found = { owner: number; field: Field; word: string }

export function canariesIn(text: string): Found[] {
  const words = new Set([...text.matchAll(/(?<![a-z0-9])zqjx[a-z]{4}[flkmwxarnbdq](?![a-z0-9])/gi)].map(([word]) => word.toLowerCase()))
  const found = [...words].map((word) => {
    const owner = Array.from(word.slice(4, 8)).reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 97, 0)
    return { owner, field: word.at(-1) as Field, word }
  })
  // A random key may happen to look like a canary.
  return found.filter(({ owner }) => owner <= owners)
}

/** `from` and `until` are the ticks between which the text might have been about this mailbox. `known` is when the response to the change arrived. */
type MailboxPeriod = { mailbox: string; from: number; until: number; known: number }
/** An application or a draft, which its texts identify. */
export type Text = { owner: number; typist: Person; browser: Browser; role: number; isDraft: boolean; user_session_id: number | null; held: MailboxPeriod[] }

export type Browser = { name: string; ip: string; cookies: Map<string, string> }
export type Person = { name: string; owner: number; mailboxes: string[]; browsers: Browser[]; knows: Set<string> }
export type Staff = { name: string; token: string; staff_account_id: number; email: string; sees: 'all' | number[]; may: 'names' | 'blind' }
export type Viewer = { person: Person; browser: Browser } | { staff: Staff } | { visitor: string }

/** A request and its response; `status` is null if the process was killed or there was no response. */
export type Exchange = {
  lane: number
  who: Viewer
  endpoint: Endpoint | null
  method: string
  path: string
  sent: unknown
  status: number | null
  body: string
  began: number
  ended: number
  /** The application the call was about. */
  about: number | null
}

/** One run: its own openings, people and staff in the installation that all runs share. */
export type Run = {
  world: World
  number: number
  roles: { id: number; lead: string }[]
  people: Person[]
  staff: Record<'owner' | 'recruiter' | 'manager' | 'interviewer' | 'auditor', Staff>
  ref_interviewer_id: number
  texts: Map<number, Text>
  done: Exchange[]
  firstSent: number
  firstAudit: number
  log: string[]
}

/** The part of a run that doesn't depend on how requests reach the product. */
export type Cast = Pick<Run, 'roles' | 'people' | 'texts' | 'done' | 'firstSent' | 'log'> & { world: Pick<World, 'answer' | 'tick' | 'sent'> }

let owners = 0
let runs = 0

export async function openRun(world: World): Promise<Run> {
  const number = ++runs
  const { db } = world.apps[0]!
  const lead = (which: number) => `lead-${number}-${which}@meridianhealth.example`
  const roles = []
  for (const which of [0, 1]) {
    const role = await makeRole(db, { function_role_name: `Role ${number}-${which}`, hiring_lead_email: lead(which), hiring_lead_name: 'Lena Lead' })
    roles.push({ id: role.ref_function_role_id, lead: lead(which) })
  }
  const people = ['Ann', 'Bob'].map((name, at) => makePerson(name, number * 2 + at))
  const ivo = await makeInterviewer(world.apps[0]!, `Ivo R${number}`)
  const staff = await makeRunStaff(world, number, roles)
  const { rows } = await db.execute<{ n: number }>(sql`select coalesce(max(audit_id), 0)::int as n from audit_trail`)
  const interviewer = { name: 'interviewer', ...ivo.as, email: ivo.email, sees: 'all' as const, may: 'names' as const }
  const made = { world, number, roles, people, staff: { ...staff, interviewer }, ref_interviewer_id: ivo.ref_interviewer_id }
  return { ...made, texts: new Map(), done: [], firstSent: world.sent.length, firstAudit: rows[0]!.n, log: [] }
}

/** Creates a person with two mailboxes and two browsers, with IP addresses from `at`. */
export function makePerson(name: string, at: number): Person {
  const owner = ++owners
  const mailboxes = ['a', 'b'].map((which) => `${canary(owner, 'm')}.${which}@example.com`)
  const browsers = [0, 1].map((which) => ({
    name: `${name}'s browser ${which}`,
    ip: `10.${(at >> 7) & 255}.${(at << 1) & 255}.${which + 1}`,
    cookies: new Map(),
  }))
  return { name, owner, mailboxes, browsers, knows: new Set([canary(owner, 'm')]) }
}

async function makeRunStaff({ apps }: World, number: number, roles: Run['roles']) {
  const { db } = apps[0]!
  async function made(name: string, set: Partial<typeof staff_account.$inferInsert>, sees: Staff['sees'], may: Staff['may']): Promise<Staff> {
    const email = `${name}-${number}@agency.example`
    const as = await signedIn(db, email)
    await db.update(staff_account).set(set).where(eq(staff_account.staff_account_id, as.staff_account_id))
    const rows = sees === 'all' ? [] : sees.map((ref_function_role_id) => ({ staff_account_id: as.staff_account_id, ref_function_role_id }))
    if (rows.length > 0) await db.insert(staff_scope).values(rows)
    return { name, ...as, email, sees, may }
  }
  return {
    owner: await made('owner', { owner_flag: true }, 'all', 'names'),
    recruiter: await made('recruiter', { given_role: 'recruiter' }, [roles[0]!.id], 'names'),
    manager: await made('manager', { given_role: 'hiring-manager', may_decide_flag: true }, [roles[0]!.id, roles[1]!.id], 'names'),
    auditor: await made('auditor', { given_role: 'auditor' }, 'all', 'blind'),
  }
}

/** Records a new application or draft by this person, about this mailbox. */
export function newText(
  run: Pick<Cast, 'world' | 'texts'>,
  { person: typist, browser }: { person: Person; browser: Browser },
  about: { mailbox: string; role: number; isDraft: boolean },
): Text {
  const owner = ++owners
  const now = run.world.tick()
  const text: Text = {
    owner,
    typist,
    browser,
    role: about.role,
    isDraft: about.isDraft,
    user_session_id: null,
    held: [{ mailbox: about.mailbox, from: now, until: Infinity, known: now }],
  }
  run.texts.set(owner, text)
  return text
}

/**
 * Call this before requesting a change to an application's mailbox. Returns a function to call with the outcome: the previous mailbox no longer
 * applies, may no longer apply, or stays.
 */
export function trackMailboxChange({ world, texts }: Cast, user_session_id: number, mailbox: string) {
  const began = world.tick()
  const changes = [...texts.values()]
    .filter((one) => one.user_session_id === user_session_id)
    .map((text) => ({ text, held: { mailbox, from: began, until: Infinity, known: Infinity } }))
  for (const { text, held } of changes) text.held.push(held)
  return (outcome: 'done' | 'refused' | 'in doubt') => {
    const now = world.tick()
    for (const { text, held } of changes) {
      if (outcome === 'refused') held.until = began
      held.known = now
      // If two changes happened at the same time, either may have been the last.
      const earlier = outcome === 'done' ? text.held.filter((one) => one.known < began) : []
      for (const one of earlier) one.until = Math.min(one.until, now)
    }
  }
}

export const person = (who: Viewer): Person | null => ('person' in who ? who.person : null)
export const nameOf = (who: Viewer): string => ('person' in who ? who.browser.name : 'staff' in who ? who.staff.name : who.visitor)

type RequestInput = {
  lane?: number
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  endpoint?: Endpoint | null
  about?: number | null
}

/** Sends a request to one of the processes, and records it with its response. */
export async function ask(
  run: Cast,
  who: Viewer,
  { lane = 0, method, path, body, headers = {}, endpoint = null, about = null }: RequestInput,
): Promise<Exchange> {
  const { world, done, log } = run
  const sent = Buffer.isBuffer(body) ? body.toString('latin1') : typeof body === 'string' ? body : JSON.stringify(body ?? null)
  for (const { word } of canariesIn(decodeURIComponent(`${path} ${sent}`.replace(/%(?![0-9a-f]{2})/gi, '%25')))) person(who)?.knows.add(word)
  const one: Exchange = { lane, who, endpoint, method, path, sent: body ?? null, status: null, body: '', began: world.tick(), ended: Infinity, about }
  done.push(one)
  const browser = 'browser' in who ? who.browser : null
  const response = await world.answer({
    lane,
    method,
    url: path,
    remoteAddress: browser?.ip ?? '192.0.2.1',
    headers: { ...('staff' in who && { authorization: `Bearer ${who.staff.token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(browser && { cookies: Object.fromEntries(browser.cookies) }),
  })
  one.ended = world.tick()
  if (response) {
    Object.assign(one, { status: response.status, body: `${JSON.stringify(response.headers)}\n${response.body}` })
    for (const { name, value } of response.cookies)
      if (value === '') browser?.cookies.delete(name)
      else browser?.cookies.set(name, value)
  }
  log.push(`lane ${lane}, ${nameOf(who)}: ${method} ${path} ${sent.slice(0, 300)} → ${response ? response.status : 'killed'}`)
  return one
}

/** Returns the JSON of a response, or null. */
export function parseJson<T>({ body }: Exchange): T | null {
  const text = body.slice(body.indexOf('\n') + 1)
  return /^[[{]/.test(text) ? (JSON.parse(text) as T) : null
}

import fc from 'fast-check'
import type { z } from 'zod'
import { ALL } from '#contract/all.ts'
import { submitAnswers } from '#contract/applications/applications.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { changeContact } from '#contract/candidate/candidate.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestOf } from '#test/setup/app.ts'
import { ask, canary, type Exchange, type Field, type Run, type Staff, type Viewer } from './cast.ts'
import { linksTo } from './candidates.ts'

/** Calls that aren't drawn: they change what every run shares, end a session that the run still needs, or have an action of their own. */
const SHARED =
  /^\/api\/(auth|brand|staff|application\/questions|email-templates|interviews|red-flags(\/\{id\})?$|licenses\/(compacts|exclusion)|csp-reports|vitals|pdfs)/
const OWN_ACTS: Endpoint[] = [submitAnswers, saveDraft, changeContact]

export const CALLS = ALL.filter((one) => !(one.method !== 'GET' && SHARED.test(one.path)) && one.consumes === 'json' && !OWN_ACTS.includes(one)).filter(
  ({ path }) => !path.startsWith('/api/auth') && path !== '/roles/{id}/apply',
)

/** Common calls. Each is drawn as often as all others combined. */
const OFTEN = [
  'update_status',
  '/decide',
  'update_status/undo',
  'send_candidate_email',
  'applicants/email',
  'emails/undo',
  'candidate/link',
  '/withdraw',
  'generate-rationale',
  '/times',
]
const often = CALLS.filter(({ method, path }) => method !== 'GET' && OFTEN.some((end) => path.endsWith(end)))

/** A call with its input. For a known field name, the value is the index of the existing record to pick. */
export type Call = { call: string; by: number; input: Record<string, unknown> }

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const byName = new Map(CALLS.map((endpoint) => [nameOf(endpoint), endpoint]))

function callOf(endpoint: Endpoint): fc.Arbitrary<Call> {
  const shape = { ...endpoint.params.shape, ...endpoint.query.shape, ...endpoint.body.shape } as Record<string, z.ZodType>
  const input = fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valueOf(name, schema)])))
  return fc.record({ call: fc.constant(nameOf(endpoint)), by: fc.nat(9), input })
}

type Def = { type: string; innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType; options?: z.ZodType[]; entries?: object; values?: unknown[] }

/** Returns any value that the schema accepts. */
function valueOf(name: string, schema: z.ZodType): fc.Arbitrary<unknown> {
  if (name in KNOWN) return fc.nat(9)
  const def = schema.def as Def
  if (def.innerType) return def.type === 'optional' ? fc.option(valueOf(name, def.innerType), { nil: undefined, freq: 1 }) : valueOf(name, def.innerType)
  if (def.type === 'pipe') return valueOf(name, def.in!)
  if (def.type === 'union') return fc.oneof(...def.options!.map((one) => valueOf(name, one)))
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries!))
  if (def.type === 'literal') return fc.constantFrom(...def.values!)
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'number') return fc.integer({ min: 1, max: 60 })
  if (def.type === 'array') return fc.array(valueOf(name, def.element!), { maxLength: 2 })
  if (def.type === 'object') {
    const shape = (schema as z.ZodObject).shape as Record<string, z.ZodType>
    return fc.record(Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, valueOf(key, one)])))
  }
  return fc.constantFrom('one', 'two words')
}

type Picking = { run: Run; at: number; endpoint: Endpoint; who: Viewer; about: number | null }
type Pick = (picking: Picking) => unknown

/** Mostly decisions that can still be followed by another one. */
const STATUSES = [2, 3, 4, 2, 3, 8, 13, 6, 7, 14]
const TEMPLATES = ['Application Rejection', 'Schedule Panel Interview', 'Rejection After Interview', 'First Day Prep']
const DAY_MS = 24 * 60 * 60 * 1000
const applicationsOf = (run: Run) => [...new Set([...run.texts.values()].flatMap((one) => one.user_session_id ?? []))]
const application: Pick = ({ run, at }) => pick(applicationsOf(run), at)
const role: Pick = ({ run, at }) => run.roles[at % 2]!.id
const seen =
  (pattern: RegExp): Pick =>
  ({ run, at }) =>
    pick(run.done.flatMap(({ body }) => [...body.matchAll(pattern)].map(([, one]) => one!)).toReversed(), at)
const numberIn =
  (pattern: RegExp): Pick =>
  (picking) =>
    Number(seen(pattern)(picking) ?? 0)
const text =
  (field: Field): Pick =>
  ({ run, about }) =>
    canary([...run.texts.values()].find((one) => one.user_session_id === about)?.owner ?? 0, field)
const mailbox: Pick = ({ run, at }) =>
  pick(
    run.people.flatMap(({ mailboxes }) => mailboxes),
    at,
  )
const draftKey: Pick = ({ run, at }) =>
  pick(
    linksTo(
      run,
      run.people.flatMap(({ mailboxes }) => mailboxes),
    ).filter((one) => one.includes('/draft/')),
    at,
  )
    ?.split('/')
    .at(-1)

/** What each field name means; it's the same in every call. */
const KNOWN: Record<string, Pick> = {
  user_session_id: application,
  id: (picking) =>
    /\/(open-roles|views)\//.test(picking.endpoint.path)
      ? role(picking)
      : /bookings/.test(picking.endpoint.path)
        ? numberIn(/"interview_booking_id":(\d+)/g)(picking)
        : application(picking),
  user_session_ids: ({ run, at }) => applicationsOf(run).slice(at % 3, (at % 3) + 2),
  ids: ({ run }) => applicationsOf(run),
  roleId: (picking) => (picking.at % 3 === 0 ? 'all' : role(picking)),
  ref_function_role_id: role,
  ref_application_status_id: ({ at, endpoint }) => (endpoint.reveals ? (at % 2 ? 'all' : STATUSES[at]) : STATUSES[at]),
  statusId: ({ at }) => STATUSES[at],
  expected_status_id: ({ at }) => (at > 2 ? undefined : [5, 2, 4][at]),
  expected_status_ids: () => undefined,
  undo_token: seen(/"undo_token":"([^"]+)"/g),
  email_id: numberIn(/"email_id":(\d+)/g),
  candidate_info: (picking) => ({ user_session_id: application(picking) }),
  template_name: ({ at }) => TEMPLATES[at % TEMPLATES.length],
  subject: ({ at }) => (at > 3 ? undefined : 'About your application, {first_name}'),
  html: ({ at }) => (at > 3 ? undefined : '<p>Hello {first_name}, it is about {function_role_name}.</p>'),
  red_flag_ids: () => undefined,
  feedback_ids: () => undefined,
  email: (picking) => ('staff' in picking.who ? picking.run.staff.recruiter.email : mailbox(picking)),
  key: draftKey,
  version: () => undefined,
  cursor: () => undefined,
  closes_at: () => undefined,
  published_at: () => undefined,
  reason: (picking) => text('staff' in picking.who ? 'q' : 'r')(picking),
  change_reason: text('q'),
  message: text('a'),
  note_text: text('n'),
  interviewer_feedback: text('b'),
  feedback_text: text('q'),
  fgl_rationale: text('d'),
  ref_interviewer_id: ({ run }) => run.ref_interviewer_id,
  interviewer_email: ({ run }) => run.staff.interviewer.email,
  ref_interview_id: ({ at }) => 1 + (at % 2),
  ref_interview_role_id: ({ at }) => 1 + (at % 2),
  if_interview_header_id: numberIn(/"interview_header_id":(\d+)/g),
  if_interviewer_role_feedback_question_id: ({ at }) => 1 + (at % 8),
  if_interview_feedback_detail_id: numberIn(/"if_interview_feedback_detail_id":(\d+)/g),
  fgl_ref_red_flag_id: ({ at }) => 1 + (at % 2),
  fgl_hiring_decision_detail_id: numberIn(/"fgl_hiring_decision_detail_id":(\d+)/g),
  note_id: numberIn(/"note_id":(\d+)/g),
  interview_booking_id: numberIn(/"interview_booking_id":(\d+)/g),
  interviewer_ids: ({ run }) => [run.ref_interviewer_id],
  starts_at: seen(/"free":\["([^"]+)"/g),
  interview_datetime_utc: () => new Date(Date.now() - DAY_MS).toISOString(),
  until: ({ at }) => new Date(Date.now() + (at + 15) * DAY_MS).toISOString(),
  since: ({ at, endpoint }) => {
    const day = new Date(Date.now() - at * DAY_MS).toISOString()
    return endpoint.path.endsWith('/dashboard') ? day : day.slice(0, 10)
  },
  days_ago: ({ at }) => [30, 30, 365, 1, 2, 3, 4, 5, 6, 7][at],
  q: ({ at }) => (at > 2 ? '' : 'wish'),
  sort: () => '',
  zone: () => 'America/New_York',
  from: () => new Date().toISOString().slice(0, 10),
  home_state: () => 'TX',
  npi: () => undefined,
  licenses: () => [],
  time_zone: () => 'America/New_York',
  weekly_hours: () => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '20:00' })),
  days_off: () => [],
  view_path: () => '/admin/applicants',
}

// Defined after `KNOWN`, because it reads it.
export const CALLS_ALL_DAY: Record<string, fc.Arbitrary<Call>> = Object.fromEntries(often.map((endpoint) => [nameOf(endpoint), callOf(endpoint)]))
export const anyCall: fc.Arbitrary<Call> = fc.constantFrom(...CALLS).chain(callOf)

function pick<T>(list: T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)]
}

/** Makes a call, usually as someone who's allowed to. */
export async function makeCall(run: Run, { call: name, by, input }: Call, lane: number): Promise<Exchange> {
  const endpoint = byName.get(name)!
  const who = callerOf(run, endpoint, by)
  const first = ['user_session_id', 'id'].find((one) => typeof input[one] === 'number')
  const about = first === undefined ? null : Number(resolveField({ run, endpoint, who, about: null, at: 0 }, first, input[first]) ?? 0)
  const told = Object.fromEntries(Object.entries(input).map(([one, value]) => [one, resolveField({ run, endpoint, who, about, at: 0 }, one, value)]))
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  const { method, path, body } = requestOf(endpoint, given)
  return ask(run, who, { lane, method, path, body: method === 'POST' || method === 'PUT' ? (body ?? {}) : undefined, endpoint, about })
}

function resolveField(picking: Picking, name: string, value: unknown): unknown {
  if (name in KNOWN) return value === undefined ? undefined : KNOWN[name]!({ ...picking, at: Number(value) })
  if (Array.isArray(value)) return value.map((one) => resolveField(picking, '', one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveField(picking, key, one)]))
}

function callerOf({ people, staff }: Run, { who, may }: Endpoint, by: number): Viewer {
  if (who === 'interviewer') return { staff: staff.interviewer }
  if (who === 'admin' || who === 'staff') {
    const all: Staff[] =
      may === 'audit' ? [staff.auditor, staff.owner, staff.recruiter] : [staff.owner, staff.recruiter, staff.manager, staff.recruiter, staff.manager]
    return { staff: by === 9 ? [staff.auditor, staff.interviewer][by % 2]! : all[by % all.length]! }
  }
  const one = people[by % 2]!
  return { person: one, browser: one.browsers[(by >> 1) % 2]! }
}

import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { verify, purposeHash } from '#server/http/keys.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { canariesIn, FIELDS, nameOf, type Cast, type Exchange, type Found, type Person, type Run, type Text } from './cast.ts'

/** What must be true after every run, no matter what happened. Each returns one sentence per violation. */
export const INVARIANTS: Record<string, (run: Run) => string[] | Promise<string[]>> = {
  'no request fails by itself': ({ done }) => done.filter(({ status }) => status === 500).map((one) => `${nameOf(one.who)}: ${one.method} ${one.path} → 500`),
  'no one receives what their mailbox or role does not allow': (run) => run.done.flatMap((one) => findLeaks(run, one)),
  'an email goes to the mailbox that its application has, and says nothing to another': checkEmails,
  'an email is sent once, and none about a decision that was replaced before': checkDuplicates,
  'every decision is in state, history and trail once': checkDecisions,
  'only its owner moves an application to another mailbox or ends what they saved': findUnknownMailboxes,
  'the trail is whole, and strangers do not fill it': checkTrail,
  'no one fills the mailbox of a hiring lead': checkLeads,
}

const IDENTITY = 'flkm'
const STAFF_ONLY = 'nbdq'
const isIn = (fields: string, { field }: Found) => fields.includes(field)

/** Returns a sentence for each personal detail in a response that its recipient isn't allowed to see. */
export function findLeaks(run: Cast, one: Exchange): string[] {
  return canariesIn(one.body)
    .filter((found) => !mayReceive(run, one, found))
    .map((found) => `${nameOf(one.who)} received ${describeFinding(run, found)} from ${one.method} ${one.path} (${one.status})`)
}

function describeFinding(run: Cast, { owner, field, word }: Found): string {
  const text = run.texts.get(owner)
  const whose = text
    ? `${text.isDraft ? 'a draft' : `application ${text.user_session_id}`} by ${text.typist.name}`
    : (run.people.find((one) => one.owner === owner)?.name ?? 'an earlier run')
  return `the ${FIELDS[field]} of ${whose} (${word})`
}

function mayReceive(run: Cast, one: Exchange, found: Found): boolean {
  const { who, began, ended, sent, path } = one
  if ('visitor' in who) return false
  if ('person' in who) return mayKnow(run, who.person, { began, ended }, found)
  const text = run.texts.get(found.owner)
  const { staff } = who
  // If the request contains the word, the response may repeat it, such as in an error.
  if (JSON.stringify(sent).toLowerCase().includes(found.word) || path.includes(found.word)) return true
  if (text?.isDraft || (staff.sees !== 'all' && text && !staff.sees.includes(run.roles[text.role]!.id))) return false
  if (!isIn(IDENTITY, found)) return staff.may === 'names' || !isIn('a', found)
  return staff.may === 'names' && isNamed(one)
}

/** Calls about someone's identity, where hiding names isn't possible. */
const NAMES = /\/resume|candidate-requests|own-bookings|own-interviews|interviewer_feedback\/desk/

/** Returns whether the caller requested names, or the call shows them by default. */
function isNamed({ endpoint, path, sent }: Exchange): boolean {
  if (/\/packet\./.test(path)) return !path.includes('blind=true')
  const schema = endpoint?.query.shape['identifiable'] ?? endpoint?.body.shape['identifiable']
  if (!schema) return NAMES.test(path)
  const requested = /[?&]identifiable=(\w+)/.exec(path)?.[1] ?? (sent as { identifiable?: boolean } | null)?.identifiable
  return (schema as z.ZodType).parse(requested) === true
}

type Window = { began: number; ended: number }

/** Returns whether a candidate may know a word: they typed it, or it's in an application or draft for a mailbox that was theirs at the time. */
export function mayKnow(run: Cast, person: Person, window: Window, found: Found): boolean {
  if (person.knows.has(found.word)) return true
  if (isIn(STAFF_ONLY, found)) return false
  const text = run.texts.get(found.owner)
  if (text) return isHeld(text, person.mailboxes, window)
  // Someone else's address, typed into an application that now belongs to this person.
  return [...run.texts.values()].some((one) => isHeld(one, person.mailboxes, window) && one.typist.knows.has(found.word))
}

const isHeld = ({ held }: Text, mailboxes: string[], { began, ended }: Window) =>
  held.some((one) => mailboxes.includes(one.mailbox) && one.from <= ended && one.until >= began)

async function emailsOf(run: Run) {
  const { rows } = await run.world.apps[0]!.db.execute<{
    email_id: number
    purpose: string
    user_session_id: number | null
    status_change_id: number | null
    state: string
    to_address: string
  }>(sql`
    select email_id, purpose, user_session_id, status_change_id, state, to_address from email_outbox
    where user_session_id in (select user_session_id from user_session where ref_function_role_id = any(${sql.param(run.roles.map(({ id }) => id))}::int[]))
      or to_address = any(${sql.param([...run.people.flatMap(({ mailboxes }) => mailboxes), ...run.roles.map(({ lead }) => lead)])}::text[])
    order by email_id`)
  return rows
}

const sentIn = (run: Run) => run.world.sent.slice(run.firstSent)

async function checkEmails(run: Run): Promise<string[]> {
  const emails = new Map((await emailsOf(run)).map((one) => [one.email_id, one]))
  return sentIn(run).flatMap((one) => {
    const [row, reader] = [emails.get(one.email_id), run.people.find(({ mailboxes }) => mailboxes.includes(one.to_address))]
    if (!reader) return []
    const window = { began: one.asked, ended: one.at }
    const about = [...run.texts.values()].filter((text) => row?.user_session_id != null && text.user_session_id === row.user_session_id)
    const isCorrect = about.length === 0 || about.some((text) => isHeld(text, [one.to_address], window))
    const isAsked = one.text.includes('/application/confirm/')
    const violations =
      isCorrect || isAsked ? [] : [`email ${one.email_id} ("${one.subject}") about application ${row!.user_session_id} went to ${one.to_address}`]
    const leaked = canariesIn(`${one.subject} ${one.text} ${one.html} ${one.calendar ?? ''}`).filter((found) => !mayKnow(run, reader, window, found))
    return [...violations, ...leaked.map((found) => `email ${one.email_id} ("${one.subject}") told ${reader.name} ${describeFinding(run, found)}`)]
  })
}

/** Returns when each decision with an acknowledged undo token was known to have been made. */
function decidedAt(run: Run): Map<number, number> {
  const { keys } = run.world.apps[0]!.services
  const found = new Map<number, number>()
  for (const { body, ended, endpoint } of run.done) {
    if (!/update_status$|\/decide$/.test(endpoint?.path ?? '')) continue
    for (const [, token] of body.matchAll(/"undo_token":"([^"]+)"/g)) found.set(Number(verify(keys, 'undo', token!)), ended)
  }
  return found
}

async function checkDuplicates(run: Run): Promise<string[]> {
  const emails = new Map((await emailsOf(run)).map((one) => [one.email_id, one]))
  const isCut = run.done.some(({ status }) => status === null) || run.log.some((line) => line.endsWith('killed'))
  const copies = [...Map.groupBy(sentIn(run), ({ email_id }) => email_id)].filter(([, sent]) => sent.length > 1 && !isCut)
  const decided = decidedAt(run)
  const changes = await changesOf(run)
  const late = sentIn(run).flatMap((one) => {
    const change = changes.find(({ status_change_id }) => status_change_id === emails.get(one.email_id)?.status_change_id)
    if (!change) return []
    const later = changes.find(
      (two) =>
        two.user_session_id === change.user_session_id &&
        two.status_change_id > change.status_change_id &&
        (decided.get(two.status_change_id) ?? Infinity) < one.asked,
    )
    return later
      ? [
          `email ${one.email_id} about status ${change.to_status_id} of application ${change.user_session_id} was sent after the decision for ${later.to_status_id}`,
        ]
      : []
  })
  return [...copies.map(([email_id, sent]) => `email ${email_id} was sent ${sent.length} times`), ...late]
}

type Change = { status_change_id: number; user_session_id: number; to_status_id: number; isStaff: boolean; isUndone: boolean; told: number; undone: number }

async function changesOf(run: Run): Promise<Change[]> {
  const { rows } = await run.world.apps[0]!.db.execute<Change>(sql`
    select c.status_change_id, c.user_session_id, c.to_status_id, c.changed_by is not null as "isStaff", c.undone_at is not null as "isUndone",
      (select count(*)::int from audit_trail t where t.subject_kind = 'applicant' and t.subject_id = c.user_session_id and t.action in ('applicant.status-changed', 'applicant.withdrawn')
        and (t.facts ->> 'status_change_id')::int = c.status_change_id) as told,
      (select count(*)::int from audit_trail t where t.subject_kind = 'applicant' and t.subject_id = c.user_session_id and t.action in ('applicant.status-undone', 'applicant.withdrawal-undone')
        and (t.facts ->> 'status_change_id')::int = c.status_change_id) as undone
    from status_change c join user_session u using (user_session_id)
    where u.ref_function_role_id = any(${sql.param(run.roles.map(({ id }) => id))}::int[]) order by 1`)
  return rows
}

type ApplicationState = {
  user_session_id: number
  ref_application_status_id: number
  has_emailed_application_status: boolean
  email: string | null
  told: number
}

async function applicationsOf(run: Run): Promise<ApplicationState[]> {
  const { rows } = await run.world.apps[0]!.db.execute<ApplicationState>(sql`
    select u.user_session_id, u.ref_application_status_id, u.has_emailed_application_status, u.email,
      (select count(*)::int from email_outbox o where o.user_session_id = u.user_session_id and o.purpose = 'candidate' and o.state in ('queued', 'sent')
        and o.ref_application_status_id = u.ref_application_status_id) as told
    from user_session u where u.ref_function_role_id = any(${sql.param(run.roles.map(({ id }) => id))}::int[])
      and u.application_submitted_datetime_utc is not null and u.erased_at is null`)
  return rows
}

async function checkDecisions(run: Run): Promise<string[]> {
  const changes = await changesOf(run)
  const violations = changes.flatMap((one) => [
    ...(one.told === 1 ? [] : [`decision ${one.status_change_id} (to ${one.to_status_id}) has ${one.told} rows in the trail`]),
    ...(one.undone === (one.isUndone ? 1 : 0)
      ? []
      : [`decision ${one.status_change_id} was undone ${one.isUndone ? 'once' : 'never'} and has ${one.undone} rows about it in the trail`]),
  ])
  const lost = [...decidedAt(run).keys()].filter((id) => !changes.some(({ status_change_id }) => status_change_id === id))
  const states = (await applicationsOf(run)).flatMap((one) => {
    const expected = changes.findLast((change) => change.user_session_id === one.user_session_id && !change.isUndone)?.to_status_id ?? 5
    const about = `application ${one.user_session_id}`
    return [
      ...(expected === one.ref_application_status_id ? [] : [`${about} is in status ${one.ref_application_status_id}, its history says ${expected}`]),
      ...(one.has_emailed_application_status && one.told === 0
        ? [`${about} counts as emailed, and no email says ${meaningOf(one.ref_application_status_id).application_status}`]
        : []),
      ...(!one.has_emailed_application_status && one.told > 0
        ? [`${about} counts as not emailed, and an email says ${meaningOf(one.ref_application_status_id).application_status}`]
        : []),
    ]
  })
  return [...violations, ...lost.map((id) => `decision ${id} was acknowledged and is gone`), ...states]
}

async function findUnknownMailboxes(run: Run): Promise<string[]> {
  const moved = (await applicationsOf(run)).flatMap(({ user_session_id, email }) => {
    const held = [...run.texts.values()].filter((text) => text.user_session_id === user_session_id).flatMap((text) => text.held)
    const isKnown = held.length === 0 || held.some((one) => one.mailbox === email && one.until === Infinity)
    return isKnown ? [] : [`application ${user_session_id} has the mailbox ${email}, which no one gave it`]
  })
  const { rows } = await run.world.apps[0]!.db.execute<{ key_hash: string }>(sql`select key_hash from application_draft`)
  const existingKeys = new Set(rows.map(({ key_hash }) => key_hash))
  const drafts = run.done.filter(({ endpoint, status }) => endpoint === saveDraft && status === 202)
  const ended = drafts.filter((draft) => {
    const key = /draft-\d+=([^;"]+)/.exec(draft.body)?.[1]
    return key !== undefined && !existingKeys.has(purposeHash('draft', key)) && !mayHaveEnded(run, draft, key)
  })
  return [...moved, ...ended.map((one) => `the draft that ${nameOf(one.who)} saved is gone, and they didn't end it`)]
}

/** Returns whether a draft may be gone: anyone with its key can delete it, and the browser that saved it can submit it. */
function mayHaveEnded(run: Run, draft: Exchange, key: string): boolean {
  const role = (draft.sent as { ref_function_role_id: number }).ref_function_role_id
  return run.done.some(
    (one) =>
      (one.method === 'DELETE' && one.path.endsWith(key)) ||
      ('browser' in one.who &&
        'browser' in draft.who &&
        one.who.browser === draft.who.browser &&
        /answers$|\/draft/.test(one.path) &&
        one.method === 'POST' &&
        one !== draft &&
        role > 0) ||
      ('browser' in one.who && one.path === '/api/user-session/answers' && run.done.some((opened) => opened.who === one.who && opened.path.includes(key))),
  )
}

const MAX_ROWS = 50

async function checkTrail(run: Run): Promise<string[]> {
  const { db, services } = run.world.apps[0]!
  const { rows } = await db.execute<{ actor_kind: string; n: number }>(sql`
    select actor_kind, count(*)::int as n from audit_trail where audit_id > ${run.firstAudit} and actor_kind in ('visitor', 'candidate') group by 1`)
  const many = rows.filter(({ n }) => n > MAX_ROWS).map(({ actor_kind, n }) => `the trail got ${n} rows by a ${actor_kind}`)
  if (run.number % 20 !== 1) return many
  const { broken } = await verifyAudit(db, { erasures: { secret: services.env.SECRET_KEY } })
  return broken ? [...many, `row ${broken.audit_id} of the trail is broken: ${broken.because}`] : many
}

const MAX_TO_LEAD = 10

async function checkLeads(run: Run): Promise<string[]> {
  const emails = Map.groupBy(await emailsOf(run), ({ to_address }) => to_address)
  return run.roles.flatMap(({ lead }) => {
    const n = emails.get(lead)?.length ?? 0
    return n > MAX_TO_LEAD ? [`the hiring lead got ${n} emails`] : []
  })
}

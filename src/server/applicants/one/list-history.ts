import type { HistoryEvent } from '#contract/applicants/history.ts'
import { AFTER_DECISION, VERSION_KIND_NAMES } from '#contract/text/version-words.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { sign } from '#server/http/keys.ts'
import { findKnown } from '#server/people/find-known.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listVersionRows, type FoundVersion } from '#server/versions/version-store.ts'
import {
  findSubmitted,
  listViewEvents,
  listStatusEvents,
  listSuggestionEvents,
  type ViewEvent,
  type StatusEvent,
  type SuggestionEvent,
} from './history-store.ts'
import { listEmails, type EmailRow } from '#server/applicants/emails/email-store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from './record-reveal.ts'

/** What happened to an application, newest first; with identities hidden, without the day it arrived. Throws 404 when there is none. */
export async function listHistory(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<HistoryEvent[]> {
  const submitted = await findSubmitted(db, user_session_id, caller.scope)
  if (!submitted) throw notFound(user_session_id)
  const changes = await listStatusEvents(db, user_session_id)
  const emails = await listEmails(db, user_session_id)
  const views = await listViewEvents(db, user_session_id, identifiable ? null : env.TIME_ZONE)
  if (identifiable) await recordReveal(db, caller, { user_session_id, shown: 'history' })
  const current = changes.find((change) => change.undone_at === null)
  const emailOf = new Map(changes.flatMap((change) => decisionEmail(change, emails)))
  const planOf = new Map(changes.flatMap((change) => decisionPlan(change, views, changes)))
  const events = [
    ...changes.flatMap((change) => {
      const isUndoable = change === current && change.isInTime && change.who !== null
      const parts = { email: emailOf.get(change), isPlanned: planOf.has(change) }
      return eventsOf(change, parts, isUndoable ? { undo_token: sign(keys, 'undo', String(change.status_change_id)) } : {})
    }),
    ...emails.filter((email) => !emailOf.values().some((one) => one === email)).map(emailEvent),
    ...(await listSuggestionEvents(db, user_session_id, caller.scope)).flatMap((one) => suggestionEvents(one, identifiable)),
    ...views
      .filter((view) => !planOf.values().some((one) => one === view))
      .map(viewEvent)
      .filter(isNotRepeated),
    ...(await listVersionRows(db, user_session_id)).filter((one) => one.after_decision).map(versionEvent),
    ...(identifiable ? [{ kind: 'submitted' as const, at: iso(submitted.at), who: null, what: 'Applied' }] : []),
  ]
  const known = await findKnown(db, user_session_id, caller.scope)
  const { show } = viewOf(known ?? NO_ONE, viewerOf(env, { identifiable }))
  return events.map((event) => show('event', event)).toSorted((a, b) => b.at.localeCompare(a.at))
}

/** Calls within this time count as one action: opening an application sends several calls, and a decision's email may follow in a separate one. */
const SAME_ACTION_MS = 10 * 60_000

/** The email sent as part of a decision: the first one after it, by the same person, right away. */
function decisionEmail(change: StatusEvent, emails: EmailRow[]): [StatusEvent, EmailRow][] {
  const first = emails.findLast((email) => email.status_change_id === change.status_change_id)
  const isSameAct = first?.created_by_email === change.who && Date.parse(first.created_at) - Date.parse(change.at) < SAME_ACTION_MS
  return first && isSameAct ? [[change, first]] : []
}

/** The interviews set up with a decision, in a separate call right after it. */
function decisionPlan(change: StatusEvent, views: ViewEvent[], changes: StatusEvent[]): [StatusEvent, ViewEvent][] {
  const isWithIt = (view: ViewEvent) => view.facts.with_decision && changes.find((one) => Date.parse(one.at) <= Date.parse(view.at)) === change
  const plan = views.find(isWithIt)
  return plan && plan.who === change.who ? [[change, plan]] : []
}

type Parts = { email: EmailRow | undefined; isPlanned: boolean }

function eventsOf(change: StatusEvent, { email, isPlanned }: Parts, undo: { undo_token?: string }): HistoryEvent[] {
  const { from_status_id, to_status_id } = change
  const decision = `Moved from '${change.from_status}' to '${change.to_status}'${change.reason ? `: “${change.reason}”` : ''}${change.rests_on && `. ${change.rests_on}`}`
  const details = [...(isPlanned ? ['Interviews set up'] : []), ...(email ? [describeEmail(email)] : [])].join('. ')
  const moved: HistoryEvent = {
    kind: 'status',
    at: iso(change.at),
    who: change.who,
    what: details ? `${decision}${/[.!?]”?$/.test(decision) ? '' : '.'} ${details}` : decision,
    ...(email && { email_id: email.email_id }),
    from_status_id,
    to_status_id,
    ...(undo.undo_token && change.undo_until && { undo_token: undo.undo_token, undo_until: iso(change.undo_until) }),
  }
  if (!change.undone_at) return [moved]
  const what = `Undid '${change.to_status}': '${change.from_status}' again`
  return [{ kind: 'undo', at: iso(change.undone_at), who: change.undone_by, what, from_status_id: to_status_id, to_status_id: from_status_id }, moved]
}

const EMAIL_OUTCOMES = { queued: 'queued', sent: 'sent', failed: "couldn't be sent", withdrawn: 'withdrawn before it was sent' }

function describeEmail(email: EmailRow): string {
  const name = email.template_name === null ? 'Email without a template' : `Email '${email.template_name}'${email.is_reworded ? ', reworded,' : ''}`
  return `${name} ${EMAIL_OUTCOMES[email.state]}`
}

function emailEvent(email: EmailRow): HistoryEvent {
  return { kind: 'email', at: iso(email.sent_at ?? email.created_at), who: email.created_by_email, what: describeEmail(email), email_id: email.email_id }
}

/** Accepting a suggestion creates the other application, so with identities hidden, the time of the answer is omitted. */
function suggestionEvents({ at, who, is_origin, answer, answered_at, ...one }: SuggestionEvent, identifiable: boolean): HistoryEvent[] {
  const other = one.other_user_session_id === null ? {} : { other_user_session_id: one.other_user_session_id }
  const said = answer === null ? '' : `: the applicant said ${answer}`
  const what = is_origin ? `This role was suggested in the application for '${one.function_role_name}'` : `Suggested '${one.function_role_name}'`
  const suggested: HistoryEvent = { kind: 'suggestion', at: iso(at), who, what: is_origin || identifiable ? what : `${what}${said}`, ...other }
  if (is_origin || !identifiable || !answered_at) return [suggested]
  return [suggested, { kind: 'suggestion', at: iso(answered_at), who: null, what: `Said ${answer} to '${one.function_role_name}'`, ...other }]
}

const INTERVIEW: Record<string, (name: string, facts: ViewEvent['facts']) => string> = {
  'interview.planned': () => 'Set up the interviews',
  'interview.booked': (name) => `Booked ${name}`,
  'interview.moved': (name) => `Moved ${name}`,
  'interview.canceled': (name) => `Canceled ${name}`,
  'interview.change-undone': (name) => `Undid a change to ${name}`,
  'interview.interviewers-changed': (name) => `Changed the interviewers for ${name}`,
  'interview.preferences-sent': () => 'Made another request about the interviews',
  'interview.taken-over': (name) => `Reassigned ${name} to another interviewer`,
  'interview.preferences-answered': () => "Answered the candidate's interview request",
  'interview.accepted': (name) => `The interviewer accepted ${name}`,
  'interview.declined': (name) => `The interviewer declined ${name}`,
  'interview.time-proposed': (name) => `The interviewer proposed another time for ${name}`,
  'interview.marked': (name, { mark }) =>
    mark === 'no-show' ? `${name} didn't take place` : mark === 'overran' ? `${name} ran over` : `Removed the mark on ${name}`,
  'interview.answers-read': (name) => `Read the answers for ${name}`,
  'interview.resume-read': (name) => `Opened the resume for ${name}`,
}

function viewEvent({ at, who, action, facts, interview_name }: ViewEvent): HistoryEvent {
  const said = { at: iso(at), who }
  const interview = INTERVIEW[action]
  if (interview)
    return { ...said, kind: 'interview', what: interview(interview_name ?? 'an interview', facts), ...(facts.starts_at && { starts_at: iso(facts.starts_at) }) }
  if (action === 'resume.replaced') return { ...said, kind: 'resume', what: 'Replaced the resume' }
  if (action === 'resume.downloaded') return { ...said, kind: 'download', what: 'Opened the resume' }
  if (action === 'applicants.found') return { ...said, kind: 'reveal', what: 'Searched with names' }
  if (action === 'applicants.exported') return { ...said, kind: 'export', what: 'Exported a list with names' }
  return {
    ...said,
    kind: 'reveal',
    what: action === 'applicant.revealed' ? `Saw the ${facts.shown ?? 'application'} with the name` : 'Viewed a list with names',
  }
}

/** A version written after the final decision; its text is shown where it was written. */
function versionEvent({ written_at, by_email, by_candidate, kind, deleted, version }: FoundVersion): HistoryEvent {
  const did = deleted ? 'deleted' : version === 1 ? 'written' : 'changed'
  const what = `${VERSION_KIND_NAMES[kind]} ${did}${by_candidate ? ' by the candidate' : ''}. ${AFTER_DECISION}`
  return { kind: 'version', at: iso(written_at), who: by_email, what }
}

/** Drops repeats: opening one application sends this call several times, and only the first counts. */
function isNotRepeated(event: HistoryEvent, index: number, all: HistoryEvent[]): boolean {
  const before = all.slice(index + 1).find((one) => one.who === event.who && one.kind === event.kind)
  return event.kind !== 'reveal' || !before || Date.parse(event.at) - Date.parse(before.at) > SAME_ACTION_MS
}

function iso(at: string): string {
  return new Date(at).toISOString()
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listReviewRows } from '#contract/applicants/applicant-list.ts'
import { nameOf, type Applicant } from '#contract/applicants/applicants.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { readRolePlan } from '#contract/scheduling/role-plan.ts'
import { savePlan } from '#contract/scheduling/scheduling.ts'
import { decideMany, updateStatus, type DecisionGrounds } from '#contract/applicants/moves.ts'
import { EVER } from '#web/applicants/filters/use-filters.ts'
import { forgetHistory, patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import type { PlanDraft } from '#web/interviewers/plan-fields.tsx'
import { call, isCallFailure } from '#web/call.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { asking } from '#web/ui/use-call.ts'
import { notify } from '#web/ui/toast.ts'
import { lastOpening } from './last-opening.tsx'
import { countSince, rememberAction, type Undo } from './recent-actions.ts'
import { useUndo } from './use-undo.ts'

/** An applicant without their answers, which a decision doesn't need. */
export type Person = Omit<Applicant, 'answers'>

/** An email's wording: a template by name, with custom text where it differs, or both subject and text without a template. */
export type SentEmail = { template_name?: string; subject?: string; html?: string }
/**
 * `to`: the new status, or null for none. `email`: the email to send, or null for none. `as-role`: the interviews of the applicant's role, if it has
 * any.
 */
export type Decision = { to: number | null; email: SentEmail | null; plan?: PlanDraft | 'as-role' | null; grounds?: DecisionGrounds }
export type Decided = {
  undo: Undo | null
  until: number
  /** Why the email wasn't queued after the status changed. */
  unsent: string | null
  /** The role, if this filled its last opening. */
  filledRole?: number | null
  /** Why the interviews weren't set up after the status changed; an email that lists them isn't sent then. */
  unplanned?: string | null
}

/** Why someone couldn't be decided on. */
export type Failure = { name: string; why: string; isConflict: boolean }

/** Decisions this close together share one message. */
const TOGETHER_MS = 12_000
const NEVER = Number.POSITIVE_INFINITY
let runStartedAt = 0
let lastDecidedAt = 0

export function useDecide() {
  const client = useQueryClient()
  const { nameOf: statusName } = useStatuses()
  const { undoLast } = useUndo()

  /** Shows the decision immediately, then makes it on the server; if that fails, restores the previous state and throws. */
  async function decide(person: Person, { to, email, plan, grounds }: Decision): Promise<Decided> {
    const { user_session_id: id } = person
    const isMove = to !== null && to !== person.ref_application_status_id
    if (isMove) {
      const shown = { ref_application_status_id: to, application_status: statusName(to), has_emailed_application_status: email !== null }
      patchApplicant(client, id, { ...shown, ...(person.status_changed_at && { status_changed_at: new Date().toISOString() }) })
    }
    try {
      const move = isMove ? await moved(client, person, { to, ...grounds }) : null
      const unplanned = plan ? await planned(client, person, plan) : null
      if (!email || unplanned) return { undo: null, until: NEVER, ...move, unsent: null, unplanned }
      return await mailed(client, person, { expected: to ?? person.ref_application_status_id, sent: email, move })
    } catch (failure) {
      patchApplicant(client, id, { ...standingOf(person), status_changed_at: person.status_changed_at })
      if (isCallFailure(failure) && failure.status === 409) await rereadAll(client, [person])
      throw failure
    } finally {
      forgetHistory(client, id)
    }
  }

  /** Records what was done and offers to undo it. */
  function offerUndo(what: string, decided: Decided[]): void {
    const undo = decided.flatMap((one) => one.undo ?? [])
    if (undo.length === 0) return
    const now = Date.now()
    if (now - lastDecidedAt > TOGETHER_MS) runStartedAt = now
    lastDecidedAt = now
    rememberAction({ what, until: Math.min(...decided.map((one) => one.until)), undo })
    const count = countSince(runStartedAt)
    const isRun = count > undo.length
    const run = isRun ? `${count} decided. Last: ${what}` : what
    notify(lastOpening(run, decided), { offer: { label: isRun ? 'Undo last' : 'Undo', key: 'z', run: undoLast }, hidesAfterMs: TOGETHER_MS })
  }

  const say = (person: Person, to: number | null) => `${nameOf(person)}: ${to === null ? 'email queued' : statusName(to)}`
  const decideTogether = (people: Person[], decision: Together) => decidedTogether(client, people, { ...decision, status: statusName(decision.to) })
  return { decide, decideTogether, offerUndo, undoLast, say, statusName }
}

type Moved = Pick<Decided, 'undo' | 'until' | 'filledRole'>

async function moved(client: QueryClient, person: Person, { to, ...grounds }: DecisionGrounds & { to: number }): Promise<Moved> {
  const { user_session_id, ref_application_status_id: expected_status_id } = person
  const state = await call(updateStatus, { user_session_id, ref_application_status_id: to, expected_status_id, ...grounds }, { retries: 0 })
  patchApplicant(client, user_session_id, standingOf(state))
  return { ...undoOf(person, state), filledRole: state.openings_left === 0 ? person.ref_function_role_id : null }
}

type Together = Decision & { to: number }

/** `isAnswered`: the call got a response, so the next one may be made. */
type MadeTogether = { decided: Decided[]; failures: Failure[]; isAnswered: boolean }

/** Makes one decision on several applicants in one call, each with their email, and returns why some couldn't be decided on. */
async function decidedTogether(client: QueryClient, people: Person[], decision: Together & { status: string }): Promise<MadeTogether> {
  const { to, status, email, grounds } = decision
  const user_session_ids = people.map((person) => person.user_session_id)
  const expected_status_ids = people.map((person) => person.ref_application_status_id)
  const sent = { user_session_ids, expected_status_ids, ref_application_status_id: to, ...(email && { email }), ...grounds }
  const answer = await call(decideMany, sent, { retries: 0 }).catch((failure: unknown) => whyOf(failure))
  if (typeof answer === 'string') return { decided: [], failures: await unanswered(client, people, { to, why: answer }), isAnswered: false }
  const pairs = people.map((person, at) => ({ person, result: answer.results[at]! }))
  const done = pairs.filter(({ result }) => result.status === 200)
  for (const { person, result } of done) {
    const shown = { ref_application_status_id: to, application_status: status, has_emailed_application_status: result.email_id !== null }
    patchApplicant(client, person.user_session_id, { ...shown, ...(person.status_changed_at && { status_changed_at: new Date().toISOString() }) })
    forgetHistory(client, person.user_session_id)
  }
  const refused = pairs.filter(({ result }) => result.status !== 200)
  // Undoing the others mustn't wait for this.
  if (refused.length > 0)
    void rereadAll(
      client,
      refused.map(({ person }) => person),
    )
  return {
    decided: done.map(({ person, result }) => ({ ...undoOf(person, result), unsent: null })),
    failures: refused.map(({ person, result }) => ({
      name: nameOf(person),
      why: result.detail ?? `Error ${result.status}`,
      isConflict: result.status === 409,
    })),
    isAnswered: true,
  }
}

const LOST = 'This was done, but the response was lost, so it can’t be undone here.'

/** The server may have decided before its response was lost, so everyone is read again. */
async function unanswered(client: QueryClient, people: Person[], { to, why }: { to: number; why: string }): Promise<Failure[]> {
  const now = await rereadAll(client, people)
  return people.map((person) => ({
    name: nameOf(person),
    why: now.get(person.user_session_id)?.ref_application_status_id === to ? LOST : why,
    isConflict: false,
  }))
}

/** Shows where these applicants stand now, and returns those that could be read, by ID. */
async function rereadAll(client: QueryClient, people: Person[]): Promise<Map<number, Standing>> {
  const ids = people.map((person) => person.user_session_id)
  const rows = await call(listReviewRows, { roleId: 'all', days_ago: EVER, identifiable: false, ids }, { retries: 1 }).catch(() => [])
  for (const row of rows) {
    patchApplicant(client, row.user_session_id, standingOf(row))
    forgetHistory(client, row.user_session_id)
  }
  return new Map(rows.map((row) => [row.user_session_id, row]))
}

function undoOf(person: Person, { undo_token, undo_until }: { undo_token: string | null; undo_until: string | null }): Pick<Decided, 'undo' | 'until'> {
  const undo = undo_token ? { user_session_id: person.user_session_id, name: nameOf(person), kind: 'move' as const, undo_token } : null
  return { undo, until: Date.parse(undo_until ?? '') || NEVER }
}

/** Runs before the email, which lists the interviews. */
async function planned(client: QueryClient, { user_session_id, ref_function_role_id: id }: Person, plan: PlanDraft | 'as-role'): Promise<string | null> {
  try {
    const { version: _version, ...chosen } = plan === 'as-role' ? await client.fetchQuery(asking(readRolePlan, { id })) : { version: 0, ...plan }
    if (chosen.parts.length > 0) await call(savePlan, { user_session_id, ...chosen, keeps_existing: plan === 'as-role', with_decision: true }, { retries: 0 })
    return null
  } catch (failure) {
    return whyOf(failure)
  }
}

type Note = { expected: number; sent: SentEmail; move: Moved | null }

/** The email is part of the status change and undone with it; without a status change, it's undone separately. */
async function mailed(client: QueryClient, person: Person, { expected, sent: words, move }: Note): Promise<Decided> {
  const { user_session_id, first_name, last_name, email, function_role_name, ref_function_role_id, hiring_lead_email, hiring_lead_name } = person
  const candidate_info = { user_session_id, first_name, last_name, email, function_role_name, ref_function_role_id, hiring_lead_email, hiring_lead_name }
  try {
    const sent = await call(sendCandidateEmail, { candidate_info, ...words, expected_status_id: expected }, { retries: 0 })
    patchApplicant(client, user_session_id, { has_emailed_application_status: true })
    if (move) return { ...move, unsent: null }
    const undo = { user_session_id, name: nameOf(person), kind: 'email' as const, undo_token: sent.undo_token }
    return { undo, until: Date.parse(sent.send_after), unsent: null }
  } catch (failure) {
    if (!move) throw failure
    return { ...move, unsent: whyOf(failure) }
  }
}

type Standing = Pick<Person, 'ref_application_status_id' | 'application_status' | 'has_emailed_application_status'>

function standingOf({ ref_application_status_id, application_status, has_emailed_application_status }: Standing): Standing {
  return { ref_application_status_id, application_status, has_emailed_application_status }
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/endpoint.ts'
import { listReviewRows } from '#contract/applicants/applicant-list.ts'
import { type Applicant, nameOf } from '#contract/applicants/applicants.ts'
import { emailMany } from '#contract/candidate/candidate-emails.ts'
import { readRolePlan } from '#contract/scheduling/role-plan.ts'
import { savePlan } from '#contract/scheduling/scheduling.ts'
import { decideMany, type DecisionGrounds } from '#contract/applicants/moves.ts'
import { ALL_TIME_DAYS } from '#web/applicants/filters/use-filters.ts'
import { forgetHistory, patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import type { PlanDraft } from '#web/interviewers/plan-fields.tsx'
import { call } from '#web/call.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { asking, FRESH } from '#web/ui/use-call.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { countSince, rememberAction, rememberFailure, type Undo } from './recent-actions.ts'
import { useUndo } from './use-undo.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

/** An applicant without their answers, which a decision doesn't need. */
export type Person = Omit<Applicant, 'answers'>

/** An email's wording: a template by name, with custom text where it differs, or both subject and text without a template. */
export type SentEmail = { template_name?: string; subject?: string; html?: string }
/**
 * `to`: the new status, or null for none. `email`: the email to send, or null for none. `as-role`: the interviews of the applicant's role, if it has
 * any.
 */
export type Decision = { to: number | null; email: SentEmail | null; plan?: PlanDraft | 'as-role' | null; grounds?: DecisionGrounds }
export type DecisionResult = {
  undo: Undo | null
  until: number
  /** The role, if this filled its last opening. */
  filledRole?: number | null
}

/** Why a decision on someone, or an email to them, failed. `isDone`: it was made, but the response was lost. */
export type Failure = { name: string; why: string; isConflict: boolean; isDone?: boolean }

/** `isAnswered`: the call got a response, so the next one may be made. */
export type DecisionResults = { decided: DecisionResult[]; failures: Failure[]; isAnswered: boolean }

/** Decisions this close together share one message. */
const TOGETHER_MS = 12_000
const NEVER = Number.POSITIVE_INFINITY
let runStartedAt = 0
let lastDecidedAt = 0

export function useDecide() {
  const client = useQueryClient()
  const { nameOf: statusName } = useStatuses()
  const { undoLast } = useUndo()

  /** Records what was done and offers to undo it. */
  function offerUndo(what: string, decided: DecisionResult[]): void {
    const undo = decided.flatMap((one) => one.undo ?? [])
    if (undo.length === 0) return
    const now = Date.now()
    if (now - lastDecidedAt > TOGETHER_MS) runStartedAt = now
    lastDecidedAt = now
    rememberAction({ what, until: Math.min(...decided.map((one) => one.until)), undo })
    const count = countSince(runStartedAt)
    const isRun = count > undo.length
    const run = isRun ? `${count} decided. Last: ${what}` : what
    notify(withLastOpening(run, decided), { offer: { label: isRun ? 'Undo last' : 'Undo', key: 'z', run: undoLast }, hidesAfterMs: TOGETHER_MS })
  }

  const say = (person: Person, to: number | null) => `${nameOf(person)}: ${to === null ? 'email queued' : statusName(to)}`
  const move = (people: Person[], decision: Move) => applyDecision(client, people, { ...decision, status: statusName(decision.to) })
  const email = (people: Person[], decision: Decision) => sendEmails(client, people, decision)
  return { move, email, offerUndo, undoLast, say, statusName }
}

type Move = Decision & { to: number }

/** Applies one decision to one or more applicants in a single call, each with their email and interviews; returns the failures. */
async function applyDecision(client: QueryClient, people: Person[], decision: Move & { status: string }): Promise<DecisionResults> {
  const { to, status, email } = decision
  const show = (person: Person, has_emailed_application_status: boolean) => {
    const state = { ref_application_status_id: to, application_status: status, has_emailed_application_status }
    patchApplicant(client, person.user_session_id, { ...state, ...(person.status_changed_at && { status_changed_at: new Date().toISOString() }) })
  }
  // A decision on one person is shown before the server responds.
  const shown = people.length === 1 ? people : []
  for (const person of shown) show(person, email !== null)
  const answer = await call(decideMany, inputOf(people, decision), { retries: 0 }).catch((failure: unknown) => errorMessage(failure))
  const pairs = typeof answer === 'string' ? [] : people.map((person, at) => ({ person, result: answer.results[at]! }))
  const done = pairs.filter(({ result }) => result.status === 200)
  if (done.length === 0)
    for (const person of shown) patchApplicant(client, person.user_session_id, { ...currentStatusOf(person), status_changed_at: person.status_changed_at })
  if (typeof answer === 'string') return withoutResponse(client, people, { why: answer, isDone: (_, now) => now.ref_application_status_id === to })
  for (const { person, result } of done) {
    show(person, result.email_id !== null)
    forgetHistory(client, person.user_session_id)
  }
  // The previous version, which may still be running during an upgrade, ignores interviews.
  const unplanned = decision.plan ? done.filter(({ result }) => result.openings_left === undefined) : []
  const rejected = pairs.filter(({ result }) => result.status !== 200)
  const rereading = reloadRejected(client, rejected)
  // Only for a single person: undoing a bulk decision shouldn't wait for this.
  if (shown.length > 0) await rereading
  return {
    decided: done.map(({ person, result }) => ({
      ...undoOf(person, { ...result, kind: 'move' }),
      filledRole: result.openings_left === 0 ? person.ref_function_role_id : null,
    })),
    failures: [...rejected.map(failureOf), ...unplanned.map(({ person }) => ({ name: nameOf(person), why: UNPLANNED, isConflict: false, isDone: true }))],
    isAnswered: true,
  }
}

function inputOf(people: Person[], { to, email, plan, grounds }: Move): CallInput<typeof decideMany> {
  return {
    user_session_ids: people.map((person) => person.user_session_id),
    expected_status_ids: people.map((person) => person.ref_application_status_id),
    ref_application_status_id: to,
    ...(email && { email }),
    ...(plan && { interviews: plan }),
    ...grounds,
  }
}

const UNPLANNED = "The interviews weren't set up. Set them up on the applicant's page."
const RESPONSE_LOST = "This was done, but the response was lost. While there's time to undo it, the button is in the timeline."

type WithoutResponse = { why: string; isDone: (person: Person, now: CurrentStatus) => boolean }

/** The server may have done what was asked before its response was lost, so everyone is reloaded. */
async function withoutResponse(client: QueryClient, people: Person[], { why, isDone }: WithoutResponse): Promise<DecisionResults> {
  const now = await reloadAll(client, people)
  const failures = people.map((person) => {
    const current = now.get(person.user_session_id)
    const isMade = current !== undefined && isDone(person, current)
    return { name: nameOf(person), why: isMade ? RESPONSE_LOST : why, isConflict: false, isDone: isMade }
  })
  return { decided: [], failures, isAnswered: false }
}

type Rejected = { person: Person; result: { status: number; detail: string | null } }

const failureOf = ({ person, result }: Rejected): Failure => ({
  name: nameOf(person),
  why: result.detail ?? `Error ${result.status}`,
  isConflict: result.status === 409,
})

async function reloadRejected(client: QueryClient, rejected: Rejected[]): Promise<void> {
  const people = rejected.map(({ person }) => person)
  if (people.length > 0) await reloadAll(client, people)
}

/** Reloads these applicants' statuses, and returns the ones that loaded, by ID. */
async function reloadAll(client: QueryClient, people: Person[]): Promise<Map<number, CurrentStatus>> {
  const ids = people.map((person) => person.user_session_id)
  const rows = await call(listReviewRows, { roleId: 'all', days_ago: ALL_TIME_DAYS, identifiable: false, ids }, { retries: 1 }).catch(() => [])
  for (const row of rows) {
    patchApplicant(client, row.user_session_id, currentStatusOf(row))
    forgetHistory(client, row.user_session_id)
  }
  return new Map(rows.map((row) => [row.user_session_id, row]))
}

type Undoable = { kind: Undo['kind']; undo_token: string | null; undo_until: string | null }

function undoOf(person: Person, { kind, undo_token, undo_until }: Undoable): Pick<DecisionResult, 'undo' | 'until'> {
  const undo = undo_token ? { user_session_id: person.user_session_id, name: nameOf(person), kind, undo_token } : null
  return { undo, until: Date.parse(undo_until ?? '') || NEVER }
}

/** Emails one or more applicants without a decision in a single call; for one person, after setting up the interviews it may list. */
async function sendEmails(client: QueryClient, people: Person[], { email, plan }: Decision): Promise<DecisionResults> {
  const [one] = people
  const unplanned = one && people.length === 1 && plan ? await planInterviews(client, one, plan) : null
  if (unplanned) {
    const why = `The interviews weren't set up, so the email wasn't queued: ${unplanned}`
    return { decided: [], failures: people.map((person) => ({ name: nameOf(person), why, isConflict: false })), isAnswered: true }
  }
  const asked = {
    user_session_ids: people.map((person) => person.user_session_id),
    expected_status_ids: people.map((person) => person.ref_application_status_id),
    ...email,
  }
  const answer = await call(emailMany, asked, { retries: 0 }).catch((failure: unknown) => errorMessage(failure))
  if (typeof answer === 'string')
    return withoutResponse(client, people, {
      why: answer,
      isDone: (person, now) => now.has_emailed_application_status && !person.has_emailed_application_status,
    })
  const pairs = people.map((person, at) => ({ person, result: answer.results[at]! }))
  const queued = pairs.filter(({ result }) => result.undo_token !== null)
  for (const { person } of queued) {
    patchApplicant(client, person.user_session_id, { has_emailed_application_status: true })
    forgetHistory(client, person.user_session_id)
  }
  const rejected = pairs.filter(({ result }) => result.undo_token === null)
  await reloadRejected(client, rejected)
  return {
    decided: queued.map(({ person, result: { undo_token, send_after } }) => undoOf(person, { kind: 'email', undo_token, undo_until: send_after })),
    failures: rejected.map(failureOf),
    isAnswered: true,
  }
}

/** Returns why the interviews couldn't be set up. */
async function planInterviews(client: QueryClient, { user_session_id, ref_function_role_id: id }: Person, plan: PlanDraft | 'as-role'): Promise<string | null> {
  try {
    const { version: _version, ...chosen } = plan === 'as-role' ? await client.fetchQuery(asking(readRolePlan, { id }, FRESH)) : { version: 0, ...plan }
    if (chosen.parts.length > 0) await call(savePlan, { user_session_id, ...chosen, keeps_existing: plan === 'as-role', with_decision: true }, { retries: 0 })
    return null
  } catch (failure) {
    return errorMessage(failure)
  }
}

type CurrentStatus = Pick<Person, 'ref_application_status_id' | 'application_status' | 'has_emailed_application_status'>

function currentStatusOf({ ref_application_status_id, application_status, has_emailed_application_status }: CurrentStatus): CurrentStatus {
  return { ref_application_status_id, application_status, has_emailed_application_status }
}

/** What was decided, with a link to close the role if that filled its last opening. */
function withLastOpening(what: string, decided: { filledRole?: number | null }[]): ReactNode {
  const role = decided.find(({ filledRole }) => filledRole)?.filledRole
  if (!role) return what
  return (
    <>
      {what}. That was the last opening. <Link to={`/admin/roles?role=${role}`}>Close the role</Link>
    </>
  )
}

/** The server's limit for one call. */
const MAX_TOGETHER = 500

export type Progress = { done: number; of: number; failures: Failure[]; isOver: boolean }
type Run = Pick<ReturnType<typeof useDecide>, 'move' | 'email'> & {
  decision: Decision
  decided: DecisionResult[]
  failures: Failure[]
  report: (isOver?: boolean) => void
}

/** Applies one decision to any number of applicants, or emails them without one, up to 500 per call, and reports failures. */
export function useRun() {
  const { move, email, offerUndo, say, statusName } = useDecide()
  const [progress, setProgress] = useState<Progress | null>(null)

  async function run(people: Person[], decision: Decision): Promise<Failure[]> {
    const failures: Failure[] = []
    const decided: DecisionResult[] = []
    const report = (isOver = false) => setProgress({ done: decided.length, of: people.length, failures: [...failures], isOver })
    const here = { move, email, decision, decided, failures, report }
    report()
    for (let first = 0; first < people.length; first += MAX_TOGETHER) {
      if (await runBatch(here, people.slice(first, first + MAX_TOGETHER))) continue
      const rest = people.slice(first + MAX_TOGETHER)
      failures.push(...rest.map((person) => ({ name: nameOf(person), why: 'Not tried, because the call before this one failed.', isConflict: false })))
      break
    }
    report(true)
    // The list of recent actions is limited, and the one that can be undone must stay on it.
    for (const { name, why } of failures) rememberFailure(`${name}: ${why}`)
    const lost = people.length === 1 && failures.find((one) => one.isDone)
    if (lost) {
      warn(`${lost.name}: ${lost.why}`)
      return []
    }
    offerUndo(people.length === 1 ? say(people[0]!, decision.to) : summarize(decided.length, decision), decided)
    return failures
  }

  function summarize(count: number, { to, email: sent }: Decision): string {
    return to === null ? `${count} emails: ${sent?.template_name ?? 'own words'}` : `${count} applicants: ${statusName(to)}`
  }
  const restart = () => setProgress(null)
  return { progress, run, restart }
}

/** Returns false if the call failed. */
async function runBatch({ move, email, decision, decided, failures, report }: Run, people: Person[]): Promise<boolean> {
  const { to } = decision
  const made = await (to === null ? email(people, decision) : move(people, { ...decision, to }))
  decided.push(...made.decided)
  failures.push(...made.failures)
  report()
  return made.isAnswered
}

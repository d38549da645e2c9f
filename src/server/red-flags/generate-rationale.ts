import type { Output } from '#contract/endpoint.ts'
import { EXPECTED_INTERVIEWS } from '#contract/interviews.ts'
import type { generateRationale as generateRationaleCall, HiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import { HttpError } from '#server/http/http-error.ts'
import { PROMPT_VERSION } from '#server/rationale/model/prompt.ts'
import type { Evidence, Rationale, RationaleGenerator } from '#server/rationale/generator.ts'
import { isRationaleUnavailable, isRationaleBusy, isRationaleUnusable, rationaleBusy, tokensOf } from '#server/rationale/rationale-errors.ts'
import { findKnown } from '#server/people/find-known.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { lockStaffAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { findDecision, insertDecision, lockDecision, readNow, setDecision, setGenerated, type Decision, type Row } from './decision-store.ts'
import { listExamples } from './mark-store.ts'
import { draftOf, evidenceIn, isPersonal, presentDecision, visibleDecision, type Draft } from './draft.ts'
import { keepVersion, lockOrThrow } from './save-decision.ts'
import { countTokensOfMonth, findRedFlag, listFeedback, countRuns, deleteRun, insertRun, removeEndedRuns } from './store.ts'
import { rejectIfOff } from './switches.ts'

export type Tools = Pick<Services, 'db' | 'env' | 'limits' | 'rationale'>
export type RequestedRow = Row & {
  overwrite: boolean
  identifiable?: boolean
  /** Returns true once the person has stopped waiting; after that, nothing is saved. */
  isGone: () => boolean
}

/**
 * Drafts a rationale from this applicant's feedback and saves it as a draft, unless a person has edited the row, even during generation. Errors: 403 turned
 * off, 404 unknown applicant or red flag, 429 too many, 502 unusable response, 503 the model is down or slow; all of them leave the row unchanged. Doesn't
 * hold a database connection during generation.
 */
export async function generateRationale(tools: Tools, caller: StaffCaller, requested: RequestedRow): Promise<Output<typeof generateRationaleCall>> {
  const { db, rationale } = tools
  await rejectIfOff({ db, rationale }, caller, requested.user_session_id)
  const evidence = await gatherEvidence(db, caller, requested)
  const before = await findDecision(db, requested)

  const drafting = { ...tools, rationale: rationale! }
  const draft = await draftOrReject(drafting, caller, { requested, evidence })

  const saved = await saveOrReject(drafting, caller, { requested, evidence, drafted: draft, before })
  const view = viewOf(evidence.mask ?? NO_ONE, viewerOf(tools.env, { identifiable: requested.identifiable ?? false }))
  if (view.identifiable) await recordReveal(db, caller, { user_session_id: requested.user_session_id, shown: 'rationales' })
  const citations = evidenceIn(draft).map((one) => view.show('citation', one))
  return { ...view.show('draft', draft), citations, saved: saved && visibleDecision(view, saved) }
}

async function gatherEvidence(db: Services['db'], caller: StaffCaller, { user_session_id, fgl_ref_red_flag_id }: Row): Promise<Evidence> {
  const identity = await findKnown(db, user_session_id, caller.scope)
  if (!identity) throw new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
  await rejectBeforeOwnFeedback(db, caller, user_session_id)
  const redFlag = await findRedFlag(db, fgl_ref_red_flag_id)
  if (!redFlag) throw new HttpError(404, 'That red flag was not found.')
  const examples = await listExamples(db, fgl_ref_red_flag_id)
  return { redFlag: { ...redFlag, examples }, feedback: await listFeedback(db, user_session_id), mask: identity, interviews: EXPECTED_INTERVIEWS }
}

type DraftRequest = { requested: RequestedRow; evidence: Evidence }
type DraftingTools = Tools & { rationale: RationaleGenerator }

async function draftOrReject(tools: DraftingTools, caller: StaffCaller, { requested, evidence }: DraftRequest): Promise<Rationale> {
  try {
    const end = await claimRun(tools.db, requested, caller.staff_account_id)
    return await draftWithinLimits(tools, caller, evidence).finally(end)
  } catch (failure) {
    const refusal = errorOf(failure)
    if (!refusal) throw failure
    await recordFailure(tools, caller, { requested, status: refusal.status, tokens: tokensOf(failure) })
    throw refusal
  }
}

type Failure = { requested: RequestedRow; status: number; tokens: number }

/** A failed draft's tokens count, too. */
async function recordFailure({ db, rationale }: DraftingTools, caller: StaffCaller, { requested, status, tokens }: Failure): Promise<void> {
  const { user_session_id, fgl_ref_red_flag_id } = requested
  const facts = { fgl_ref_red_flag_id, generator: rationale.name, status, tokens }
  await db.transaction((tx) => recordAudit(tx, { actor: caller, action: 'rationale.failed', subject_kind: 'applicant', subject_id: user_session_id, facts }))
}

async function draftWithinLimits({ db, env, limits, rationale }: DraftingTools, caller: StaffCaller, evidence: Evidence): Promise<Rationale> {
  await limits.take('generate-rationale', String(caller.staff_account_id))
  // The last drafts of a month may go over budget, because a draft's cost is known only afterward.
  const isSpent = env.LLM_MONTHLY_TOKENS > 0 && (await countTokensOfMonth(db)) >= env.LLM_MONTHLY_TOKENS
  if (isSpent) throw rationaleBusy("You've reached this month's limit for the model. Write the rationale by hand.")
  return rationale.generate(evidence)
}

function errorOf(failure: unknown): HttpError | null {
  if (isRationaleUnavailable(failure))
    return new HttpError(503, "The model that drafts rationales isn't available or took too long. Nothing was changed.", { retryAfterSeconds: 30 })
  if (isRationaleUnusable(failure)) return new HttpError(502, "The model's response can't be used. Nothing was changed.")
  return isRationaleBusy(failure) ? new HttpError(429, (failure as Error).message, { retryAfterSeconds: 5 }) : null
}

type FinishedDraft = DraftRequest & { drafted: Rationale; before: Decision | null }

async function saveOrReject(tools: DraftingTools, caller: StaffCaller, finished: FinishedDraft): Promise<HiringDecisionDetail | null> {
  const { requested, drafted } = finished
  try {
    return await saveDraft(tools, caller, finished)
  } catch (failure) {
    if (failure instanceof HttpError) await recordFailure(tools, caller, { requested, status: failure.status, tokens: drafted.tokens })
    throw failure
  }
}

/** Generation takes a while, so this checks again: 404 if the applicant has been erased since, 403 if drafts were turned off. */
async function saveDraft(
  { db, rationale }: DraftingTools,
  caller: StaffCaller,
  { requested, evidence, drafted, before }: FinishedDraft,
): Promise<HiringDecisionDetail | null> {
  return db.transaction(async (tx) => {
    const { user_session_id, fgl_ref_red_flag_id } = requested
    await lockOrThrow(tx, caller, user_session_id)
    await rejectIfOff({ db: tx, rationale }, caller, user_session_id)
    const row = await lockDecision(tx, requested)
    const draft = draftOf(drafted, evidence.feedback, { generated_at: await readNow(tx), generated_by: caller.staff_account_id })
    const isSaved = !requested.isGone() && isReplaceable(row, before, requested.overwrite)
    if (isSaved) {
      const content = {
        fgl_absent_flag: draft.agent_absent_flag,
        fgl_rationale: draft.agent_rationale,
        source: 'generated' as const,
        reviewed: false,
        decided: draft.agent_absent_flag,
        meant_otherwise: false,
        generated: { ...draft, pending: draft },
      }
      if (row) await setDecision(tx, requested, { ...content, row_modified_user_id: caller.staff_account_id })
      else await insertDecision(tx, { user_session_id, fgl_ref_red_flag_id, ...content }, caller.staff_account_id)
      await keepVersion(tx, caller, { given: requested, row: row && isPersonal(row) ? row : null, why: undefined })
    } else if (row && !requested.isGone()) await setGenerated(tx, requested, { ...(row.generated as object | null), pending: draft })
    await recordAudit(tx, {
      actor: caller,
      action: 'rationale.generated',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { fgl_ref_red_flag_id, ...factsOf(draft), tokens: drafted.tokens, is_saved: isSaved, overwrite: requested.overwrite },
    })
    if (!isSaved) return null
    return presentDecision((await findDecision(tx, requested))!, await listFeedback(tx, user_session_id))
  })
}

/** Text written during generation is kept, even if overwriting was confirmed before. */
function isReplaceable(row: Decision | null, before: Decision | null, overwrite: boolean): boolean {
  if (row === null) return before === null
  const isUnchanged = row.modified_at === before?.modified_at
  return isUnchanged && (overwrite || !isPersonal(row))
}

function factsOf({ generator, model, prompt_hash, sufficient_evidence, citations }: Draft) {
  const cited = [...new Set(citations.map((citation) => citation.if_interview_feedback_detail_id))]
  return {
    generator,
    model: model ?? null,
    prompt_version: prompt_hash ? PROMPT_VERSION : null,
    prompt_hash: prompt_hash ?? null,
    sufficient_evidence,
    cited_feedback: cited,
  }
}

const MAX_PER_PERSON = 2

/**
 * Allows one running draft per row and two per person, across all processes; returns a function that ends the run. Rejects with `rationaleBusy`.
 * Tracked in the database, because separate counts in two processes would allow twice as many.
 */
export async function claimRun(db: Db, row: Row, staff_account_id: number): Promise<() => Promise<void>> {
  const rationale_run_id = await db.transaction(async (tx) => {
    await lockStaffAccount(tx, staff_account_id)
    await removeEndedRuns(tx, staff_account_id)
    if ((await countRuns(tx, staff_account_id)) >= MAX_PER_PERSON)
      throw rationaleBusy('You already have two rationales being generated. Wait for one to finish.')
    const runId = await insertRun(tx, row, staff_account_id)
    if (runId === null) throw rationaleBusy('A rationale for this row is already being generated.')
    return runId
  })
  return () => deleteRun(db, rationale_run_id)
}

import { OUTDATED_DRAFT, STALE_DRAFT, type HiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import { lockCandidate } from '#server/feedback/store.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { findKnown } from '#server/people/find-known.ts'
import { viewerOf, viewOf, type View } from '#server/people/view-of.ts'
import { mentionsIn } from '#server/rationale/mask/traits.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import { findDecision, insertDecision, listDecisions, lockDecision, setDecision, type Content, type Decision, type Row } from './decision-store.ts'
import { draftIn, pendingIn, presentDecision, visibleDecision } from './draft.ts'
import { findRedFlag, listFeedback } from './store.ts'

export type DecisionInput = Row & {
  fgl_absent_flag: boolean
  fgl_rationale: string | null
  reviewed?: boolean | undefined
  decided?: boolean | undefined
  stale_accepted?: boolean | undefined
  meant_otherwise?: boolean | undefined
  /** Why the row was changed; saved with its version. */
  change_reason?: string | undefined
  /** Whether the response shows names; the input is treated the same either way. */
  identifiable?: boolean | undefined
}
type Tools = Pick<Services, 'db' | 'env'>

/** Returns the decisions on an applicant's red flags. 404 for an unknown applicant. */
export async function readDecisions(
  { db, env }: Tools,
  caller: StaffCaller,
  { user_session_id, fgl_ref_red_flag_id, identifiable }: { user_session_id: number; fgl_ref_red_flag_id?: number | undefined; identifiable: boolean },
): Promise<HiringDecisionDetail[]> {
  const view = await viewOrThrow({ db, env }, caller, { user_session_id, identifiable })
  const rows = await listDecisions(db, user_session_id, fgl_ref_red_flag_id)
  const feedback = rows.length > 0 ? await listFeedback(db, user_session_id) : []
  if (identifiable && rows.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'rationales' })
  return rows.map((row) => visibleDecision(view, presentDecision(row, feedback)))
}

/** Creates an applicant's first decision on a red flag. 404 for an unknown applicant or red flag, 409 if there already is one. */
export async function createDecision({ db, env }: Tools, caller: StaffCaller, typed: DecisionInput): Promise<HiringDecisionDetail> {
  return db.transaction(async (tx) => {
    const view = await lockedViewOrThrow({ db: tx, env }, caller, typed)
    if (!(await findRedFlag(tx, typed.fgl_ref_red_flag_id))) throw new HttpError(404, 'That red flag was not found.')
    const row = await lockDecision(tx, typed)
    if (row && !isUnsavedDraft(row)) throw alreadyThere()

    const given = await unmasked(tx, view, { typed, row })
    const { user_session_id, fgl_ref_red_flag_id } = given
    const content = contentOf(row, given)
    await rejectStaleDraft(tx, row, { given, content })
    if (row) await setDecision(tx, given, { ...content, row_modified_user_id: caller.staff_account_id })
    else if (!(await insertDecision(tx, { user_session_id, fgl_ref_red_flag_id, ...content }, caller.staff_account_id))) throw alreadyThere()
    await keepVersion(tx, caller, { given, row, why: given.change_reason })
    return visibleDecision(view, await recorded(tx, caller, { given, content, action: 'hiring-decision.created' }))
  })
}

/** 404 if the ID belongs to another applicant or red flag, 409 if someone has changed the row since version `replaces`. */
export async function changeDecision(
  { db, env }: Tools,
  caller: StaffCaller,
  { fgl_hiring_decision_detail_id, replaces, ...typed }: DecisionInput & { fgl_hiring_decision_detail_id: number; replaces?: string | undefined },
): Promise<HiringDecisionDetail> {
  return db.transaction(async (tx) => {
    const view = await lockedViewOrThrow({ db: tx, env }, caller, typed)
    const row = await lockDecision(tx, typed)
    if (row?.fgl_hiring_decision_detail_id !== fgl_hiring_decision_detail_id) throw new HttpError(404, 'That decision was not found.')
    if (replaces !== undefined && replaces !== row.modified_at) {
      throw new HttpError(409, `${row.modified_by_email ?? 'Someone else'} changed this row after you opened it. Your changes haven't been saved.`)
    }
    const given = await unmasked(tx, view, { typed, row })
    const content = contentOf(row, given)
    // Submitting the table sends every row; unchanged ones keep their signer.
    if (isAsStored(row, content)) return visibleDecision(view, presentDecision(row, await listFeedback(tx, given.user_session_id)))
    await rejectStaleDraft(tx, row, { given, content })
    await setDecision(tx, given, { ...content, row_modified_user_id: caller.staff_account_id })
    await keepVersion(tx, caller, { given, row, why: given.change_reason })
    return visibleDecision(view, await recorded(tx, caller, { given, content, action: 'hiring-decision.changed' }))
  })
}

/** Compares the texts to tell whether one is the draft's or a person's, so a request can't make that claim. */
function contentOf(row: Decision | null, { fgl_absent_flag, fgl_rationale, reviewed, ...given }: DecisionInput): Content {
  const pending = pendingIn(row)
  const isAdopting = pending !== null && pending.agent_rationale === fgl_rationale
  const draft = isAdopting ? pending : draftIn(row)
  const decided = given.decided ?? (fgl_absent_flag || (fgl_rationale ?? '').trim() !== '')
  return {
    fgl_absent_flag: fgl_absent_flag && decided,
    fgl_rationale,
    source: draft?.agent_rationale === fgl_rationale && fgl_rationale !== null ? 'generated' : 'person',
    reviewed: reviewed ?? !isAdopting,
    decided,
    meant_otherwise: mentionsIn(fgl_rationale ?? '').length > 0 && (given.meant_otherwise ?? (fgl_rationale === row?.fgl_rationale && row.meant_otherwise)),
    generated: draft,
  }
}

/** No one has acknowledged an unsaved draft, so the first decision doesn't have a previous version. */
export async function keepVersion(
  tx: Db,
  caller: StaffCaller,
  { given, row, why }: { given: Row; row: Decision | null; why: string | undefined },
): Promise<void> {
  const saved = (await findDecision(tx, given))!
  const written_by = row && (row.row_modified_user_id ?? row.row_created_user_id)
  await recordVersion(tx, {
    kind: 'rationale',
    of_id: saved.fgl_hiring_decision_detail_id,
    user_session_id: given.user_session_id,
    before: row && !isUnsavedDraft(row) ? { content: versionOf(row), written_by, written_at: row.modified_at } : null,
    after: versionOf(saved),
    by: caller,
    why,
  })
}

function versionOf({ fgl_rationale, fgl_absent_flag, decided, reviewed, source, meant_otherwise }: Decision) {
  return { fgl_rationale, fgl_absent_flag, decided, reviewed, source, meant_otherwise }
}

function isAsStored(row: Decision, content: Content): boolean {
  const fields = ['fgl_absent_flag', 'fgl_rationale', 'reviewed', 'decided', 'source', 'meant_otherwise'] as const
  // Saving a waiting draft is a change only if no one has signed the row.
  return fields.every((name) => row[name] === content[name]) && (row.reviewed || pendingIn(row) === null)
}

/** Signing a draft requires confirmation if its sources have changed, or if it says that the red flag is absent and there's newer feedback. */
async function rejectStaleDraft(tx: Db, row: Decision | null, { given, content }: { given: DecisionInput; content: Content }): Promise<void> {
  if (!row || !content.reviewed || content.source !== 'generated' || given.stale_accepted) return
  const { stale, has_newer_feedback } = presentDecision({ ...row, generated: content.generated }, await listFeedback(tx, given.user_session_id))
  if (stale) throw new HttpError(409, STALE_DRAFT)
  if (has_newer_feedback && content.fgl_absent_flag) throw new HttpError(409, OUTDATED_DRAFT)
}

/** Generated and not edited yet; the first person to save it creates the decision. */
function isUnsavedDraft(row: Decision): boolean {
  return row.source === 'generated' && row.row_modified_user_id === null && pendingIn(row) !== null
}

function alreadyThere(): HttpError {
  return new HttpError(409, "There's already a decision on this red flag. Reload to see it.")
}

type TypedDecision = { typed: DecisionInput; row: Decision | null }

/** Replaces masks in text typed while names were hidden with the original words, because masked text is never stored. */
async function unmasked(tx: Db, view: View, { typed, row }: TypedDecision): Promise<DecisionInput> {
  if (typed.fgl_rationale === null) return typed
  const shownTexts = [row?.fgl_rationale, pendingIn(row)?.agent_rationale, draftIn(row)?.agent_rationale].filter((text) => text !== null && text !== undefined)
  const feedback = (await listFeedback(tx, typed.user_session_id)).map((one) => one.interviewer_feedback)
  return { ...typed, fgl_rationale: view.restored(typed.fgl_rationale, [...shownTexts, ...feedback]) }
}

type DecisionSubject = { user_session_id: number; identifiable?: boolean | undefined }

/**
 * Returns what the caller can see about an applicant. 404 for an unknown applicant, 403 while a caller who interviews them hasn't submitted their own
 * feedback, because rationales quote others.
 */
async function viewOrThrow(
  { db, env }: { db: Db; env: Services['env'] },
  caller: StaffCaller,
  { user_session_id, identifiable = false }: DecisionSubject,
): Promise<View> {
  const known = await findKnown(db, user_session_id, caller.scope)
  if (!known) throw unknownApplicant(user_session_id)
  await rejectBeforeOwnFeedback(db, caller, user_session_id)
  return viewOf(known, viewerOf(env, { identifiable }))
}

/** The same, with the application locked: until the transaction ends, it can't be erased and its status can't change. */
export async function lockedViewOrThrow(context: { db: Db; env: Services['env'] }, caller: StaffCaller, subject: DecisionSubject): Promise<View> {
  await lockOrThrow(context.db, caller, subject.user_session_id)
  return viewOrThrow(context, caller, subject)
}

/** Locks an application before something about it is saved, because an erasure may have run since it was read. 404 for an unknown applicant. */
export async function lockOrThrow(tx: Db, { scope }: StaffCaller, user_session_id: number): Promise<void> {
  if (!(await lockCandidate(tx, user_session_id, scope))) throw unknownApplicant(user_session_id)
}

function unknownApplicant(user_session_id: number): HttpError {
  return new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
}

type Change = { given: DecisionInput; content: Content; action: AuditAction }

async function recorded(tx: Db, caller: StaffCaller, { given, content, action }: Change): Promise<HiringDecisionDetail> {
  const saved = (await findDecision(tx, given))!
  await recordAudit(tx, {
    actor: caller,
    action,
    subject_kind: 'applicant',
    subject_id: given.user_session_id,
    facts: {
      fgl_hiring_decision_detail_id: saved.fgl_hiring_decision_detail_id,
      fgl_ref_red_flag_id: given.fgl_ref_red_flag_id,
      fgl_absent_flag: content.fgl_absent_flag,
      source: content.source,
      reviewed: content.reviewed,
      decided: content.decided,
    },
  })
  return presentDecision(saved, await listFeedback(tx, given.user_session_id))
}

import type { Input } from '#contract/endpoint.ts'
import type { markSentence as markSentenceCall, RedFlagMark } from '#contract/red-flags/red-flag-marks.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findQuote } from '#server/rationale/text/find-quote.ts'
import { widened } from '#server/rationale/text/passages.ts'
import { findKnown } from '#server/people/find-known.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { viewerOf, viewOf, type View } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import { deleteMark, findAnswer, findMark, findMarkedId, listMarks, lockMark, putMark } from './mark-store.ts'
import { lockedViewOrThrow, lockOrThrow } from './save-decision.ts'
import { lockRedFlag } from './store.ts'

type MarkRequest = Input<typeof markSentenceCall>

/** Returns the marks in an applicant's feedback. 403 while a caller who interviews them hasn't submitted their own feedback. */
export async function readMarks(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<RedFlagMark[]> {
  const known = await findKnown(db, user_session_id, caller.scope)
  if (!known) return []
  await rejectBeforeOwnFeedback(db, caller, user_session_id)
  const marks = await listMarks(db, user_session_id, caller.scope)
  if (identifiable && marks.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'rationales' })
  const { show } = viewOf(known, viewerOf(env, { identifiable }))
  return marks.map((mark) => show('mark', mark))
}

/** 404 for an unknown applicant, red flag or answer; 422 if the answer doesn't contain the words. */
export async function markSentence({ db, env }: Pick<Services, 'db' | 'env'>, caller: StaffCaller, requested: MarkRequest): Promise<RedFlagMark> {
  const { user_session_id, fgl_ref_red_flag_id, if_interview_feedback_detail_id, stance } = requested
  return db.transaction(async (tx) => {
    const view = await lockedViewOrThrow({ db: tx, env }, caller, requested)
    if (!(await lockRedFlag(tx, fgl_ref_red_flag_id))) throw new HttpError(404, 'That red flag was not found.')
    const answer = await findAnswer(tx, if_interview_feedback_detail_id, user_session_id)
    if (!answer) throw new HttpError(404, 'That feedback was not found.')
    const quote = sentenceIn(answer.interviewer_feedback, { quote: requested.quote, view })
    const row = { user_session_id, fgl_ref_red_flag_id, if_interview_feedback_detail_id, quote, stance, marked_by: caller.staff_account_id }
    const previousMark = await lockMark(tx, row)
    const id = await putMark(tx, row)
    await recordVersion(tx, {
      kind: 'mark',
      of_id: id,
      user_session_id,
      before: previousMark && versionOf(previousMark),
      after: { quote, stance, fgl_ref_red_flag_id },
      by: caller,
    })
    await recordAudit(tx, {
      actor: caller,
      action: 'red-flag.marked',
      subject_kind: 'red-flag',
      subject_id: fgl_ref_red_flag_id,
      facts: { user_session_id, stance },
    })
    return view.show('mark', (await findMark(tx, id, caller.scope))!)
  })
}

function versionOf({ quote, stance, fgl_ref_red_flag_id, marked_by, marked_at }: NonNullable<Awaited<ReturnType<typeof lockMark>>>) {
  return { content: { quote, stance, fgl_ref_red_flag_id }, written_by: marked_by, written_at: marked_at }
}

/** Returns the words as stored, given the words as stored or as they were shown while names were hidden. */
function sentenceIn(text: string, { quote, view }: { quote: string; view: View }): string {
  const masked = view.masker.mask(text)
  const inMasked = findQuote(masked.text, quote)
  const place = findQuote(text, quote) ?? (inMasked && masked.original(inMasked))
  if (!place) throw new HttpError(422, "We couldn't find this text in the feedback. Reload the page and mark the sentence again.")
  const { start, end } = widened(text, place)
  return text.slice(start, end)
}

/** 404 for an unknown mark. */
export async function removeMark({ db }: Pick<Services, 'db'>, caller: StaffCaller, red_flag_mark_id: number): Promise<undefined> {
  await db.transaction(async (tx) => {
    const marked = await findMarkedId(tx, red_flag_mark_id, caller.scope)
    if (marked === null) throw new HttpError(404, 'That mark was not found.')
    await lockOrThrow(tx, caller, marked)
    const mark = await deleteMark(tx, red_flag_mark_id)
    if (!mark) throw new HttpError(404, 'That mark was not found.')
    await recordVersion(tx, { kind: 'mark', of_id: red_flag_mark_id, user_session_id: marked, before: versionOf(mark), after: null, by: caller })
    await recordAudit(tx, { actor: caller, action: 'red-flag.unmarked', subject_kind: 'red-flag', subject_id: mark.fgl_ref_red_flag_id })
  })
}

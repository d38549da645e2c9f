import type { FeedbackDetail, InterviewHeader, FeedbackGroup, OwnVersion } from '#contract/feedback.ts'
import type { DeskAccess, InterviewDesk } from '#contract/interview-desk.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import { findKnown } from '#server/people/find-known.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import { listVersionRows } from '#server/versions/version-store.ts'
import { versionText } from '#server/versions/version-text.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { readResume } from '#server/applicants/one/read-resume.ts'
import { findHeader, findOwnHeader, listDetails, lockCandidate, listFullFeedback, type HeaderKey } from './store.ts'
import { rejectBeforeOwnFeedback } from './own-feedback-first.ts'
import { findDesk, listAnswersWithoutIdentity, type DeskRow } from './desk-store.ts'

const EMPTY = 'That feedback was not found.'

/** Returns the caller's own header, even after the candidate leaves the panel interview stage; anyone else's is a 404. */
export async function findOwnFeedback({ db }: Pick<Services, 'db'>, caller: StaffCaller, key: HeaderKey): Promise<InterviewHeader> {
  const isOwn = key.ref_interviewer_id === (await ownInterviewerId(db, caller))
  const header = isOwn ? await findHeader(db, key) : null
  if (!header) throw new HttpError(404, EMPTY)
  return header
}

export async function listOwnDetails({ db }: Pick<Services, 'db'>, caller: StaffCaller, interview_header_id: number): Promise<FeedbackDetail[]> {
  const header = await findOwnHeader(db, interview_header_id, await ownInterviewerId(db, caller))
  if (!header) throw new HttpError(404, EMPTY)
  return listDetails(db, interview_header_id)
}

/** Returns every version of the answers under the caller's own header; anyone else's is a 404. */
export async function readOwnVersions({ db }: Pick<Services, 'db'>, caller: StaffCaller, interview_header_id: number): Promise<OwnVersion[]> {
  const header = await findOwnHeader(db, interview_header_id, await ownInterviewerId(db, caller))
  if (!header) throw new HttpError(404, EMPTY)
  const questionOf = new Map(
    (await listDetails(db, interview_header_id)).map((one) => [one.if_interview_feedback_detail_id, one.if_interviewer_role_feedback_question_id]),
  )
  return (await listVersionRows(db, header.user_session_id)).flatMap(({ content, ...row }) => {
    const question = row.kind === 'feedback' && questionOf.get(row.of_id)
    return question ? [{ ...row, text: versionText(row.kind, content), if_interviewer_role_feedback_question_id: question }] : []
  })
}

/**
 * Returns all feedback on an applicant, including drafts; reading it is audited. 404 for an unknown applicant, 403 while a caller who interviews them
 * hasn't submitted their own.
 */
export async function readFullFeedback(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<FeedbackGroup[]> {
  return db.transaction(async (tx) => {
    if (!(await lockCandidate(tx, user_session_id, caller.scope))) throw new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
    await rejectBeforeOwnFeedback(tx, caller, user_session_id)
    const groups = await listFullFeedback(tx, user_session_id)
    await recordRead(tx, caller, {
      action: 'feedback.read',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { interviews: groups.length, identifiable },
    })
    if (identifiable && groups.length > 0) await recordReveal(tx, caller, { user_session_id, shown: 'feedback' })
    const { show } = viewOf((await findKnown(tx, user_session_id, caller.scope)) ?? NO_ONE, viewerOf(env, { identifiable }))
    return groups.map(({ feedback, ...group }) => ({ ...show('interview', group), feedback: feedback.map((one) => show('feedback', one)) }))
  })
}

type DeskQuery = { user_session_id: number; ref_interview_id: number }

/**
 * Returns what's shown next to the form. Reading the answers is audited. Throws 404 for a candidate outside the panel stage that the caller hasn't written about.
 */
export async function readDesk({ db }: Pick<Services, 'db'>, caller: StaffCaller, query: DeskQuery): Promise<InterviewDesk> {
  const found = await deskOf(db, caller, query)
  const access = accessOf(found)
  const answers = access === 'shown' ? await listAnswersWithoutIdentity(db, query.user_session_id) : []
  if (access === 'shown') await recordRead(db, caller, readingOf(query, 'interview.answers-read'))
  const { sees_answers, sees_resume, starts_at, ends_at, join_url, function_role_name, function_role_description, function_role_requirements } = found
  return {
    ...query,
    access,
    sees_answers,
    starts_at: instantOf(starts_at),
    ends_at: instantOf(ends_at),
    join_url: ends_at !== null && Date.parse(ends_at) <= Date.now() ? null : join_url,
    function_role_name,
    function_role_description,
    function_role_requirements,
    answers,
    has_resume: access === 'shown' && sees_resume === 'with-answers' && found.has_resume,
  }
}

/** 403 if the interview's settings hide it; otherwise throws the same errors as `readResume`. */
export async function readDeskResume(services: Pick<Services, 'db' | 'files' | 'env' | 'log'>, caller: StaffCaller, query: DeskQuery) {
  const { db } = services
  const found = await deskOf(db, caller, query)
  if (accessOf(found) !== 'shown' || found.sees_resume === 'never') throw new HttpError(403, "This interview doesn't show the resume.")
  const { content } = await readResume(services, query.user_session_id, 'everyone')
  await recordRead(db, caller, readingOf(query, 'interview.resume-read'))
  return content
}

async function deskOf(db: Services['db'], caller: StaffCaller, query: DeskQuery): Promise<DeskRow> {
  const found = await findDesk(db, { ...query, ref_interviewer_id: await ownInterviewerId(db, caller) })
  if (!found) throw new HttpError(404, 'That candidate was not found.')
  return found
}

function accessOf({ sees_answers, is_own, has_started, has_header, starts_at }: DeskRow): DeskAccess {
  if (!is_own) return 'not-yours'
  if (sees_answers === 'never') return 'never'
  // An unscheduled interview starts when feedback on it is started.
  const isBefore = starts_at === null ? !has_header : !has_started
  return sees_answers === 'from-start' && isBefore ? 'before-start' : 'shown'
}

function readingOf({ user_session_id, ref_interview_id }: DeskQuery, action: AuditAction) {
  return { action, subject_kind: 'applicant', subject_id: user_session_id, facts: { ref_interview_id } }
}

function instantOf(moment: string | null): string | null {
  return moment && new Date(moment).toISOString()
}

import type { DeskAccess, InterviewDesk } from '#contract/interview-desk.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { readResume } from '#server/applicants/one/read-resume.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { findDesk, listAnswersWithoutIdentity, type DeskRow } from './desk-store.ts'

type DeskQuery = { user_session_id: number; ref_interview_id: number }

/**
 * Returns what's shown next to the form. Reading the answers is audited. Throws 404 for a candidate outside the panel stage that the caller hasn't written about.
 */
export async function readDesk({ db }: Pick<Services, 'db'>, caller: StaffCaller, about: DeskQuery): Promise<InterviewDesk> {
  const found = await deskOf(db, caller, about)
  const access = accessOf(found)
  const answers = access === 'shown' ? await listAnswersWithoutIdentity(db, about.user_session_id) : []
  if (access === 'shown') await recordAudit(db, readingOf(caller, about, 'interview.answers-read'))
  const { sees_answers, sees_resume, starts_at, ends_at, join_url, function_role_name, function_role_description, function_role_requirements } = found
  return {
    ...about,
    access,
    sees_answers,
    starts_at: instantOf(starts_at),
    ends_at: instantOf(ends_at),
    join_url,
    function_role_name,
    function_role_description,
    function_role_requirements,
    answers,
    has_resume: access === 'shown' && sees_resume === 'with-answers' && found.has_resume,
  }
}

type DeskResume = DeskQuery & { /** False for a HEAD request: it isn't audited. */ isRead: boolean }

/** 403 if the interview's settings hide it; otherwise throws the same errors as `readResume`. */
export async function readDeskResume(services: Pick<Services, 'db' | 'files' | 'env' | 'log'>, caller: StaffCaller, { isRead, ...about }: DeskResume) {
  const { db } = services
  const found = await deskOf(db, caller, about)
  if (accessOf(found) !== 'shown' || found.sees_resume === 'never') throw new HttpError(403, "This interview doesn't show the resume.")
  const { content } = await readResume(services, about.user_session_id, 'everyone')
  if (isRead) await recordAudit(db, readingOf(caller, about, 'interview.resume-read'))
  return content
}

async function deskOf(db: Services['db'], caller: StaffCaller, about: DeskQuery): Promise<DeskRow> {
  const found = await findDesk(db, { ...about, ref_interviewer_id: await ownInterviewerId(db, caller) })
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

function readingOf(actor: StaffCaller, { user_session_id, ref_interview_id }: DeskQuery, action: AuditAction) {
  return { actor, action, subject_kind: 'applicant', subject_id: user_session_id, facts: { ref_interview_id } }
}

function instantOf(moment: string | null): string | null {
  return moment && new Date(moment).toISOString()
}

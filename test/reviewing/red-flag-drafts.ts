import { and, desc, eq } from 'drizzle-orm'
import { generateRationale, listHiringDecisionDetails, listRedFlags } from '#contract/red-flags/red-flags.ts'
import { audit_trail } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '../interviewing.ts'
import type { TestApp } from '../setup/app.ts'

export const BLAMES_OTHERS = 'She blamed her manager for the mistake.'
export const FRIENDLY = 'She was warm with the family.'

/** Sets up an interviewer, two admins, two red flags, and candidates with the interviewer's feedback. */
export async function redFlagReview(app: TestApp) {
  const ivo = await makeInterviewer(app, 'Ivo Interviewer')
  const admin = await app.admin()
  const other = await app.admin(app.env.ADMIN_EMAILS[1])
  const [flag, secondFlag] = (await app.call(listRedFlags, {}, admin)).body

  async function interviewed(texts = [`${BLAMES_OTHERS} ${FRIENDLY}`]) {
    const user_session_id = await makeCandidate(app)
    const written = await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts })
    const row = { user_session_id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }
    const generate = (more: { overwrite?: boolean } = {}) => app.call(generateRationale, { ...row, ...more }, admin)
    const read = async () => (await app.call(listHiringDecisionDetails, { user_session_id }, admin)).body
    return { user_session_id, written, row, generate, read }
  }

  const auditsOf = (user_session_id: number, action: string) =>
    app.db
      .select()
      .from(audit_trail)
      .where(and(eq(audit_trail.subject_id, user_session_id), eq(audit_trail.action, action)))
      .orderBy(desc(audit_trail.audit_id))

  return { ivo, admin, other, flag, secondFlag, interviewed, auditsOf }
}

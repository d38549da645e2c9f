import { downloadResume } from '#contract/applicants/applicants.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findResume } from './store.ts'

export function fileRoutes(context: AppContext): void {
  const { db, files } = context.services

  answer(context, downloadResume, async ({ input, caller, reply }) => {
    const resume = await findResume(db, input.id, caller.scope)
    const content = resume && (await files.stream(resume.storage_key))
    if (!content) throw new HttpError(404, 'This applicant has no resume.')
    await recordAudit(db, {
      actor: caller,
      action: 'resume.downloaded',
      subject_kind: 'applicant',
      subject_id: input.id,
      facts: { resume_id: resume.resume_id },
    })
    // What a stranger uploaded is never run here: not as a page, not by its scripts, not inside another page.
    reply
      .header('content-type', 'application/pdf')
      .header('content-length', resume.size_bytes)
      .header('content-disposition', `attachment; filename="resume-${input.id}.pdf"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'no-store')
    return reply.send(content)
  })
}

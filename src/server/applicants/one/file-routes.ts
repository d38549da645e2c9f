import type { FastifyReply } from 'fastify'
import { downloadResume } from '#contract/applicants/applicants.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import type { Caller, Scope } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { readResume } from './read-resume.ts'

type Params = { user_session_id: number; scope: Scope; caller: Caller; /** For the candidate's own resume. */ email_key?: string }

export function fileRoutes(context: AppContext): void {
  answer(context, downloadResume, ({ input, caller, reply }) => sendResume(context.services, { user_session_id: input.id, scope: caller.scope, caller }, reply))
}

/** Sends the resume as a download, recorded in the audit trail. Throws as `readResume` does. */
export async function sendResume(services: Services, { user_session_id, scope, caller, email_key }: Params, reply: FastifyReply): Promise<FastifyReply> {
  const { resume_id, content } = await readResume(services, user_session_id, scope, email_key)
  const by = email_key !== undefined && { actor: 'candidate' as const }
  const download = { ...by, action: 'resume.downloaded' as const, subject_kind: 'applicant', subject_id: user_session_id, facts: { resume_id } }
  await recordRead(services.db, caller, download)
  return sendPdf(reply, { content, filename: `resume-${user_session_id}.pdf` })
}

/** Keeps an untrusted upload from being rendered as a page, running scripts or being framed. */
export function sendPdf(reply: FastifyReply, { content, filename }: { content: Buffer; filename: string }): FastifyReply {
  reply
    .header('content-type', 'application/pdf')
    .header('content-length', content.length)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'no-store')
  return reply.send(content)
}

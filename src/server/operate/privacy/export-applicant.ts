import { recordAudit } from '#server/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { readAllAbout } from '#server/people/personal-store.ts'

type Resume = { storage_key: string; resume_id: number }
export type ExportedFile = { name: string; content: Buffer }

/** Everything stored about one applicant, as one JSON document, and the resume files. */
export async function exportApplicant({ db, files }: Pick<Services, 'db' | 'files'>, user_session_id: number) {
  const about = await db.transaction(async (tx) => {
    const found = await readAllAbout(tx, user_session_id)
    if (found['application']!.length === 0) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
    await recordAudit(tx, { actor: null, action: 'applicant.exported', subject_kind: 'applicant', subject_id: user_session_id })
    return found
  })
  const { application, resumes, ...lists } = about
  const kept: ExportedFile[] = []
  for (const { storage_key, resume_id } of resumes as Resume[]) {
    const content = await files.read(storage_key)
    if (content) kept.push({ name: `resume-${resume_id}.pdf`, content })
  }
  return { document: { exported_at: new Date().toISOString(), application: application![0]!, ...lists, resumes: resumes! }, files: kept }
}

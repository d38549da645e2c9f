import { recordAudit } from '#server/audit/record-audit.ts'
import { readIntact, type StoredFile } from '#server/files/read-intact.ts'
import type { Services } from '#server/services.ts'
import { readAllAbout } from '#server/people/personal-store.ts'

type Resume = StoredFile & { resume_id: number }
export type ExportedFile = { name: string; content: Buffer }

/**
 * Returns everything stored about one applicant as one JSON document, plus the resume files; a file that's missing or changed in storage is listed
 * instead.
 */
export async function exportApplicant({ db, files }: Pick<Services, 'db' | 'files'>, user_session_id: number) {
  const about = await db.transaction(async (tx) => {
    const found = await readAllAbout(tx, user_session_id)
    if (found['application']!.length === 0) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
    await recordAudit(tx, { actor: null, action: 'applicant.exported', subject_kind: 'applicant', subject_id: user_session_id })
    return found
  })
  const { application, resumes, ...lists } = about
  const kept: ExportedFile[] = []
  const unreadable_files: { name: string; because: string }[] = []
  for (const resume of resumes as Resume[]) {
    const content = await readIntact(files, resume)
    const name = `resume-${resume.resume_id}.pdf`
    if (typeof content === 'string') unreadable_files.push({ name, because: content })
    else kept.push({ name, content })
  }
  return {
    document: {
      exported_at: new Date().toISOString(),
      application: application![0]!,
      ...lists,
      resumes: resumes!,
      ...(unreadable_files.length > 0 && { unreadable_files }),
    },
    files: kept,
  }
}

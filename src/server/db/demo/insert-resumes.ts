import { createHash, randomUUID } from 'node:crypto'
import { resume } from '#server/db/tables.ts'
import type { Applicant } from './applicant.ts'
import { resumeOf } from './resume.ts'
import { daysBefore, inPortions } from './scene.ts'
import type { Scene } from './scene.ts'

/** Inserts a PDF resume for most applicants; the file is stored before its row is inserted. */
export async function insertResumes({ tx, files, now, applicants }: Scene): Promise<void> {
  const withOne = applicants.filter((one) => one.submitted_days_ago !== null && one.quirk.resume !== false && one.random.chance(0.86))
  const rows = await Promise.all(withOne.map((applicant) => stored(applicant, { files, now })))
  await inPortions(rows, (portion) => tx.insert(resume).values(portion))
}

async function stored(applicant: Applicant, { files, now }: Pick<Scene, 'files' | 'now'>): Promise<typeof resume.$inferInsert> {
  const content = await resumeOf(applicant, now)
  const storage_key = `resumes/${randomUUID()}.pdf`
  await files.put(storage_key, content)
  return {
    user_session_id: applicant.user_session_id,
    storage_key,
    sha256: createHash('sha256').update(content).digest('hex'),
    size_bytes: content.length,
    uploaded_at: daysBefore(now, applicant.submitted_days_ago! - 3 / 1440),
  }
}

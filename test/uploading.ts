import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { resume } from '#server/db/tables.ts'
import { formWith, type Applying } from './applying.ts'
import type { TestApp } from './setup/app.ts'

/** The smallest valid PDF. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n' +
    'xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n163\n%%EOF\n',
)
export const GOOD = { filename: 'resume.pdf', type: 'application/pdf', content: PDF }

/** Helpers that upload resumes to `app` and check what's stored. */
export const uploading = (app: TestApp) => ({
  upload(application: Applying, file: Parameters<typeof formWith>[1] = GOOD, as = application.as) {
    const { body, headers } = formWith({ user_session_id: String(application.user_session_id) }, file)
    return app.send('POST', '/api/user-session/resume', body, { ...as, headers })
  },
  stored: (user_session_id: number) => app.db.select().from(resume).where(eq(resume.user_session_id, user_session_id)),
  filesThere: () => readdir(join(app.env.DATA_DIR, 'files', 'resumes')).catch(() => []),
})

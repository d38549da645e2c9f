import { randomUUID } from 'node:crypto'
import { access, link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { INTERVIEWERS, NOT_REGISTERED } from '#demo/staff.ts'

/** Writes the bookings page's staff list and the password-protected document; existing files aren't overwritten. */
export async function writeDemoFiles(env: Pick<Env, 'DATA_DIR' | 'COMPANY_DOMAIN' | 'COMPANY_NAME'>): Promise<void> {
  const staff = join(env.DATA_DIR, 'bookings-staff.json')
  if (!(await exists(staff))) await writeOnce(staff, staffList(env.COMPANY_DOMAIN))
  const document = join(env.DATA_DIR, 'protected.pdf')
  if (await exists(document)) return
  const { candidateGuide } = await import('./candidate-guide.ts')
  await writeOnce(document, await candidateGuide(env.COMPANY_NAME))
}

function staffList(domain: string): string {
  const staff = [...INTERVIEWERS, ...NOT_REGISTERED].map(({ interviewer_name, name }) => ({ interviewer_name, interviewer_email: `${name}@${domain}` }))
  return `${JSON.stringify(staff, null, 2)}\n`
}

/** Writes the file atomically; if another process wrote it first, its file is kept. */
async function writeOnce(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, content, { mode: 0o600 })
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

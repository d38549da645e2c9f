import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writtenPdf } from '#test/setup/pdf-files.ts'

export const RESUME = { name: 'resume.pdf', mimeType: 'application/pdf' }

/** Returns a unique resume, because several tests upload at once. */
export function ownResume(): Promise<Buffer> {
  return writtenPdf({ info: { Title: randomUUID() } })
}

export function timesStored(resume: Buffer): number {
  const folder = join(process.env['E2E_DATA_DIR']!, 'files')
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return files.filter((file) => file.endsWith('.pdf') && readFileSync(file).equals(resume)).length
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { countRows, differingTables } from '../checks/copies.ts'
import type { Week } from '../week.ts'

/** Saturday: retention runs but can't erase anyone this early; the embedded database moves to PostgreSQL; a backup is made. */
export async function saturday(week: Week): Promise<void> {
  const { site, findings, story } = week
  const { code, out, err } = await site.cli(['retention', 'run', '--json'])
  if (code !== 0) findings.push(`Retention ended with ${code}: ${out}${err}`)
  story.push(`Retention ran: ${out.trim().slice(0, 200)}`)
  if (site.kind === 'embedded') await move(week)
  await backUp(week)
}

/** Does what the timer does every night. */
export async function backUp({ site, findings }: Week): Promise<void> {
  const archive = join(site.folder, 'nightly.tar')
  const made = await site.cli(['backup', archive])
  if (made.code !== 0) findings.push(`The backup failed: ${made.err}`)
  rmSync(archive, { force: true })
}

async function move({ site, findings, story }: Week): Promise<void> {
  const before = await site.look(countRows)
  const moved = await site.moveToPostgres()
  if (moved.code !== 0) return void findings.push(`Moving to PostgreSQL ended with ${moved.code}: ${moved.out}${moved.err}`)
  findings.push(...differingTables(before, await site.look(countRows)).map((one) => `Moved to PostgreSQL: ${one}`))
  story.push('The database moved to PostgreSQL.')
}

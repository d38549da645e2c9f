import { countRows, differingTables } from '../checks/copies.ts'
import type { Week } from '../week.ts'

/** The embedded database moves to PostgreSQL; retention runs, and erases no one this early. */
export async function saturday(week: Week): Promise<void> {
  const { site, findings, story } = week
  const { code, out, err } = await site.cli(['retention', 'run', '--json'])
  if (code !== 0) findings.push(`Retention ended with ${code}: ${out}${err}`)
  story.push(`Retention ran: ${out.trim().slice(0, 200)}`)
  if (site.kind === 'postgres') return
  const before = await site.look(countRows)
  const moved = await site.moveToPostgres()
  if (moved.code !== 0) return void findings.push(`Moving to PostgreSQL ended with ${moved.code}: ${moved.out}${moved.err}`)
  findings.push(...differingTables(before, await site.look(countRows)).map((one) => `Moved to PostgreSQL: ${one}`))
  story.push('The database moved to PostgreSQL.')
}

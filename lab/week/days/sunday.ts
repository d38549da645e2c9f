import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAudit } from '#contract/audit-trail.ts'
import { call, must, type Week } from '../week.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { runCli } from '#test/setup/cli.ts'

/** A lawyer requests the packet of the person rejected on Thursday, and an auditor reads the trail. */
export async function sunday(week: Week): Promise<void> {
  await provePacket(week)
  const auditor = { staff: week.staff['auditor']! }
  const rows = await must(week, auditor, listAudit, { days_ago: 30 })
  if (rows.length === 0) week.findings.push('The auditor sees an empty trail.')
  const refused = await call(week, auditor, listApplicants, { roleId: 'all', days_ago: 30, identifiable: true })
  if (refused.status !== 403) week.findings.push(`An auditor's request for all applicants was answered ${refused.status}.`)
  week.story.push(`The auditor read ${rows.length} rows of the trail.`)
}

async function provePacket({ site, rejected, findings, story }: Week): Promise<void> {
  if (!rejected) return
  const folder = join(site.folder, 'lawyer')
  mkdirSync(folder)
  const file = join(folder, 'packet.zip')
  const { code, out, err } = await site.cli(['applicant', 'packet', String(rejected.id), file])
  if (code !== 0) return void findings.push(`Writing the packet ended with ${code}: ${out}${err}`)
  // No settings and no database, as on another machine.
  const proved = await runCli(['packet', 'verify', file], { DATA_DIR: join(folder, 'nothing'), DATABASE_URL: '' })
  if (proved.code !== 0) findings.push(`The packet of ${rejected.id} wasn't verified: ${proved.out}${proved.err}`)
  const changed = join(folder, 'changed.zip')
  writeFileSync(changed, 'not a packet')
  const refused = await runCli(['packet', 'verify', changed], { DATA_DIR: join(folder, 'nothing'), DATABASE_URL: '' })
  if (refused.code === 0) findings.push("A file that isn't a packet was verified.")
  rmSync(folder, { recursive: true })
  story.push(`The packet of application ${rejected.id} was verified without a database.`)
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { listAudit } from '#contract/audit-trail.ts'
import { at, passTo, TIME_ZONE } from '../clock.ts'
import { backUp } from './saturday.ts'
import { call, must, settleMail, startWork, type Entry, type Week } from '../week.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { JSON_FILE, type Packet } from '#contract/packet/format.ts'
import { unpackZip } from '#contract/packet/zip.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { runCli } from '#test/setup/cli.ts'

/**
 * Sunday: a lawyer requests the packet of the person rejected on Thursday, an auditor reads the trail, and reminders of Monday's interviews go out.
 */
export async function sunday(week: Week): Promise<void> {
  await checkPacket(week)
  const auditor = { staff: week.staff['auditor']! }
  const rows = await must(week, auditor, listAudit, { days_ago: 30 })
  if (rows.length === 0) week.findings.push('The auditor sees an empty trail.')
  const refused = await call(week, auditor, listApplicants, { roleId: 'all', days_ago: 30, identifiable: true })
  if (refused.status !== 403) week.findings.push(`An auditor's request for all applicants returned ${refused.status}.`)
  week.story.push(`The auditor read ${rows.length} rows of the trail.`)
  await backUp(week)
  await awaitReminders(week)
}

async function checkPacket(week: Week): Promise<void> {
  const { site, rejected, findings, story } = week
  if (!rejected) return
  const folder = join(site.folder, 'lawyer')
  mkdirSync(folder)
  const file = join(folder, 'packet.zip')
  const { code, out, err } = await site.cli(['applicant', 'packet', String(rejected.id), file])
  if (code !== 0) return void findings.push(`Writing the packet ended with ${code}: ${out}${err}`)
  // Without settings or a database, as on another machine.
  const verified = await runCli(['packet', 'verify', file], { DATA_DIR: join(folder, 'nothing'), DATABASE_URL: '' })
  if (verified.code !== 0) findings.push(`The packet of ${rejected.id} wasn't verified: ${verified.out}${verified.err}`)
  await comparePacket(week, rejected, readFileSync(file))
  const changed = join(folder, 'changed.zip')
  writeFileSync(changed, 'not a packet')
  const refused = await runCli(['packet', 'verify', changed], { DATA_DIR: join(folder, 'nothing'), DATABASE_URL: '' })
  if (refused.code === 0) findings.push("A file that isn't a packet was verified.")
  rmSync(folder, { recursive: true })
  story.push(`The packet of application ${rejected.id} was verified without a database.`)
}

/** Compares a packet with the tables. A verified packet is consistent, but only the tables can tell whether it's complete. */
async function comparePacket({ site, rationales, findings }: Week, { id }: Entry, zip: Buffer): Promise<void> {
  const json = unpackZip(zip)!.find(({ name }) => name === JSON_FILE)!.content
  const { sections, trail } = JSON.parse(new TextDecoder().decode(json)) as Packet
  const last = trail.first + trail.rows.length - 1
  const own = trail.rows.filter((row) => typeof row === 'object' && 'subject_id' in row && row.subject_id === String(id)).length
  const should = await site.look(async ({ db }) => {
    const { rows } = await db.execute<Record<string, number>>(sql`select
      (select count(*)::int from audit_trail where subject_kind = 'applicant' and subject_id = ${id} and audit_id <= ${last}) as trail,
      (select count(*)::int from user_session_answer where user_session_id = ${id}) as answers,
      (select count(*)::int from status_change where user_session_id = ${id}) as status_changes,
      (select count(*)::int from interview_feedback_detail f join interview_header h on h.interview_header_id = f.if_interview_header_id
        where h.user_session_id = ${id}) as interview_feedback`)
    return rows[0]!
  })
  const counts: Record<string, number> = { trail: own, ...Object.fromEntries(sections.map(({ name, entries }) => [name, entries.length])) }
  for (const [name, count] of Object.entries(should))
    if (counts[name] !== count) findings.push(`The packet of ${id} has ${counts[name]} entries in ${name} instead of ${count}.`)
  const texts = JSON.stringify(sections)
  for (const text of rationales) if (!texts.includes(text)) findings.push(`The packet of ${id} is missing the rationale "${text}".`)
}

const ZONES = [TIME_ZONE, 'America/Chicago']
/** Formats a time in a zone, with the zone's name, without using the product's code. */
const clockIn = (timeZone: string, time: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(new Date(time)).replaceAll('\u202f', ' ')
/** Returns whether an email gives a time in either zone. */
const mentionsTime = (text: unknown, time: string) =>
  ZONES.some((zone) => new RegExp(`(?<!\\d)${clockIn(zone, time)}`).test(`${text as string}`.replaceAll('\u202f', ' ')))

/** Checks the reminders' times. Daylight saving time has ended since these interviews were booked. */
async function awaitReminders(week: Week): Promise<void> {
  await settleMail(week)
  await passTo(at(6, '20:00'))
  await startWork(week)
  await settleMail(week)
  const due = [...week.booked].filter(([id, time]) => week.entries.get(id)!.status === PROCEED && Date.parse(time) < at(7, '20:00').getTime())
  const reminders = week.site.mails.received.filter(({ mail }) => mail.subject?.startsWith('Interview reminder'))
  const toInterviewers = reminders.filter(({ to }) => to[0]!.startsWith('interviewer.'))
  for (const [id, time] of due) {
    const { mailbox } = week.entries.get(id)!
    const own = reminders.filter(({ to }) => to[0] === mailbox)
    if (own.length !== 1) week.findings.push(`${own.length} reminders of the interview of ${id} arrived at ${mailbox}.`)
    const [first] = own
    if (first && !mentionsTime(first.mail.text, time))
      week.findings.push(`The reminder to ${mailbox} doesn't say ${clockIn(TIME_ZONE, time)}: ${first.mail.text}`)
    if (!toInterviewers.some(({ mail }) => mentionsTime(mail.text, time))) week.findings.push(`No reminder to an interviewer says ${clockIn(TIME_ZONE, time)}.`)
  }
  week.story.push(`${due.length} candidates and their interviewers were reminded of Monday's interviews.`)
}

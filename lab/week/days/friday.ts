import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { exportOwn, requestErasure } from '#contract/candidate/candidate.ts'
import { carryOutErasure, listCandidateRequests } from '#contract/candidate/candidate-requests.ts'
import { listAdminRoles, updateRole } from '#contract/roles.ts'
import { ACCEPTED_OFFER, POSITION_CLOSED, PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { listHiringDecisionDetails, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { canary, newText, makePerson } from '#lab/between/cast.ts'
import { startLoad, badResponses } from '#lab/walk/load.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { pass } from '../clock.ts'
import { countRows, differingTables } from '../checks/copies.ts'
import { call, must, openOwnPage, settleMail, signIn, uniqueText, type Entry, type Week } from '../week.ts'

const OUTAGE_HOURS = 3

/**
 * Friday: the processes are replaced, the secret key is rotated, and the backup is restored elsewhere; one person is erased and another's data is
 * exported; one role is filled and another is closed.
 */
export async function friday(week: Week): Promise<void> {
  await reviseRationale(week)
  await roll(week)
  await rotateKey(week)
  await restoreElsewhere(week)
  await runWithoutMail(week)
  await exportPerson(week)
  await fillLastOpening(week)
  await closeRole(week)
  await erasePerson(week)
}

/** Changes a rationale the day after the decision; the version the decision was based on must stay readable. */
async function reviseRationale(week: Week): Promise<void> {
  const { rejected, rationales } = week
  if (!rejected) return
  const recruiter = { staff: week.staff['recruiter 3']! }
  const saved = await must(week, recruiter, listHiringDecisionDetails, { user_session_id: String(rejected.id) as never, identifiable: true as never })
  const { fgl_hiring_decision_detail_id, fgl_ref_red_flag_id, fgl_absent_flag } = saved.find(({ fgl_rationale }) => fgl_rationale === rationales[0])!
  const fgl_rationale = `${canary(rejected.text.owner, 'd')}: the other interviewer agrees.`
  const change = { fgl_hiring_decision_detail_id, fgl_ref_red_flag_id, fgl_absent_flag, fgl_rationale, change_reason: 'The other interviewer agrees.' }
  await must(week, recruiter, updateHiringDecisionDetail, { ...change, user_session_id: rejected.id, reviewed: true, decided: true })
  rationales.push(fgl_rationale)
  await settleMail(week)
  week.story.push(`The rationale about application ${rejected.id} was changed after the decision.`)
}

/** Replaces the processes, under load if there are two; a single one can't be replaced without a pause. */
async function roll(week: Week): Promise<void> {
  const { site } = week
  if (site.kind === 'embedded') {
    await site.roll()
    return void week.story.push('The process was restarted.')
  }
  const running = startLoad(site.url, { role: week.roles[0]!.id, perSecond: 6, name: 'roll' })
  await site.roll()
  const load = await running.stop()
  week.findings.push(...badResponses(load).map((one) => `While the processes were rolled: ${one}`))
  const listed = await must(week, { staff: week.staff['owner']! }, listApplicants, { roleId: 'all', days_ago: 30, identifiable: true })
  for (const email of load.acknowledged) enterVisitor(week, email, listed.find((one) => one.email === email)?.user_session_id)
  week.story.push(`Both processes were replaced while ${load.acknowledged.length} people applied; the slowest request took ${Math.round(load.slowest)} ms.`)
}

function enterVisitor(week: Week, email: string, id: number | undefined): void {
  if (id === undefined) return void week.findings.push(`The application of ${email} was acknowledged and isn't listed.`)
  const person = { ...makePerson(email, id), mailboxes: [email] }
  const text = newText(week, { person, browser: person.browsers[0]! }, { mailbox: email, role: 0, isDraft: false })
  week.people.push(person)
  text.user_session_id = id
  week.entries.set(id, { id, role: 0, person, text, mailbox: email, status: SUBMITTED, decisions: 0, isErased: false })
}

async function rotateKey({ site, story, findings }: Week): Promise<void> {
  const { code, out } = await site.cli(['key', 'rotate'])
  const key = /^SECRET_KEY=(\S+)$/m.exec(out)?.[1]
  if (code !== 0 || !key) return void findings.push(`The key wasn't rotated: ${out}`)
  site.settings['SECRET_KEY'] = key
  await site.roll()
  // Until every process has the new setting, the new key is passed along.
  await pass(120)
  story.push('The secret key was rotated, and the processes restarted with it.')
}

async function restoreElsewhere(week: Week): Promise<void> {
  const { site, findings, story } = week
  const place = join(site.folder, 'elsewhere')
  const archive = join(site.folder, 'backup.tar')
  mkdirSync(place)
  const made = await site.cli(['backup', archive])
  if (made.code !== 0) return void findings.push(`The backup failed: ${made.err}`)
  const here = await site.look(countRows)
  const other = await site.openElsewhere(place)
  const restored = await other.cli(['restore', archive])
  if (restored.code !== 0) findings.push(`The restore elsewhere failed: ${restored.out}${restored.err}`)
  else findings.push(...differingTables(here, await other.look(countRows)).map((one) => `Restored elsewhere: ${one}`))
  const verified = await other.cli(['audit', 'verify'])
  if (verified.code !== 0) findings.push(`The restored audit trail: ${verified.out}${verified.err}`)
  await site.cli(['rehearsal', 'passed'])
  for (const problem of ['last backup', 'last rehearsal of a restore']) week.expectedProblems.delete(problem)
  rmSync(archive)
  rmSync(place, { recursive: true })
  story.push(`A backup was restored elsewhere and compared: ${Object.keys(here).length} tables.`)
}

/** Stops the mail server for a while; emails must stay queued until it's back. */
async function runWithoutMail(week: Week): Promise<void> {
  const waiting = [...week.entries.values()].filter(({ status, role }) => status === SUBMITTED && role === 0).slice(0, 5)
  const recruiter = { staff: week.staff['recruiter 2']! }
  week.site.mails.behave({ recipient: () => 421 })
  for (const entry of waiting) {
    await must(week, recruiter, updateStatus, { user_session_id: entry.id, ref_application_status_id: REJECTED })
    Object.assign(entry, { status: REJECTED, decisions: entry.decisions + 1 })
    const { subject, html, expected } = uniqueText(week, entry)
    await must(week, recruiter, sendCandidateEmail, { candidate_info: { user_session_id: entry.id }, template_name: 'Application Rejection', subject, html })
    week.promised.push(expected)
  }
  for (let hour = 0; hour < OUTAGE_HOURS; hour++) await pass(3_600)
  week.site.mails.behave({})
  await signIn(week, 'owner', week.staff['owner']!.email, week.staff['owner']!)
  await settleMail(week)
  week.story.push(`The mail server was down for ${OUTAGE_HOURS} hours while ${waiting.length} people were rejected.`)
}

async function exportPerson(week: Week): Promise<void> {
  const entry = [...week.entries.values()].find(({ status }) => status === UNDER_REVIEW)
  if (!entry) return
  const who = await openOwnPage(week, entry)
  const { application } = await must(week, who, exportOwn, { id: entry.id })
  if (application.email !== entry.mailbox) week.findings.push(`The export of ${entry.id} is about ${application.email}.`)
  week.story.push('One person downloaded everything about them.')
}

/** Accepts two offers for the last opening at the same moment. */
async function fillLastOpening(week: Week): Promise<void> {
  const isWaiting = ({ role, status }: Entry) => role === 0 && [PROCEED, UNDER_REVIEW, SUBMITTED].includes(status as 2)
  const order = [SUBMITTED, UNDER_REVIEW, PROCEED]
  const offered = [...week.entries.values()]
    .filter(isWaiting)
    .toSorted((one, other) => order.indexOf(one.status as 2) - order.indexOf(other.status as 2))
    .slice(-2)
  if (offered.length < 2) return void week.findings.push('There were no two people for the last opening.')
  const recruiter = { staff: await signIn(week, 'recruiter 1', week.staff['recruiter 1']!.email, week.staff['recruiter 1']!) }
  for (const entry of offered.filter(({ status }) => status !== PROCEED)) {
    await must(week, recruiter, updateStatus, { user_session_id: entry.id, ref_application_status_id: PROCEED })
    Object.assign(entry, { status: PROCEED, decisions: entry.decisions + 1 })
  }
  const accept = ({ id }: Entry) => call(week, recruiter, updateStatus, { user_session_id: id, ref_application_status_id: ACCEPTED_OFFER })
  const answers = await Promise.all(offered.map(accept))
  for (const [at, { status }] of answers.entries())
    if (status === 200) Object.assign(offered[at]!, { status: ACCEPTED_OFFER, decisions: offered[at]!.decisions + 1 })
  if (
    answers
      .map(({ status }) => status)
      .toSorted()
      .join(' ') !== '200 409'
  )
    week.findings.push(`Two acceptances of the last opening were answered ${answers.map(({ status }) => status).join(' and ')}.`)
  week.story.push('Two offers for the last opening were accepted at the same moment; one was.')
}

async function closeRole(week: Week): Promise<void> {
  const owner = { staff: await signIn(week, 'owner', week.staff['owner']!.email, week.staff['owner']!) }
  const { id } = week.roles[1]!
  const { version } = (await must(week, owner, listAdminRoles, {})).find((one) => one.ref_function_role_id === id)!
  await must(week, owner, updateRole, { id, version, state: 'closed', waiting_applicants: 'email' })
  const waiting = [...week.entries.values()].filter(({ status, role }) => role === 1 && [SUBMITTED, UNDER_REVIEW, PROCEED].includes(status as 2))
  for (const entry of waiting) Object.assign(entry, { status: POSITION_CLOSED, decisions: entry.decisions + 1 })
  week.story.push(`A role was closed with ${waiting.length} people waiting.`)
}

/** Has someone ask to be erased. By law, the application has to be kept for now; then the operator erases it anyway. */
async function erasePerson(week: Week): Promise<void> {
  const entry = [...week.entries.values()].findLast(
    ({ status, text, person }) => status === REJECTED && text.typist === person && person.mailboxes.length === 2,
  )
  if (!entry) return void week.findings.push('There was no one to erase.')
  const who = await openOwnPage(week, entry)
  await must(week, who, requestErasure, { id: entry.id })
  const owner = { staff: await signIn(week, 'owner', week.staff['owner']!.email, week.staff['owner']!) }
  const { erasures } = await must(week, owner, listCandidateRequests, {})
  if (!erasures.some((one) => one.user_session_id === entry.id)) week.findings.push(`The request to erase ${entry.id} isn't listed.`)
  await must(week, owner, carryOutErasure, { id: entry.id })
  const others = [...week.entries.values()].filter((one) => one.person === entry.person)
  for (const { id } of others) {
    const { code, out, err } = await week.site.cli(['applicant', 'erase', String(id), '--now'])
    if (code !== 0) week.findings.push(`Erasing ${id} ended with ${code}: ${out}${err}`)
  }
  for (const one of others) one.isErased = true
  week.story.push(`One person was erased, with ${others.length} applications.`)
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { listNotes, writeNote } from '#contract/applicants/collaboration.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { closeExclusionMatch, listExclusionMatches } from '#contract/licenses/law-and-lists.ts'
import { readApplicantLicenses, saveOwnLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { canary, parseJson, type Staff } from '#lab/between/cast.ts'
import { readScreens, rejectByKeys } from '../browser.ts'
import { call, must, openOwnPage, uniqueText, type Entry, type Week } from '../week.ts'

type Turn = { week: Week; staff: Staff; entry: Entry; others: Entry[] }
/** Actions a reviewer takes on one applicant or on several at once. */
const ACTS = {
  'invites them': invite,
  'rejects them': reject,
  'rejects a few together': rejectInBulk,
  'sets them aside': setAside,
  'undoes a rejection': undo,
}
type Act = keyof typeof ACTS
const NAMES = Object.keys(ACTS) as Act[]
const BULK_SIZE = 4
/** The share of applicants left for Friday, when their role closes. */
const LEFT_FOR_FRIDAY = 0.3

/**
 * Wednesday: everyone who can decide works through the applicants at the same time, with names hidden, and two of them decide on the same applicant.
 */
export async function wednesday(week: Week): Promise<void> {
  const waiting = [...week.entries.values()].filter(({ status }) => status === SUBMITTED)
  const drawn = waiting.map((entry) => ({ entry, act: NAMES[Math.floor(week.chance() * NAMES.length)]!, isLeft: week.chance() < LEFT_FOR_FRIDAY }))
  const queue = drawn.filter(({ isLeft }) => !isLeft)
  const counts = new Map<Act, number>()
  const team = ['recruiter 1', 'recruiter 2', 'recruiter 3', 'manager 1'].map((name) => week.staff[name]!)
  const sees = (staff: Staff, entry: Entry) => staff.sees === 'all' || staff.sees.includes(week.roles[entry.role]!.id)
  const take = (staff: Staff, most: number, isIt: (entry: Entry) => boolean = () => true) => {
    const found = queue.filter(({ entry }) => sees(staff, entry) && isIt(entry)).slice(0, most)
    for (const one of found) queue.splice(queue.indexOf(one), 1)
    return found
  }
  await Promise.all(
    team.map(async (staff) => {
      for (let [next] = take(staff, 1); next; [next] = take(staff, 1)) {
        const { entry, act } = next
        const others = act === 'rejects a few together' ? take(staff, BULK_SIZE - 1, ({ role }) => role === entry.role).map((one) => one.entry) : []
        await readBlind(week, staff, entry)
        await ACTS[act]({ week, staff, entry, others })
        counts.set(act, (counts.get(act) ?? 0) + 1 + others.length)
      }
    }),
  )
  week.story.push(`Four people decided at the same time: ${[...counts].map(([act, n]) => `${act} (${n})`).join(', ')}.`)
  await decideSimultaneously(week)
  await browseOnScreen(week)
  await checkLicenses(week)
}

async function readBlind(week: Week, staff: Staff, { id, text }: Entry): Promise<void> {
  const who = { staff }
  await must(week, who, readApplicant, { id, identifiable: false })
  if (week.chance() > 0.2) return
  const name = canary(text.owner, 'f')
  const note_text = `Compare ${canary(text.owner, 'n')} with the others, and ask ${name[0]!.toUpperCase()}${name.slice(1)} about it.`
  await must(week, who, writeNote, { id, note_text })
  await must(week, who, listNotes, { id })
}

async function move({ week, staff, entry }: Turn, to: number): Promise<string> {
  const moved = await must(week, { staff }, updateStatus, { user_session_id: entry.id, ref_application_status_id: to, expected_status_id: entry.status })
  Object.assign(entry, { status: to, decisions: entry.decisions + 1 })
  return moved.undo_token!
}

/** Sends an edited email about the current decision. */
async function write({ week, staff, entry }: Turn, template_name: string): Promise<void> {
  const { subject, html, expected } = uniqueText(week, entry)
  await must(week, { staff }, sendCandidateEmail, {
    candidate_info: { user_session_id: entry.id },
    template_name,
    subject,
    html,
    expected_status_id: entry.status,
  })
  week.promised.push(expected)
}

async function invite(turn: Turn): Promise<void> {
  await move(turn, PROCEED)
  await write(turn, 'Schedule Panel Interview')
}

async function reject(turn: Turn): Promise<void> {
  await move(turn, REJECTED)
  await write(turn, 'Application Rejection')
}

async function setAside(turn: Turn): Promise<void> {
  await move(turn, UNDER_REVIEW)
}

/** Rejects someone with an email in one call, and undoes it before the email is sent. */
async function undo({ week, staff, entry }: Turn): Promise<void> {
  const { subject, html, expected } = uniqueText(week, entry)
  const email = { template_name: 'Application Rejection', subject, html }
  const { results } = await must(week, { staff }, decideMany, { user_session_ids: [entry.id], ref_application_status_id: REJECTED, email })
  const undone = await must(week, { staff }, undoStatus, { undo_token: results[0]!.undo_token! })
  if (undone.email !== 'withdrawn') week.findings.push(`Undoing the rejection of ${entry.id} at once left its email ${undone.email}.`)
  week.promised.push({ ...expected, times: 0 })
}

async function rejectInBulk({ week, staff, entry, others }: Turn): Promise<void> {
  const all = [entry, ...others]
  const { subject, html, expected } = uniqueText(week, entry)
  const email = { template_name: 'Application Rejection', subject, html }
  const ids = all.map(({ id }) => id)
  const { results } = await must(week, { staff }, decideMany, { user_session_ids: ids, ref_application_status_id: REJECTED, email })
  for (const one of all) {
    const result = results.find((found) => found.user_session_id === one.id)
    if (result?.status !== 200) week.findings.push(`Rejecting ${one.id} with others returned ${result?.status}: ${result?.detail}`)
    Object.assign(one, { status: REJECTED, decisions: one.decisions + 1 })
    week.promised.push({ ...expected, to: one.mailbox })
  }
}

/** Has two people make different decisions on the same applicant at the same moment; one of them must get an error. */
async function decideSimultaneously(week: Week): Promise<void> {
  const left = [...week.entries.values()].filter(({ status, role }) => status === SUBMITTED && role === 0).slice(0, 3)
  for (const entry of left) {
    const both = await Promise.all(
      [['recruiter 1', REJECTED] as const, ['recruiter 2', UNDER_REVIEW] as const].map(async ([name, to]) => {
        const input = { user_session_id: entry.id, ref_application_status_id: to, expected_status_id: SUBMITTED }
        return { to, done: await call(week, { staff: week.staff[name]! }, updateStatus, input) }
      }),
    )
    const won = both.filter(({ done }) => done.status === 200)
    if (won.length !== 1 || !both.some(({ done }) => done.status === 409))
      week.findings.push(`Two decisions about ${entry.id} at once returned ${both.map(({ done }) => done.status).join(' and ')}.`)
    for (const { to, done } of won) {
      const token = parseJson<{ undo_token: string | null }>(done)!.undo_token
      if (token) Object.assign(entry, { status: to, decisions: entry.decisions + 1 })
    }
    await pause(10)
  }
  week.story.push(`Two recruiters decided differently about ${left.length} applicants at the same moment; one of each was told.`)
}

/** Has a recruiter open the screens in a browser and reject someone by keyboard. */
async function browseOnScreen(week: Week): Promise<void> {
  const staff = week.staff['recruiter 3']!
  await readScreens(week, staff)
  const entry = [...week.entries.values()].findLast(({ status, role }) => status === SUBMITTED && role === 0)
  if (!entry) return void week.findings.push('No one was left to be rejected in a browser.')
  await rejectByKeys(week, staff, entry)
  week.story.push('A recruiter read ten screens in a browser and rejected one applicant by keys, with a changed email.')
}

const NPI = '1234567893'
const LEIE_COLUMNS = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'

/** Has an invited candidate add a license and a recruiter verify it, then loads an exclusion list with the same NPI. */
async function checkLicenses(week: Week): Promise<void> {
  const entry = [...week.entries.values()].find(({ status }) => status === PROCEED)
  if (!entry) return void week.findings.push('No one was invited whose license could be verified.')
  const licenses = [{ license_type: 'RN' as const, license_state: 'TX', is_multistate: true, expires_on: '2032-06-30' }]
  await must(week, await openOwnPage(week, entry), saveOwnLicenses, { id: entry.id, home_state: 'TX', npi: NPI, licenses })
  const recruiter = { staff: week.staff['recruiter 3']! }
  const [listed] = (await must(week, recruiter, readApplicantLicenses, { id: entry.id, identifiable: false })).licenses
  const check = { license_id: listed!.license_id, source: 'Nursys QuickConfirm', result: 'active' as const, checked_on: '2030-10-29' }
  await must(week, recruiter, verifyLicense, check)
  await loadExclusions(week)
  const owner = { staff: week.staff['owner']! }
  const matches = await must(week, owner, listExclusionMatches, {})
  if (matches.length !== 1 || matches[0]!.user_session_id !== entry.id)
    week.findings.push(`The exclusion list matched ${matches.map((one) => one.user_session_id).join(', ') || 'no one'} instead of ${entry.id}.`)
  for (const { exclusion_match_id: id } of matches) await must(week, owner, closeExclusionMatch, { id, reason: 'Another person; the address differs.' })
  week.story.push('A license was verified, and the one possible match with the exclusion list was closed.')
}

async function loadExclusions({ site, findings }: Week): Promise<void> {
  const file = join(site.folder, 'UPDATED.csv')
  const rows = [
    `"DOE","JANE","","","NURSE","RN","","${NPI}","19600101","1 MAIN ST","AUSTIN","TX","78701","1128b4","20240101","00000000","00000000",""`,
    '"ROE","RICHARD","","","NURSE","RN","","0000000000","19600101","2 MAIN ST","AUSTIN","TX","78701","1128b4","20240101","00000000","00000000",""',
  ]
  writeFileSync(file, [LEIE_COLUMNS, ...rows, ''].join('\r\n'))
  const { code, out, err } = await site.cli(['exclusions', 'load', file])
  if (code !== 0) findings.push(`Loading the exclusion list ended with ${code}: ${out}${err}`)
  rmSync(file)
}

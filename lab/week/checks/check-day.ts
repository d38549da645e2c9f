import { ask } from '#lab/between/cast.ts'
import { findLeaks } from '#lab/between/invariants.ts'
import { isJustAfterJump } from '../clock.ts'
import type { Week } from '../week.ts'
import { differencesFromSql, readOwnerView } from './sql.ts'
import { checkEmails } from './emails.ts'
import { tracesOfErased } from './traces.ts'

/** Cross-checks everything; every difference becomes a finding. */
export async function checkDay(week: Week): Promise<void> {
  const { site, findings, story } = week
  await recordViews(week)
  findings.push(...checkLog(week))
  const seen = await readOwnerView(week)
  const violations = await site.look(async (database) => [...(await differencesFromSql(week, seen, database)), ...(await checkEmails(week, database))])
  findings.push(...violations, ...checkTraffic(week))
  const verified = await site.cli(['audit', 'verify'])
  if (verified.code !== 0) findings.push(`audit verify ended with ${verified.code}: ${verified.out}${verified.err}`)
  findings.push(...checkDoctor(week, (await site.cli(['doctor'])).out), ...(await tracesOfErased(week)))
  story.push(`Compared: ${seen.applications.length} applications, ${site.mails.received.length} emails, ${week.done.length} responses of today.`)
  week.done.length = 0
  week.planned.clear()
}

/** Records what all staff see, with names hidden where possible, and what a stranger sees. */
async function recordViews(week: Week): Promise<void> {
  const pages = ['/', '/api/open-roles', ...week.roles.flatMap(({ id }) => [`/roles/${id}`, `/roles/${id}/apply`])]
  for (const path of pages) await ask(week, { visitor: 'visitor' }, { method: 'GET', path })
  for (const staff of Object.values(week.staff)) {
    for (const path of ['/api/dashboard?days=30', '/api/figures?days=30', '/api/candidate-requests']) await ask(week, { staff }, { method: 'GET', path })
    const body = { days_ago: 30, identifiable: false, q: 'wish' }
    await ask(week, { staff }, { method: 'POST', path: '/api/applicants/list', body })
    await ask(week, { staff }, { method: 'GET', path: '/api/applicants/export.csv?days_ago=30&identifiable=false' })
    await ask(week, { staff }, { method: 'GET', path: '/api/user-session/applicants_with_answers/all?days_ago=30&identifiable=false' })
  }
}

/** Returns violations: no request may fail unexpectedly, and no response may contain anything its recipient isn't allowed to see. */
function checkTraffic(week: Week): string[] {
  const failed = week.done.filter((one) => (one.status === null || one.status >= 500) && !week.planned.has(one))
  return [
    ...failed.map(({ method, path, status, body }) => `${method} ${path} → ${status}: ${body.slice(-300)}`),
    ...week.done.flatMap((one) => findLeaks(week, one)),
  ]
}

/** Returns violations: the doctor must report exactly the steps not done yet. */
function checkDoctor({ expectedProblems }: Week, out: string): string[] {
  const problems = new Map([...out.matchAll(/^PROBLEM +([^:(]+?)(?: \(.*|:.*)?$/gm)].map(([line, name]) => [name!, line]))
  return [
    ...[...problems].filter(([name]) => !expectedProblems.has(name)).map(([, line]) => `doctor: ${line}`),
    ...[...expectedProblems].filter((name) => !problems.has(name)).map((name) => `doctor doesn't mention "${name}".`),
  ]
}

/**
 * Returns whether a clock jump caused an error in the log. A jump makes statements time out. No requests are in progress then, so it affects only
 * background work, which is repeated.
 */
function isCausedByClockJump({ jumpedOver }: Week, line: string): boolean {
  const [, time] = /"time":"([^"]+)"/.exec(line) ?? []
  if (!time || !isJustAfterJump(time) || line.includes('"reqId"')) return false
  const [, id] = /"email_id":(\d+).*"msg":"the outcome of an email could not be saved/.exec(line) ?? []
  if (id) jumpedOver.add(Number(id))
  return true
}

/** The error caused by the lying model's nonsense. */
const PLANNED_ERROR = /"The model's response can't be used/

const CANARY = /zqjx[a-z]{5}/i

/** Returns violations: the log must not contain errors or personal data. */
function checkLog(week: Week): string[] {
  const log = week.site.log()
  const lines = log.slice(week.logSeen).split('\n')
  week.logSeen = log.length
  const errors = lines
    .filter((line) => /"level":[56]0/.test(line) && !PLANNED_ERROR.test(line) && !isCausedByClockJump(week, line))
    .map((line) => `The log has an error: ${line.slice(0, 500)}`)
  const names = lines.filter((line) => CANARY.test(line)).map((line) => `The log has personal words: ${line.slice(0, 300)}`)
  return [...errors.slice(0, 5), ...names.slice(0, 5)]
}

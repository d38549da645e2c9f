import { setImmediate as others } from 'node:timers/promises'
import type { ListedDecision } from '#contract/applicants/applicant-list.ts'
import type { ApplicantAnswer } from '#contract/applicants/applicants.ts'
import type { ListedLicenses } from '#contract/licenses/listed.ts'
import { displayedAnswer } from '#contract/questions/question-rules.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { listDecisions } from '#server/applicants/decide/reason-store.ts'
import { licensesOf } from '#server/applicants/licenses/licenses-of.ts'
import { listApplicantRows, type ApplicantRow } from '#server/applicants/list/list-store.ts'
import { answersOf, withoutAnswers, viewOfRow } from '#server/applicants/list/present-applicant.ts'
import { recordList } from '#server/applicants/one/record-reveal.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { viewerOf, type View } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { openSheet } from './sheet.ts'

type Params = { ids: number[]; identifiable: boolean }
const EVERYONE = { roleId: 'all', days_ago: 0, ref_application_status_id: 'all' } as const

/**
 * Returns a printable PDF of these applications, in this order, with what's shown on screen. Leaves out those that can't be shown; throws 404 if none are
 * left.
 */
export async function summariesPdf({ db, env }: Pick<Services, 'db' | 'env'>, caller: StaffCaller, { ids: asked, identifiable }: Params): Promise<Buffer> {
  const [time_zone, viewer] = [env.TIME_ZONE, viewerOf(env, { identifiable })]
  const rows = await listApplicantRows(db, { ids: asked, scope: caller.scope }, { withIdentity: identifiable, time_zone })
  const byId = new Map(rows.map((row) => [row.user_session_id, row]))
  const ids = [...new Set(asked)].filter((id) => byId.has(id))
  if (ids.length === 0) throw new HttpError(404, 'None of these applicants was found.')
  await recordList(db, caller, 'applicants.exported', { ...EVERYONE, scope: caller.scope, order: { time_zone }, identifiable, ids })
  const [licenses, decisions] = [await licensesOf(db, ids, time_zone), await listDecisions(db, ids, { time_zone })]
  const sheet = openSheet(ids.length === 1 ? 'One applicant' : `${ids.length} applicants`)
  for (const [place, id] of ids.entries()) {
    const row = byId.get(id)!
    if (place > 0) sheet.newPage()
    write(sheet, { row, view: viewOfRow(row, viewer), licenses: licenses.get(id), decision: decisions.get(id), time_zone })
    // Drawing a page takes milliseconds; this lets other requests run in between.
    await others()
  }
  return sheet.end()
}

type Summary = { row: ApplicantRow; view: View; licenses: ListedLicenses | undefined; decision: ListedDecision | undefined; time_zone: string }

function write(sheet: ReturnType<typeof openSheet>, { row, view, licenses, decision, time_zone }: Summary): void {
  const { first_name, last_name, application_submitted_datetime_utc: applied, ...head } = withoutAnswers(row, view)
  sheet.title([first_name, last_name].filter(Boolean).join(' ') || head.alias)
  sheet.values(
    filled([
      ['Role', head.function_role_name],
      ['Status', head.application_status],
      ['Applied', applied && formatLongDay(time_zone, applied)],
      ['Email', head.email],
      ['Profile', head.linkedin_profile_url],
      ['Reply', head.due && DUE[head.due]],
      ['Resume', head.has_resume ? 'Uploaded' : 'None'],
      ['Licenses', licenses && describeLicenses(licenses)],
      ['Last reason', decision && view.hide(describeReason(decision))],
    ]),
  )
  sheet.heading('Answers')
  for (const one of JSON.parse(answersOf(row, view)) as ApplicantAnswer[]) {
    if (one.applicants_answer === '') continue
    sheet.subheading(one.question_text)
    sheet.text(displayedAnswer(one, one.applicants_answer))
  }
}

const DUE = { late: 'Late', soon: 'Due within 3 days', later: 'Due later' }

function filled(pairs: [string, string | null | undefined][]): [string, string][] {
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]))
}

function describeLicenses({ held, sentence }: ListedLicenses): string {
  return [held.join(', '), sentence].filter(Boolean).join('. ')
}

function describeReason({ application_status, decided_on, decided_by, reason }: ListedDecision): string {
  return `${application_status}, ${formatLongDay('UTC', decided_on)}, ${decided_by ?? 'the candidate'}: ${reason}`
}

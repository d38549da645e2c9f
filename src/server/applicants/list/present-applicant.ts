import type { Applicant, ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { isOwedReply } from '#contract/statuses/statuses.ts'
import { viewOf, type View, type Viewer } from '#server/people/view-of.ts'
import type { ApplicantRow } from './list-store.ts'

export function viewOfRow(row: ApplicantRow, viewer: Viewer): View {
  return viewOf(row, viewer, row.answers)
}

/** A row's answers as JSON, masked while names are hidden. */
export function answersOf(row: ApplicantRow, view: View): string {
  // The JSON is searched for names before it's parsed: few people include theirs, so most don't need parsing.
  if (view.identifiable || !view.masker.mayChange(row.answers)) return row.answers
  return JSON.stringify((JSON.parse(row.answers) as ApplicantAnswer[]).map((one) => view.show('answer', one)))
}

/** Everything about an applicant except the answers; while names are hidden, it omits names, addresses, profiles and dates. */
export function withoutAnswers(row: ApplicantRow, view: View): Omit<Applicant, 'answers'> {
  const isOwed = isOwedReply(row)
  return view.show('applicant', {
    ...row,
    application_submitted_datetime_utc: new Date(row.submitted).toISOString(),
    status_changed_at: new Date(row.status_changed_at).toISOString(),
    reply_by: isOwed ? new Date(row.reply_due_at).toISOString() : null,
    is_late: isOwed && row.due === 'late',
    due: isOwed ? row.due : null,
  })
}

export function presentApplicant(row: ApplicantRow, viewer: Viewer): Applicant {
  const view = viewOfRow(row, viewer)
  return { ...withoutAnswers(row, view), answers: JSON.parse(answersOf(row, view)) as ApplicantAnswer[] }
}

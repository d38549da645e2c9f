import { expect, test } from 'vitest'
import { Applicant, ApplicantAnswer, ApplicantName, LinkedApplication } from '#contract/applicants/applicants.ts'
import { LIST_COLUMNS } from '#contract/applicants/list-columns.ts'
import { HistoryEvent } from '#contract/applicants/history.ts'
import { Note } from '#contract/applicants/collaboration.ts'
import { CandidateEmail, previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { CandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import { Prospect } from '#contract/candidate/prospects.ts'
import { FeedbackGroup } from '#contract/feedback.ts'
import { RedFlagMark } from '#contract/red-flags/red-flag-marks.ts'
import { Citation, generateRationale, HiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { TextVersion } from '#contract/versions.ts'
import { viewOf, VIEWS } from './view-of.ts'

/** What the contract allows for each kind, excluding parts that are separate kinds. */
const PROMISED = {
  applicant: Applicant.omit({ answers: true }),
  answer: ApplicantAnswer,
  name: ApplicantName,
  linked: LinkedApplication,
  prospect: Prospect,
  note: Note,
  event: HistoryEvent,
  email: CandidateEmail,
  preview: previewCandidateEmail.output,
  told: CandidateFeedback,
  interview: FeedbackGroup.omit({ feedback: true }),
  feedback: FeedbackGroup.shape.feedback.element,
  decision: HiringDecisionDetail.omit({ citations: true }),
  draft: generateRationale.output.omit({ citations: true, saved: true }),
  citation: Citation,
  mark: RedFlagMark,
  version: TextVersion,
}

test.each(Object.entries(PROMISED))('every field of the contract is classified: %s', (kind, { shape }) => {
  const placed = Object.keys(VIEWS[kind as keyof typeof VIEWS])
  expect(Object.keys(shape).filter((field) => !placed.includes(field))).toEqual([])
})

const known = { first_name: 'Eve', last_name: 'Adams', email: 'eve@mail.example', linkedin_profile_url: null }
const row = { question_name: 'why', question_type: 'Text', question_text: 'Why?', applicants_answer: 'Eve says so', secret: 'Eve' }

test('fields without a rule are hidden from everyone, and text is masked until names are shown', () => {
  const shown = { question_name: 'why', question_type: 'Text', question_text: 'Why?' }
  expect(viewOf(known, { identifiable: false, hidesPronouns: false }).show('answer', row)).toEqual({ ...shown, applicants_answer: '[name] says so' })
  expect(viewOf(known, { identifiable: true, hidesPronouns: false }).show('answer', row)).toEqual({ ...shown, applicants_answer: 'Eve says so' })
})

test('a name people say they go by is also masked', () => {
  const { hide } = viewOf(known, { identifiable: false, hidesPronouns: false }, 'Please call me Zuzu. My maiden name is Brandt. I go by the book.')
  expect(hide('Zuzu, or Ms. Brandt, went by the book')).toBe('[name], or [name], went by the book')
})

/** Returns the fields that a function reads from an applicant. */
function fieldsRead(read: (one: never) => unknown): string[] {
  const fields = new Set<string>()
  const fake = { answers: {}, submitted: 0, ref_application_status_id: 1 }
  read(new Proxy(fake, { get: (one, field) => (fields.add(String(field)), Reflect.get(one, field)) }) as never)
  return [...fields]
}

test.each(Object.entries(LIST_COLUMNS))('a column of the list shows fields with names only while names are shown: %s', (_, { visible, table, csv }) => {
  const named = new Set([...Object.entries(VIEWS.applicant).flatMap(([field, rule]) => (rule === 'named' ? [field] : [])), 'submitted', 'via'])
  const cells = csv && typeof csv.columns !== 'function' ? csv.columns.map(({ cell }) => cell) : []
  const reading = [...(table ? [(one: never) => table.value(one, 'why')] : []), ...cells].map((read) => fieldsRead(read).some((field) => named.has(field)))
  expect(reading.every((isNamed) => isNamed === (visible === 'named'))).toBe(true)
})

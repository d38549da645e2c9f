import type { Entry, Manifest, Section } from '#contract/packet/format.ts'
import { displayedAnswer, isListType } from '#contract/questions/question-rules.ts'
import { describeVersion, packetEvents, describeSubject, textWhenDecided } from '#contract/packet/describe-changes.ts'
import { AFTER_DECISION } from '#contract/text/version-words.ts'
import type { VersionKind } from '#contract/versions.ts'
import { writeLicenses } from './license-sections.ts'
import { openSheet } from './sheet.ts'

type Sheet = ReturnType<typeof openSheet>
type PdfDraft = { sheet: Sheet; sections: Record<string, Entry[]> }
type SealDetails = Pick<Manifest, 'user_session_id' | 'edition' | 'is_blind' | 'because'> & { fingerprint: string }

/** Renders the sections as a PDF. The JSON has every stored value. The same sections always produce the same bytes. */
export async function packetPdf(all: Section[], { is_blind: isBlind, user_session_id, edition, because, fingerprint }: SealDetails): Promise<Buffer> {
  const sections = Object.fromEntries(all.map(({ name, entries }) => [name, entries]))
  const sheet = openSheet(`${isBlind ? 'Decision packet (blind)' : 'Decision packet'}, application ${user_session_id}, edition ${edition}`)
  const draft = { sheet, sections }
  sheet.title(isBlind ? 'Decision packet (blind)' : 'Decision packet')
  sheet.note(
    isBlind
      ? "The applicant's name and contact details are left out. All times are UTC."
      : 'What was asked, answered, noted and decided about one application. All times are UTC.',
  )
  sheet.note(`Edition ${edition}: ${SEAL_REASONS[because]}.`)
  writeApplication(draft)
  writeAnswers(draft)
  writeLicenses(sheet, sections)
  writeFeedback(draft)
  writeRedFlags(draft)
  writeNotes(draft)
  writeTimeline(draft)
  writeEmails(draft)
  writeVersions(draft)
  writeProof(draft, fingerprint)
  return sheet.end()
}

const SEAL_REASONS = {
  decided: 'sealed when the decision was made',
  'email sent': 'sealed when the email about the decision was sent',
  added: 'sealed again because something was added after the decision',
  requested: 'sealed when someone asked for it',
} satisfies Record<Manifest['because'], string>

function writeApplication({ sheet, sections }: PdfDraft): void {
  const one = sections['application']![0]!
  sheet.heading('Application')
  sheet.values(
    nonEmpty([
      ['Applicant', [text(one['first_name']), text(one['last_name'])].filter(Boolean).join(' ')],
      ['Known in blind review as', text(one['alias'])],
      ['Email', text(one['email'])],
      ['Profile', text(one['linkedin_profile_url'])],
      ['Role', text(one['function_role_name'])],
      ['Status', text(one['application_status'])],
      ['Submitted', time(one['application_submitted_datetime_utc'])],
      ['Reply due', time(one['reply_due_at'])],
      ['AI-drafted rationales', one['rationale_opt_out_flag'] === true ? 'The candidate opted out' : 'Allowed by the candidate'],
      ['Legal hold', text(one['legal_hold_reason'])],
    ]),
  )
  for (const [i, resume] of (sections['resumes'] ?? []).entries())
    sheet.values([[`Resume ${i + 1}`, `Uploaded ${time(resume['uploaded_at'])}, ${text(resume['size_bytes'])} bytes, SHA-256 ${text(resume['sha256'])}`]])
}

function writeAnswers({ sheet, sections }: PdfDraft): void {
  sheet.heading('Questions as asked, and answers')
  const answers = (sections['answers'] ?? [])
    .filter((one) => !isListType(text(one['question_type'])))
    .toSorted((a, b) => Number(a['user_session_answer_id']) - Number(b['user_session_answer_id']))
  if (answers.length === 0) sheet.text('None.')
  for (const answer of answers) {
    sheet.subheading(text(answer['question_text']))
    const questionAsked = { question_type: text(answer['question_type']), question_text: text(answer['question_text']) }
    sheet.text(displayedAnswer(questionAsked, text(answer['user_answer_text_box'])) || 'Not answered.')
  }
}

function writeFeedback({ sheet, sections }: PdfDraft): void {
  sheet.heading('Interview feedback')
  const interviews = sections['interviews'] ?? []
  if (interviews.length === 0) sheet.text('None.')
  for (const interview of interviews) {
    sheet.subheading(`${text(interview['interview_name'])}, ${text(interview['interviewer_name'])}`)
    const submitted = interview['submitted_at'] ? `Submitted ${time(interview['submitted_at'])}` : 'Draft: never submitted'
    const edited = interview['edited_at'] ? `, edited ${time(interview['edited_at'])}` : ''
    sheet.note(`Interview ${time(interview['interview_datetime_utc'])}. ${submitted}${edited}.`)
    const answersGiven = (sections['interview_feedback'] ?? []).filter((answer) => answer['if_interview_header_id'] === interview['interview_header_id'])
    sheet.table(
      [
        { title: 'Question', share: 0.35 },
        { title: 'Feedback', share: 0.65 },
      ],
      answersGiven.map((answer) => [
        text(answer['interview_feedback_question']),
        (text(answer['interviewer_feedback']) || 'Not answered.') + lateMark(sections, 'feedback', answer['if_interview_feedback_detail_id']),
      ]),
    )
  }
}

type CitedFeedback = { interview_name: string; interviewer_name: string; quote: string; stance?: string }

function writeRedFlags({ sheet, sections }: PdfDraft): void {
  sheet.heading('Red flags')
  const decisions = sections['hiring_decisions'] ?? []
  if (decisions.length === 0) sheet.text('None decided.')
  for (const decision of decisions) {
    sheet.subheading(text(decision['red_flag_desc']))
    const authorId = decision['row_modified_user_id'] ?? decision['row_created_user_id']
    sheet.values([
      ['Decision', outcomeOf(decision)],
      [decision['reviewed'] === true ? 'Confirmed by' : 'Last saved by', `${staffName(sections, authorId)}, ${time(decision['modified_at'])}`],
      ['Rationale', (text(decision['fgl_rationale']) || 'None.') + lateMark(sections, 'rationale', decision['fgl_hiring_decision_detail_id'])],
    ])
    const { citations = [] } = (decision['generated'] ?? {}) as { citations?: CitedFeedback[] }
    if (citations.length === 0) continue
    sheet.table(
      [
        { title: 'Speaks', share: 0.12 },
        { title: 'Interview', share: 0.25 },
        { title: 'Evidence the draft cited, word for word', share: 0.63 },
      ],
      citations.map(({ stance, interview_name, interviewer_name, quote }) => [stance ?? 'unclear', `${interview_name}, ${interviewer_name}`, quote]),
    )
  }
}

function outcomeOf(one: Entry): string {
  const decided = one['decided'] !== true ? 'Not decided' : one['fgl_absent_flag'] === true ? 'Absent' : 'Present'
  if (one['reviewed'] === true) return decided
  return one['source'] === 'generated'
    ? `${decided === 'Absent' ? 'Suggested absent' : decided}: a generated draft that no person confirmed`
    : `${decided}, not reviewed`
}

function writeTimeline({ sheet, sections }: PdfDraft): void {
  sheet.heading('Timeline')
  const events = packetEvents((name) => sections[name] ?? [])
  if (events.length === 0) return void sheet.text('No dated events.')
  sheet.table(
    [
      { title: 'When', share: 0.18 },
      { title: 'Who', share: 0.27 },
      { title: 'What', share: 0.55 },
    ],
    events.map(({ at, by, what }) => [time(at), typeof by === 'string' ? by : staffName(sections, by), what]),
  )
}

function writeEmails({ sheet, sections }: PdfDraft): void {
  sheet.heading('Emails')
  const emails = sections['emails'] ?? []
  if (emails.length === 0) sheet.text('None.')
  for (const email of emails) {
    sheet.subheading(text(email['subject']) || 'Subject deleted')
    const sent = email['sent_at'] ? `Sent ${time(email['sent_at'])}` : `Not sent (${text(email['state'])})`
    sheet.note(`${sent}. Written ${time(email['created_at'])}${email['created_by'] ? ` by ${staffName(sections, email['created_by'])}` : ''}.`)
    sheet.text(text(email['text']).replace(SEALED, '[their own link]') || 'The text was deleted.')
  }
}

/** Instead of the link to the applicant's own page, the stored text has a placeholder, which is replaced when the email is sent. */
const SEALED = /\{\{sealed:[^}]*\}\}/g

function writeNotes({ sheet, sections }: PdfDraft): void {
  const [notes, told] = [sections['notes'] ?? [], sections['candidate_feedback'] ?? []]
  sheet.heading('Notes, and feedback for the candidate')
  if (notes.length + told.length === 0) sheet.text('None.')
  for (const note of notes) {
    sheet.note(`Note by ${staffName(sections, note['written_by'])}, ${time(note['created_at'])}.${lateMark(sections, 'note', note['note_id'])}`)
    sheet.text(text(note['note_text']))
  }
  for (const one of told) {
    const lateNote = lateMark(sections, 'candidate_feedback', one['user_session_id'])
    sheet.note(`Feedback for the candidate, written by ${staffName(sections, one['written_by'])}, ${time(one['written_at'])}.${lateNote}`)
    sheet.text(text(one['feedback_text']))
  }
}

/** Marks a text that was changed after the decision, and adds what it said before. */
function lateMark(sections: PdfDraft['sections'], kind: VersionKind, of_id: unknown): string {
  const newest = (sections['versions'] ?? []).findLast((one) => one['kind'] === kind && one['of_id'] === of_id)
  if (newest?.['added_after_decision'] !== true) return ''
  return ` ${AFTER_DECISION}. ${textWhenDecided((name) => sections[name] ?? [], kind, of_id)}`.trimEnd()
}

/** Writes every version of everything that changed; anything not listed hasn't changed since it was first written. */
function writeVersions({ sheet, sections }: PdfDraft): void {
  sheet.heading('Earlier versions, and changes after the decision')
  const versions = sections['versions'] ?? []
  if (versions.length === 0) return void sheet.text('Nothing was changed after it was written.')
  sheet.table(
    [
      { title: 'What', share: 0.24 },
      { title: 'By', share: 0.26 },
      { title: 'Text', share: 0.5 },
    ],
    versions.map((version) => [
      `${describeSubject((name) => sections[name] ?? [], version)}, version ${text(version['version'])}`,
      [
        version['by_candidate'] === true ? 'The candidate' : staffName(sections, version['written_by']),
        time(version['written_at']),
        version['added_after_decision'] === true ? AFTER_DECISION : '',
        describeVersion((name) => sections[name] ?? [], version),
        version['why'] ? `Reason: ${text(version['why'])}` : '',
      ]
        .filter(Boolean)
        .join('. '),
      version['deleted'] === true ? 'Deleted.' : text(version['text']) || 'Empty.',
    ]),
  )
}

function writeProof({ sheet, sections }: PdfDraft, fingerprint: string): void {
  sheet.heading('How to check this packet')
  sheet.text(
    'This PDF belongs to a file packet.json. Open verify.html from the ZIP that holds both in any browser, or run “packet verify” on it: each compares every entry and this PDF with what was sealed and signed, needs no database or network, and names what was changed. docs/packet.md of Rounds describes the format for those who write their own verifier.',
  )
  sheet.values([['Signed with the key', fingerprint]])
  sheet.note('Compare the key with the one the employer publishes at /.well-known/rounds-keys.json.')
  sheet.note(
    Object.entries(sections)
      .map(([name, entries]) => `${name.replace(/_/gu, ' ')}: ${entries.length}`)
      .join(' · '),
  )
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value as string | number))
const nonEmpty = (rows: [string, string][]) => rows.filter(([, value]) => value !== '')

const CLOCK = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
/** Intl puts a narrow space before AM and PM. */
const time = (value: unknown) => (typeof value === 'string' && value !== '' ? CLOCK.format(new Date(value)).replace(/\s/gu, ' ') : '')

function staffName(sections: PdfDraft['sections'], id: unknown): string {
  if (typeof id !== 'number') return 'The product'
  return text((sections['staff'] ?? []).find((one) => one['staff_account_id'] === id)?.['email']) || `Account ${id}`
}

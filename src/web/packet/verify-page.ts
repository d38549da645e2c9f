import { bytesOf, verifyPacket, verifyZip, type VerifyAgainst, type KnownKey, type Verdict } from '#contract/packet/verify.ts'
import type { Entry, Packet } from '#contract/packet/format.ts'
import { describeVersion, describeOutcome, packetEvents, describeSubject, textWhenDecided } from '#contract/packet/describe-changes.ts'
import { describeCoverage, describeLicenses } from '#contract/packet/describe-licenses.ts'
import { displayedAnswer, isListType } from '#contract/questions/question-rules.ts'
import { AFTER_DECISION } from '#contract/text/version-words.ts'
import type { VersionKind } from '#contract/versions.ts'
import { PROOFS } from './proofs.ts'

const input = (id: string) => document.getElementById(id) as HTMLInputElement
const place = (id: string) => document.getElementById(id)!

let checks = 0

/** Shows the verdict on the current choice; an earlier check that finishes late is ignored. */
async function check(): Promise<void> {
  const own = ++checks
  const chosen = [...(input('files').files ?? [])]
  for (const id of ['verdict', 'packet']) place(id).replaceChildren()
  if (chosen.length === 0) return
  const verdict = await verdictOnChosen(chosen).catch((error: Error): Verdict => ({ packet: null, faults: [error.message], checked: [], unknown: [] }))
  if (own === checks) show(verdict)
}

async function verdictOnChosen(chosen: File[]): Promise<Verdict> {
  const against = await readInputs()
  const files = await Promise.all(chosen.map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) })))
  return verdictFor(files, against)
}

function verdictFor(files: { name: string; content: Uint8Array }[], against: VerifyAgainst): Verdict {
  const zip = files.find(({ content }) => content[0] === 0x50 && content[1] === 0x4b)
  if (zip && files.length > 1) throw new Error("Choose the ZIP alone: other files next to it aren't checked.")
  if (zip) return verifyZip(PROOFS, zip.content, against)
  const json = files.find(({ name }) => name.endsWith('.json'))
  if (!json) throw new Error("Choose the packet's ZIP, or packet.json together with packet.pdf and verify.html.")
  // A file that was downloaded separately is named after the application.
  const beside = files.filter((one) => one !== json).map(({ name, content }) => ({ name: name.endsWith('.pdf') ? 'packet.pdf' : name, content }))
  return verifyPacket(PROOFS, { json: json.content, files: beside, isWhole: false }, against)
}

async function readInputs(): Promise<VerifyAgainst> {
  const saved = input('keys').files?.[0]
  const typed = input('key').value.replace(/[\s:]/g, '').toLowerCase()
  if (typed !== '' && !/^[0-9a-f]{64}$/.test(typed)) throw new Error('A fingerprint has 64 digits.')
  const published = saved ? parseKeys(await saved.text()) : null
  if (published && typed !== '' && !published.some(({ fingerprint }) => fingerprint === typed)) throw new Error("The key you entered isn't in the key file.")
  const keys = typed === '' ? published : (published?.filter(({ fingerprint }) => fingerprint === typed) ?? [{ fingerprint: typed }])
  return { keys, head: parseRow('head'), knownRow: parseRow('since') }
}

function parseKeys(text: string): KnownKey[] {
  try {
    const { keys } = JSON.parse(text) as { keys: { x: string; created_at: string; retired_at: string | null }[] }
    if (keys.length === 0) throw new Error('It has no keys.')
    return keys.map(({ x, created_at, retired_at }) => ({ fingerprint: PROOFS.sha256(bytesOf(x)), created_at, retired_at }))
  } catch {
    throw new Error("The key file isn't valid. Choose a rounds-keys.json that you saved.")
  }
}

function parseRow(id: string): string | null {
  const row = input(id).value.trim().toLowerCase()
  if (row !== '' && !/^\d+:[0-9a-f]{64}$/.test(row)) throw new Error('Enter a trail row as a number, a colon and a 64-digit hash.')
  return row === '' ? null : row
}

function show({ packet, faults, checked, unknown }: Verdict): void {
  const isGood = faults.length === 0
  const title = isGood ? 'This packet is unchanged since it was sealed' : "This packet isn't valid"
  const self = 'A tampered page could show anything. To check verify.html itself, run “packet verify” or use this page from another packet.'
  place('verdict').replaceChildren(
    h(
      'section',
      `verdict ${isGood ? 'good' : 'bad'}`,
      h('h2', '', title),
      list(isGood ? checked : faults),
      isGood && h('h3', '', "What a packet can't prove"),
      isGood && list([...unknown, self]),
    ),
  )
  place('packet').replaceChildren(...(packet && isGood ? showPacket(packet) : []))
}

for (const id of ['files', 'key', 'keys', 'head', 'since']) input(id).addEventListener('change', () => void check())
place('choice').addEventListener('submit', (event) => event.preventDefault())
const drop = place('drop')
for (const kind of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(kind, (event) => {
    event.preventDefault()
    drop.classList.toggle('dragged', kind === 'dragover')
  })
document.addEventListener('drop', ({ dataTransfer }) => {
  if (!dataTransfer || dataTransfer.files.length === 0) return
  input('files').files = dataTransfer.files
  void check()
})

type Reading = { of: (section: string) => Entry[]; staff: (id: unknown) => string; late: (kind: VersionKind, id: unknown) => Child }

/** A verified packet in readable form: what was asked, written and decided, by whom and in what order. */
function showPacket({ manifest, sections }: Packet): HTMLElement[] {
  const of = (section: string) => sections.find(({ name }) => name === section)?.entries ?? []
  const reading: Reading = { of, staff: (id) => staffName(of('staff'), id), late: (kind, id) => lateMark(of, kind, id) }
  const application = of('application')[0] ?? {}
  const name = [application['first_name'], application['last_name']].map(text).filter(Boolean).join(' ')
  return [
    h('h2', '', `Application ${manifest.user_session_id}`),
    list(
      [
        manifest.is_blind ? `Blind: known as ${text(application['alias'])}` : name,
        text(application['function_role_name']),
        `Status: ${text(application['application_status'])}`,
        application['application_submitted_datetime_utc'] ? `Submitted ${time(application['application_submitted_datetime_utc'])}` : '',
        'All times are UTC.',
      ].filter(Boolean),
    ),
    ...showOrder(reading),
    ...showAnswers(reading),
    ...showLicenses(reading),
    ...showFeedback(reading),
    ...showRedFlags(reading),
    ...showNotes(reading),
    ...showEmails(reading),
    ...showVersions(reading),
  ]
}

function showOrder({ of, staff }: Reading): HTMLElement[] {
  const rows = packetEvents(of).map(({ at, by, what }) => [time(at), typeof by === 'string' ? by : staff(by), what])
  return [h('h2', '', 'In order'), rows.length > 0 ? table(['When', 'Who', 'What'], rows) : h('p', '', 'No dated events.')]
}

function showAnswers({ of }: Reading): HTMLElement[] {
  const asked = of('answers').filter((one) => !isListType(text(one['question_type'])))
  const answers = asked.flatMap((one) => {
    const question = { question_type: text(one['question_type']), question_text: text(one['question_text']) }
    return [h('h3', '', question.question_text), h('p', 'text', displayedAnswer(question, text(one['user_answer_text_box'])) || 'Not answered.')]
  })
  return [h('h2', '', 'Questions as asked, and answers'), ...answers]
}

function showLicenses({ of }: Reading): HTMLElement[] {
  const licenses = describeLicenses(of)
  if (licenses.length === 0) return []
  return [
    h('h2', '', 'Licenses'),
    ...describeCoverage(of).map((line) => h('p', 'text', line)),
    ...licenses.flatMap(({ name, facts, checks }) => [h('h3', '', name), h('p', 'text', facts), ...checks.map((check) => h('p', 'soft', check))]),
  ]
}

function showFeedback({ of, late }: Reading): HTMLElement[] {
  const interviews = of('interviews').flatMap((one) => {
    const readInputs = of('interview_feedback').filter((answer) => answer['if_interview_header_id'] === one['interview_header_id'])
    return [
      h('h3', '', `${text(one['interview_name'])}, ${text(one['interviewer_name'])}`),
      h('p', 'soft', one['submitted_at'] ? `Submitted ${time(one['submitted_at'])}.` : 'Draft: never submitted.'),
      ...readInputs.flatMap((answer) => [
        h('p', 'soft', text(answer['interview_feedback_question'])),
        h('p', 'text', text(answer['interviewer_feedback']) || 'Not answered.', late('feedback', answer['if_interview_feedback_detail_id'])),
      ]),
    ]
  })
  return [h('h2', '', 'Interview feedback'), ...(interviews.length > 0 ? interviews : [h('p', '', 'None.')])]
}

type CitedSentence = { interview_name?: unknown; interviewer_name?: unknown; quote?: unknown; stance?: unknown }

function showRedFlags({ of, staff, late }: Reading): HTMLElement[] {
  const flags = of('hiring_decisions').flatMap((one) => {
    const { citations = [] } = (one['generated'] ?? {}) as { citations?: CitedSentence[] }
    return [
      h('h3', '', `${text(one['red_flag_desc'])}: ${describeOutcome(one)}`),
      h('p', 'soft', `${staff(one['row_modified_user_id'] ?? one['row_created_user_id'])}, ${time(one['modified_at'])}`),
      h('p', 'text', text(one['fgl_rationale']) || 'No rationale.', late('rationale', one['fgl_hiring_decision_detail_id'])),
      ...citations.map((cited) =>
        h('blockquote', 'text', `${text(cited.quote)} (${[cited.interview_name, cited.interviewer_name, cited.stance].map(text).filter(Boolean).join(', ')})`),
      ),
    ]
  })
  return [h('h2', '', 'Red flags'), ...(flags.length > 0 ? flags : [h('p', '', 'None decided.')])]
}

function showNotes({ of, staff, late }: Reading): HTMLElement[] {
  const notes = of('notes').flatMap((one) => [
    h('p', 'soft', `${staff(one['written_by'])}, ${time(one['created_at'])}`),
    h('p', 'text', text(one['note_text']), late('note', one['note_id'])),
  ])
  const told = of('candidate_feedback').flatMap((one) => [
    h('p', 'soft', `Feedback for the candidate: ${staff(one['written_by'])}, ${time(one['written_at'])}`),
    h('p', 'text', text(one['feedback_text']), late('candidate_feedback', one['user_session_id'])),
  ])
  return [h('h2', '', 'Notes, and feedback for the candidate'), ...(notes.length + told.length > 0 ? [...notes, ...told] : [h('p', '', 'None.')])]
}

function showEmails({ of, staff }: Reading): HTMLElement[] {
  const emails = of('emails').flatMap((one) => [
    h('h3', '', text(one['subject']) || 'Subject deleted'),
    h('p', 'soft', `${one['sent_at'] ? `Sent ${time(one['sent_at'])}` : text(one['state'])}, ${staff(one['created_by'])}`),
    h('p', 'text', text(one['text']).replace(/\{\{sealed:[^}]*\}\}/g, '[their own link]') || 'The text was deleted.'),
  ])
  return [h('h2', '', 'Emails'), ...(emails.length > 0 ? emails : [h('p', '', 'None.')])]
}

function showVersions({ of, staff }: Reading): HTMLElement[] {
  const rows = of('versions').map((one) => [
    `${describeSubject(of, one)}, version ${text(one['version'])}`,
    [
      `${one['by_candidate'] === true ? 'The candidate' : staff(one['written_by'])} ${time(one['written_at'])}`,
      one['added_after_decision'] === true ? AFTER_DECISION : '',
      describeVersion(of, one),
      one['why'] ? `Reason: ${text(one['why'])}` : '',
    ]
      .filter(Boolean)
      .join('. '),
    one['deleted'] === true ? 'Deleted.' : text(one['text']) || 'Empty.',
  ])
  return [
    h('h2', '', 'Earlier versions, and changes after the decision'),
    rows.length > 0 ? table(['What', 'By', 'Text'], rows) : h('p', '', 'Nothing was changed after it was written.'),
  ]
}

/** Marks a text that was changed after the decision, and adds what it said before. */
function lateMark(of: Reading['of'], kind: VersionKind, of_id: unknown): Child {
  const newest = of('versions')
    .filter((one) => one['kind'] === kind && one['of_id'] === of_id)
    .at(-1)
  return newest?.['added_after_decision'] === true && h('span', 'late', ` ${AFTER_DECISION}. ${textWhenDecided(of, kind, of_id)}`.trimEnd())
}

function staffName(staff: Entry[], id: unknown): string {
  if (typeof id !== 'number') return 'The candidate or the product'
  return text(staff.find((one) => one['staff_account_id'] === id)?.['email']) || `Account ${id}`
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const CLOCK = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const time = (value: unknown) => (typeof value === 'string' && value !== '' ? CLOCK.format(new Date(value)) : '')

type Child = Node | string | null | false

/** An element with its content as text, so nothing in a packet becomes markup. */
function h(tag: string, className = '', ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return element
}

const list = (lines: string[]): HTMLElement => h('ul', '', ...lines.map((line) => h('li', '', line)))

function table(heads: string[], rows: Child[][]): HTMLElement {
  const head = h('tr', '', ...heads.map((one) => h('th', '', one)))
  return h('table', '', h('thead', '', head), h('tbody', '', ...rows.map((cells) => h('tr', '', ...cells.map((cell) => h('td', 'text', cell))))))
}

import { AFTER_DECISION, VERSION_KIND_NAMES } from '#contract/text/version-words.ts'
import type { VersionKind } from '#contract/versions.ts'
import type { Entry } from './format.ts'

type PacketContext = (section: string) => Entry[]
/** Something that happened: when, who did it (a staff account, or a name), and what. */
export type PacketEvent = { at: string; by: unknown; what: string }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const ID_OF: Partial<Record<VersionKind, [section: string, id: string]>> = {
  rationale: ['hiring_decisions', 'fgl_hiring_decision_detail_id'],
  feedback: ['interview_feedback', 'if_interview_feedback_detail_id'],
  answer: ['answers', 'user_session_answer_id'],
}

/** Names what a version belongs to, in the same words as the rest of the packet. */
export function describeSubject(of: PacketContext, { kind, of_id }: Entry): string {
  const name = VERSION_KIND_NAMES[kind as VersionKind]
  const [section, id] = ID_OF[kind as VersionKind] ?? []
  const one = section && of(section).find((entry) => entry[id!] === of_id)
  if (!one) return `${name} ${text(of_id)}`
  const interview = of('interviews').find(({ interview_header_id }) => interview_header_id === one['if_interview_header_id'])
  if (kind === 'rationale') return `${name} on “${text(one['red_flag_desc'])}”`
  if (kind === 'answer') return `${name} to “${text(one['question_text'])}”`
  return `${name}, ${text(interview?.['interview_name'])}, “${text(one['interview_feedback_question'])}”`
}

/** Names the decisions that were based on this version, except undone ones. */
export function describeVersion(of: PacketContext, { kind, of_id, version }: Entry): string {
  const decisionsOnVersion = of('status_changes').filter((one) => !one['undone_at'] && versionRead(one, kind, of_id) === version)
  const last = decisionsOnVersion.at(-1)
  return last ? `Read for the decision “${text(last['to_status'])}”` : ''
}

/** Returns what a text said when the decision was made if it changed afterward; empty otherwise. */
export function textWhenDecided(of: PacketContext, kind: VersionKind, of_id: unknown): string {
  const own = of('versions').filter((one) => one['kind'] === kind && one['of_id'] === of_id)
  if (own.at(-1)?.['added_after_decision'] !== true) return ''
  const then = own.filter((one) => one['added_after_decision'] !== true).at(-1)
  if (!then) return ''
  return `When decided: ${then['deleted'] === true ? 'Deleted.' : text(then['text']) || 'Empty.'}`
}

const versionRead = ({ read_versions }: Entry, kind: unknown, of_id: unknown) => ((read_versions ?? {}) as Entry)[`${text(kind)}:${text(of_id)}`]

/** Returns every decision and everything else with a time, in chronological order; each change to a text is a separate event. */
export function packetEvents(of: PacketContext): PacketEvent[] {
  const events = [
    ...of('application').map((one) => packetEvent(one['application_submitted_datetime_utc'], 'The candidate', 'Application')),
    ...of('interviews').map((one) => packetEvent(one['submitted_at'], one['interviewer_name'], `Feedback on ${text(one['interview_name'])}`)),
    ...firstTexts(of),
    ...of('versions').map((one) => packetEvent(one['written_at'], one['by_candidate'] === true ? 'The candidate' : one['written_by'], describeChange(of, one))),
    ...of('status_changes').map((one) => packetEvent(one['undone_at'], one['undone_by'], describeUndo(one))),
    ...of('emails').map((one) =>
      packetEvent(one['sent_at'] ?? one['created_at'], one['created_by'], `Email “${text(one['subject'])}” (${text(one['state'])})`),
    ),
  ]
  const known = events.filter(({ at, what }) => at !== '' && what !== '').map((event) => ({ ...event, place: Date.parse(event.at) }))
  return [...known, ...moveEvents(of)].sort((a, b) => a.place - b.place).map(({ place: _place, ...one }) => one)
}

/** In a blind packet, what the candidate did has no time, so it's listed after the preceding decision. */
function moveEvents(of: PacketContext): (PacketEvent & { place: number })[] {
  let place = 0
  return of('status_changes').map((one) => {
    const decisionEvent = packetEvent(one['changed_at'], one['changed_by'] ?? 'The candidate', describeMove(of, one))
    if (decisionEvent.at !== '') place = Date.parse(decisionEvent.at)
    return { ...decisionEvent, place }
  })
}

const packetEvent = (at: unknown, by: unknown, what: string): PacketEvent => ({ at: text(at), by, what })

/** Texts that never changed have no versions. */
function firstTexts(of: PacketContext): PacketEvent[] {
  const isUnchanged = (kind: VersionKind, of_id: unknown) => !of('versions').some((one) => one['kind'] === kind && one['of_id'] === of_id)
  return [
    ...of('hiring_decisions')
      .filter((one) => isUnchanged('rationale', one['fgl_hiring_decision_detail_id']))
      .map((one) =>
        packetEvent(
          one['modified_at'],
          one['row_modified_user_id'] ?? one['row_created_user_id'],
          `Red flag “${text(one['red_flag_desc'])}”: ${describeOutcome(one)}`,
        ),
      ),
    ...of('notes')
      .filter((one) => isUnchanged('note', one['note_id']))
      .map((one) => packetEvent(one['created_at'], one['written_by'], 'Note')),
    ...of('candidate_feedback')
      .filter((one) => isUnchanged('candidate_feedback', one['user_session_id']))
      .map((one) => packetEvent(one['written_at'], one['written_by'], 'Feedback for the candidate')),
  ]
}

function describeChange(of: PacketContext, one: Entry): string {
  const { kind, version, deleted, added_after_decision } = one
  // The interview's own event already says when its feedback was first submitted; wordings aren't about this person.
  if (kind === 'red_flag' || kind === 'question' || (version === 1 && !['rationale', 'note', 'candidate_feedback', 'mark'].includes(text(kind)))) return ''
  const act = deleted === true ? ', deleted' : version === 1 ? '' : ', changed'
  return `${describeSubject(of, one)}${act}${added_after_decision === true ? `. ${AFTER_DECISION}` : ''}`
}

function describeMove(of: PacketContext, one: Entry): string {
  const reason = text(one['reason'])
  const move = `${text(one['from_status'])} → ${text(one['to_status'])}${one['undone_at'] ? ' (undone)' : ''}`
  return [move, reason && `Reason: ${reason}`, describeGrounds(of, one)].filter(Boolean).join('. ')
}

const describeUndo = ({ undone_at, from_status, to_status }: Entry) => (undone_at ? `Undone: ${text(from_status)} → ${text(to_status)}` : '')

/** The outcome of a red flag, and whether a person confirmed it. */
export function describeOutcome({ decided, reviewed, fgl_absent_flag, source }: Entry): string {
  const outcome = decided === true ? (fgl_absent_flag === true ? 'absent' : 'present') : 'not decided'
  if (reviewed === true) return outcome
  return source === 'generated' ? `${outcome} (a generated draft that no person confirmed)` : `${outcome} (not reviewed)`
}

/** Describes the red flags and feedback that an entry in `status_changes` refers to; the entry itself has only their IDs. */
export function describeGrounds(of: PacketContext, { red_flag_ids, feedback_ids }: Entry): string {
  const [flags, answers] = [listOf(red_flag_ids), listOf(feedback_ids)]
  const citedFlags = of('hiring_decisions').filter((one) => flags.includes(one['fgl_ref_red_flag_id']))
  const headers = of('interview_feedback').filter((one) => answers.includes(one['if_interview_feedback_detail_id']))
  const interviews = of('interviews').filter((one) => headers.some((answer) => answer['if_interview_header_id'] === one['interview_header_id']))
  return [
    listNames(
      'Red flags',
      citedFlags.map((flag) => flag['red_flag_desc']),
    ),
    listNames(
      'Feedback',
      interviews.map((interview) => `${String(interview['interview_name'])} (${String(interview['interviewer_name'])})`),
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const listNames = (what: string, names: unknown[]) => (names.length > 0 ? `${what}: ${names.join(', ')}.` : '')

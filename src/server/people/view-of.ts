import type { Env } from '#server/env.ts'
import { calledIn, type KnownIdentity } from './mask/find-person.ts'
import { maskerOf, type Masker } from './mask/masker.ts'
import { restored } from './mask/restore.ts'

/** The reader: whether names are shown, and whether the employer also hides pronouns. */
export type Viewer = { identifiable: boolean; hidesPronouns: boolean }

export function viewerOf({ HIDE_PRONOUNS }: Pick<Env, 'HIDE_PRONOUNS'>, { identifiable }: { identifiable: boolean }): Viewer {
  return { identifiable, hidesPronouns: HIDE_PRONOUNS === 'yes' }
}

/** For content about several people, or content that doesn't mention any. */
export const NO_ONE: KnownIdentity = { first_name: null, last_name: null, email: null, linkedin_profile_url: null }

/** `masked`: shown with the person's name, addresses and numbers masked in text. `named`: shown only if names are. */
type Rule = 'shown' | 'masked' | 'named'

const IN_ROLE = { ref_function_role_id: 'shown', function_role_name: 'shown' } as const
const IN_STATUS = { ref_application_status_id: 'shown', application_status: 'shown' } as const
const NAME = { first_name: 'named', last_name: 'named' } as const
const INDEX = { user_session_id: 'shown', alias: 'shown', ...IN_ROLE, ...IN_STATUS } as const

/**
 * What can be shown about an applicant. Fields that aren't listed are hidden from everyone, so new ones must be added here; a test
 * compares the list with the contract.
 */
export const VIEWS = {
  applicant: {
    ...INDEX,
    ...NAME,
    email: 'named',
    linkedin_profile_url: 'named',
    application_submitted_datetime_utc: 'named',
    status_changed_at: 'named',
    reply_by: 'named',
    is_late: 'named',
    has_emailed_application_status: 'shown',
    hiring_lead_email: 'shown',
    hiring_lead_name: 'shown',
    suspected_bot: 'shown',
    due: 'shown',
    has_resume: 'shown',
    assigned_to: 'shown',
  },
  answer: { question_name: 'shown', question_type: 'shown', question_text: 'shown', applicants_answer: 'masked' },
  name: { ...INDEX, ...NAME },
  prospect: {
    user_session_id: 'shown',
    alias: 'shown',
    ...NAME,
    function_role_name: 'shown',
    held: 'shown',
    sentence: 'shown',
    facts_seen_on: 'shown',
    invitable_at: 'shown',
  },
  linked: { ...INDEX, application_submitted_datetime_utc: 'named', days_ago: 'shown', matched_on: 'shown', differs_in: 'shown' },
  note: { note_id: 'shown', note_text: 'masked', written_by_email: 'shown', created_at: 'shown', mentions: 'shown', is_own: 'shown' },
  event: {
    kind: 'shown',
    at: 'shown',
    who: 'shown',
    what: 'masked',
    from_status_id: 'shown',
    to_status_id: 'shown',
    email_id: 'shown',
    other_user_session_id: 'shown',
    starts_at: 'shown',
    undo_token: 'shown',
    undo_until: 'shown',
  },
  email: {
    email_id: 'shown',
    user_session_id: 'shown',
    template_name: 'shown',
    is_reworded: 'shown',
    reply_to: 'shown',
    to_address: 'named',
    subject: 'masked',
    html: 'named',
    text: 'masked',
    state: 'shown',
    tries: 'shown',
    last_error: 'masked',
    ref_application_status_id: 'shown',
    created_at: 'shown',
    send_after: 'shown',
    sent_at: 'shown',
    created_by_email: 'shown',
    undo_token: 'shown',
    is_retryable: 'shown',
  },
  preview: {
    to_name: 'named',
    to_address: 'named',
    subject: 'masked',
    html: 'masked',
    template: 'shown',
    values: 'masked',
    reply_to: 'shown',
    feedback: 'masked',
  },
  told: { feedback_text: 'masked', written_by_email: 'shown', written_at: 'shown', reviewed_by_email: 'shown', version: 'shown' },
  plan: { preferences: 'masked', preferences_answer: 'masked' },
  interview: {
    interview_header_id: 'shown',
    interview_name: 'shown',
    interviewer_name: 'shown',
    interview_datetime_utc: 'shown',
    submitted_at: 'shown',
    edited_at: 'shown',
    late: 'shown',
    time_confirmed: 'shown',
  },
  feedback: { if_interview_feedback_detail_id: 'shown', interview_feedback_question: 'shown', interviewer_feedback: 'masked', modified_at: 'shown' },
  decision: {
    fgl_hiring_decision_detail_id: 'shown',
    user_session_id: 'shown',
    fgl_ref_red_flag_id: 'shown',
    fgl_absent_flag: 'shown',
    fgl_rationale: 'masked',
    row_created_user_id: 'shown',
    row_modified_user_id: 'shown',
    source: 'shown',
    reviewed: 'shown',
    decided: 'shown',
    mentions: 'masked',
    meant_otherwise: 'shown',
    modified_at: 'shown',
    modified_by_email: 'shown',
    generator: 'shown',
    generated_at: 'shown',
    stale: 'shown',
    has_newer_feedback: 'shown',
  },
  draft: { agent_absent_flag: 'shown', agent_rationale: 'masked', generator: 'shown', sufficient_evidence: 'shown' },
  citation: {
    if_interview_feedback_detail_id: 'shown',
    interview_name: 'shown',
    interviewer_name: 'shown',
    quote: 'masked',
    stance: 'shown',
    grave: 'shown',
    kind: 'shown',
    mentions: 'masked',
  },
  version: {
    kind: 'shown',
    of_id: 'shown',
    about: 'shown',
    version: 'shown',
    text: 'masked',
    deleted: 'shown',
    by_email: 'shown',
    by_candidate: 'shown',
    written_at: 'shown',
    why: 'masked',
    after_decision: 'shown',
    is_newest: 'shown',
  },
  mark: {
    red_flag_mark_id: 'shown',
    fgl_ref_red_flag_id: 'shown',
    if_interview_feedback_detail_id: 'shown',
    quote: 'masked',
    stance: 'shown',
    marked_at: 'shown',
    marked_by_email: 'shown',
  },
} as const satisfies Record<string, Record<string, Rule>>
type Views = typeof VIEWS

type NamedFields<Kind extends keyof Views> = { [Field in keyof Views[Kind]]: Views[Kind][Field] extends 'named' ? Field : never }[keyof Views[Kind]]
type VisibleFields<Kind extends keyof Views, Row> = Pick<Row, Exclude<keyof Row & keyof Views[Kind], NamedFields<Kind>>> &
  Partial<Pick<Row, keyof Row & NamedFields<Kind>>>

/** What one viewer can see about one applicant. */
export type View = {
  identifiable: boolean
  /** Returns the fields of a row that can be seen, masked where needed. */
  show: <Kind extends keyof Views, Row extends object>(kind: Kind, row: Row) => VisibleFields<Kind, Row>
  /** Returns text about the applicant, masked unless names are shown. */
  hide: (text: string) => string
  /** Returns a value with every string in it masked, unless names are shown. */
  hideAll: <Value>(value: Value) => Value
  /** Returns text about someone else, such as a colleague's address, with only the applicant's own name masked. */
  nameless: (text: string) => string
  /** Unmasks text written while names were hidden, using the originals in `sources`. */
  restored: (text: string, sources: string[]) => string
  /** `hide` and `restored` for text about an interview's location; unlike the others, they leave the employer's address visible. */
  place: Pick<View, 'hide' | 'restored'>
  masker: Masker
}

/**
 * The only place that decides what can be shown about an applicant: in lists, the palette, searches, notes, the timeline, feedback, rationales,
 * quotes, emails, CSV and packets. Model prompts use the same masker. Pass `answers` if there are any: they show what else the person is called.
 */
export function viewOf(known: KnownIdentity, { identifiable, hidesPronouns }: Viewer, answers = ''): View {
  const called = identifiable ? null : calledIn(answers)
  const masker = maskerOf(called === null ? known : { ...known, also: [known.also, called].filter(Boolean).join('\n') }, { hidesPronouns })
  const hide = (text: string) => (identifiable ? text : masker.hide(text))
  const hideAll = <Value>(value: Value) => (identifiable ? value : (mapTexts(value, hide) as Value))
  return {
    identifiable,
    hide,
    hideAll,
    nameless: (text) => (identifiable ? text : masker.nameless(text)),
    restored: (text, sources) => restored(text, sources, masker),
    place: {
      hide: (text) => (identifiable ? text : masker.maskPlace(text).text),
      restored: (text, sources) => restored(text, sources, { mask: masker.maskPlace }),
    },
    masker,
    show: (kind, row) => {
      const rules: Record<string, Rule> = VIEWS[kind]
      const visibleEntries = Object.entries(row).filter(
        ([field]) => rules[field] === 'shown' || rules[field] === 'masked' || (rules[field] === 'named' && identifiable),
      )
      return Object.fromEntries(visibleEntries.map(([field, value]) => [field, rules[field] === 'masked' ? hideAll(value) : value])) as VisibleFields<
        typeof kind,
        typeof row
      >
    },
  }
}

/** Digits in a hash aren't a phone number. */
const HASH = /^[0-9a-f]{64}$/

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return HASH.test(value) ? value : change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  return value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)])) : value
}

/** Returns a mask that's left in text someone typed or sent back; undefined if there's none. */
export function maskIn(text: string): string | undefined {
  return /\[(?:name|email|phone|profile)\]/.exec(text)?.[0]
}

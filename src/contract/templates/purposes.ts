import { isPlaceholder, PLACEHOLDER_NAMES, placeholdersIn, type Placeholder } from './placeholders.ts'

type Facts = {
  /** The template's original name, which calls can always use, even after it's renamed; null if staff wrote the template. */
  template_name: string | null
  /** Placeholders that have a value only in these emails; all others have one in every email to a candidate. */
  fills: readonly Placeholder[]
  /** Sending it doesn't restart the reply time, because it either gives a date itself or confirms a withdrawal, which may be undone. */
  keepsReplyDate: boolean
  /** The reviewed feedback to the candidate is appended. */
  carriesFeedback: boolean
  /** Rounds sends it automatically when it's due, so staff can't resend a failed one; they write a new one instead. */
  isAutomatic: boolean
}

const EMAIL = { fills: [], keepsReplyDate: false, carriesFeedback: false, isAutomatic: false } as const

/**
 * What an email to a candidate is for: the only place that defines it. `email_template.purpose` and `email_outbox.template_purpose` hold the key, so a
 * template can be renamed. At most one template has each purpose, except `other`. In addition:
 * - The statuses an email goes with are `offers` in STATUS_MEANINGS.
 * - All of them go to the candidate, once per template and status if they're about a decision, and count against the budget for emails that candidates cause
 * if a candidate's own action sends them (`queueCandidateEmail`). Until it's sent, each can be undone, and its sender can edit the text.
 * - Emails that Rounds writes without a template have only an `email_outbox.purpose`; see OUTBOX_PURPOSES.
 *
 * Callers: `findActiveTemplate` (which template), `change-template.ts` (what may be saved, renamed and deleted), `queueCandidateEmail` and
 * `previewCandidateEmail` (feedback), `retryCandidateEmail`, `setReplyDue`, `withdrawEmailsOf` (emails that promise a date), `decideMany`, `changeRole`,
 * `needMoreTime`, `withdrawApplication`, `writeNextSteps` (each names the purpose it sends), `seedReference`, and the staff app's decision dialogs and template editor.
 */
export const PURPOSES = {
  invitation: { ...EMAIL, template_name: 'Schedule Panel Interview' },
  rejection: { ...EMAIL, template_name: 'Application Rejection' },
  'rejection-after-interviews': { ...EMAIL, template_name: 'Rejection After Interview', carriesFeedback: true },
  'first-day': { ...EMAIL, template_name: 'First Day Prep' },
  'role-closed': { ...EMAIL, template_name: 'Position Closed' },
  withdrawal: { ...EMAIL, template_name: 'Application Withdrawn', keepsReplyDate: true },
  'more-time': { ...EMAIL, template_name: 'More Time Needed', fills: ['reply_by'], keepsReplyDate: true },
  'next-steps': { ...EMAIL, template_name: 'After Interviews', fills: ['reply_by'], keepsReplyDate: true, isAutomatic: true },
  /** Templates that staff create. */
  other: { ...EMAIL, template_name: null },
} as const satisfies Record<string, Facts>
export type Purpose = keyof typeof PURPOSES
/** A purpose with a template that Rounds ships. */
export type ShippedPurpose = Exclude<Purpose, 'other'>

export const PURPOSE_NAMES = Object.keys(PURPOSES) as [Purpose, ...Purpose[]]
const SHIPPED = PURPOSE_NAMES.filter((purpose) => purpose !== 'other')

/** Returns the purposes that match, in order; also used to build SQL. */
export function purposesWhere(isTrue: (facts: Facts) => boolean): Purpose[] {
  return PURPOSE_NAMES.filter((purpose) => isTrue(PURPOSES[purpose]))
}

/** Returns the purpose whose template is shipped under this name; undefined if there's none. */
export function purposeShippedAs(email_name: string): ShippedPurpose | undefined {
  return SHIPPED.find((purpose) => PURPOSES[purpose].template_name === email_name)
}

/** Returns the placeholders that have a value in emails for this purpose. */
export function placeholdersFor(purpose: Purpose): Placeholder[] {
  return PLACEHOLDER_NAMES.filter((name) => {
    const only = purposesWhere(({ fills }) => fills.includes(name))
    return only.length === 0 || only.includes(purpose)
  })
}

/** Returns a sentence about a known placeholder that emails for this purpose have no value for; null if there's none. */
export function missingValueError(purpose: Purpose, text: string): string | null {
  const fillable = placeholdersFor(purpose)
  const missing = placeholdersIn(text).find(({ name }) => isPlaceholder(name) && !fillable.includes(name))
  return missing ? `{${missing.name}} has no value in this email, so it couldn't be sent.` : null
}

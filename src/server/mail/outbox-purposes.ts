type Facts = {
  to: 'candidate' | 'staff' | 'both sides of an interview'
  /** The recipient's daily budget that it counts against when a candidate triggers it; null if candidates can't. */
  budget: 'application' | 'link' | 'lead' | 'interview' | null
  /**
   * The sealed values it can contain: our own, or only those sealed for its applicant, so candidates can't get each other's by typing a placeholder.
   */
  opens: 'ours' | 'its applicant' | 'its interviews' | null
  /** A sign-in code: sent first, dropped if it would arrive expired, and its text is deleted after a day. */
  isCode: boolean
}

const EMAIL = { opens: null, isCode: false } as const

/**
 * Why an email is in the outbox (`email_outbox.purpose`), and the only place that defines who gets it, what it counts against and what it may
 * contain. An email to a candidate also has a `template_purpose`; see PURPOSES. Callers: `takeFromBudget`, `insertEmail` (how long it's tried),
 * `claimDueEmails` and `countWaitingEmails` (codes first), `deliver` (sealed values), `deleteOldBodies`, and the registry of personal tables (the
 * addresses a candidate had).
 */
export const OUTBOX_PURPOSES = {
  candidate: { ...EMAIL, to: 'candidate', budget: 'application', opens: 'its applicant' },
  confirmation: { ...EMAIL, to: 'candidate', budget: 'application', opens: 'ours' },
  'own-page': { ...EMAIL, to: 'candidate', budget: 'link', opens: 'ours' },
  interview: { ...EMAIL, to: 'both sides of an interview', budget: 'interview', opens: 'its interviews' },
  notice: { ...EMAIL, to: 'staff', budget: 'lead' },
  'sign-in': { to: 'staff', budget: null, opens: 'ours', isCode: true },
  test: { ...EMAIL, to: 'staff', budget: null },
} as const satisfies Record<string, Facts>
export type OutboxPurpose = keyof typeof OUTBOX_PURPOSES
export type Budget = NonNullable<Facts['budget']>

/** Returns the purposes that match; also for SQL. */
export function outboxPurposesWhere(isTrue: (facts: Facts) => boolean): OutboxPurpose[] {
  return (Object.keys(OUTBOX_PURPOSES) as OutboxPurpose[]).filter((purpose) => isTrue(OUTBOX_PURPOSES[purpose]))
}

export const CODES = outboxPurposesWhere(({ isCode }) => isCode)

/**
 * How many days we keep data with a fixed retention period, and why. SQL, cookies, emails and every public sentence take the number from here.
 * Periods the employer chooses are settings (RETENTION_DAYS, MAIL_RETENTION_DAYS).
 */
export const RETENTION_PERIODS = {
  /** Answers saved to continue on another device, counted from the last save. */
  draft: 14,
  /** An application that was started and never submitted. */
  unsubmitted: 30,
  /** A link or cookie that opens a candidate's own page, counted from its last use. */
  access: 30,
  /** The link that confirms a new email address. */
  newAddress: 3,
  /** How long staff can review a requested erasure before it's carried out automatically. */
  requestedErasure: 30,
  /**
   * The record of a hiring decision. California, Gov. Code 12946: four years from the last action. That includes the one year required by 29 CFR
   * 1602.14.
   */
  mandatory: 1461,
} as const

/**
 * Returns how many days after the last action an application is kept even if its erasure was requested; a shorter RETENTION_DAYS is the employer's
 * choice.
 */
export function longestKeepingDays({ RETENTION_DAYS }: { RETENTION_DAYS: number }): number {
  return RETENTION_DAYS === 0 ? RETENTION_PERIODS.mandatory : Math.min(RETENTION_DAYS, RETENTION_PERIODS.mandatory)
}

/** Returns how long an application is kept, in one sentence. */
export function retentionText(retention_days: number): string {
  if (retention_days === 0) return 'We keep it until you ask us to erase it. If the law requires us to keep something longer, we lock it until we can erase it.'
  const years = Math.round(retention_days / 365.25)
  const isWhole = retention_days === years * 365 || retention_days === Math.round(years * 365.25)
  const time = isWhole ? `${years} ${years === 1 ? 'year' : 'years'}` : `${retention_days} days`
  return `If you aren't hired, we remove your name and answers ${time} after our last action on your application, unless the law requires us to keep them longer.`
}

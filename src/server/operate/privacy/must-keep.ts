import type { Env } from '#server/env.ts'

/** California, Gov. Code 12946: four years from the last action. The year of 29 CFR 1602.14 falls within it. */
const FOUR_YEARS = 1461

/**
 * Returns how many days after the last action an application is kept even if its erasure was requested; a shorter RETENTION_DAYS is the employer's
 * choice.
 */
export function mustKeepDays({ RETENTION_DAYS }: Pick<Env, 'RETENTION_DAYS'>): number {
  return RETENTION_DAYS === 0 ? FOUR_YEARS : Math.min(RETENTION_DAYS, FOUR_YEARS)
}

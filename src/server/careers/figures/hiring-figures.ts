import type { HiringFigures } from '#contract/pages.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { countFigures, measureApplying } from '#server/careers/store.ts'

/** With fewer applications than this, figures could identify an individual. */
export const MIN_APPLICATIONS = 10
const HOUR_MS = 60 * 60 * 1000

/** Calculates the hiring figures the employer publishes for the last 12 months. */
export async function readFigures(db: Db): Promise<HiringFigures> {
  const { due, in_time, answered, days_to_answer, decided, days_to_decision } = await countFigures(db)
  return {
    answered_in_time: due < MIN_APPLICATIONS ? null : Math.floor((100 * in_time) / due),
    days_to_answer: answered < MIN_APPLICATIONS ? null : rounded(days_to_answer),
    days_to_decision: decided < MIN_APPLICATIONS ? null : rounded(days_to_decision),
  }
}

/** Returns the measured number of minutes that applying usually takes; null with too few applications. */
export async function readMinutes(db: Db, ref_function_role_id: number, question_ids: number[]): Promise<number | null> {
  const { applications, minutes } = await measureApplying(db, ref_function_role_id, question_ids)
  return applications < MIN_APPLICATIONS ? null : Math.ceil(minutes)
}

/** `read` returns null if HIRING_FIGURES is off. `keyOf` identifies the page with this hour's figures, so they're calculated at most once an hour. */
export function openFigures(db: Db, { HIRING_FIGURES }: Pick<Env, 'HIRING_FIGURES'>) {
  const isOn = HIRING_FIGURES === 'on'
  return {
    keyOf: (path: string) => (isOn ? `${path} ${Math.floor(Date.now() / HOUR_MS)}` : path),
    read: async (): Promise<HiringFigures | null> => (isOn ? readFigures(db) : null),
  }
}

function rounded(days: number): number {
  return Math.round(days * 10) / 10
}

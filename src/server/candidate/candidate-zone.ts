import type { Env } from '#server/env.ts'

/** The time zone a candidate is shown times in: the one they chose with their plan, or else the employer's. */
export function candidateZone({ TIME_ZONE }: Pick<Env, 'TIME_ZONE'>, plan: { time_zone?: string | null } | null | undefined): string {
  return plan?.time_zone ?? TIME_ZONE
}

import { checklistOf, type Checklist, type Schedule } from '#contract/candidate/checklist.ts'
import { windowEnd } from '#server/calendar/working-hours.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { findSchedule } from './store.ts'

export type ChecklistOptions = {
  user_session_id: number
  /** The viewer's time zone, if it isn't the one stored for the candidate. */
  time_zone?: string | undefined
  /** Applies the changes this transaction is about to make to the times. */
  as?: (slots: Schedule['slots']) => Schedule['slots']
}

/** A candidate's interviews, as shown by the pages, the API and the emails. */
export async function readChecklist(
  db: Db,
  env: Pick<Env, 'TIME_ZONE'>,
  { user_session_id, time_zone, as = (slots) => slots }: ChecklistOptions,
): Promise<Checklist> {
  const found = await findSchedule(db, user_session_id)
  const zone = time_zone ?? candidateZone(env, found)
  const pick_until = found ? windowEnd(Date.parse(found.planned_at), found.working_days, zone) - 1 : 0
  return checklistOf({ time_zone: zone, pick_until, parts: found?.parts ?? [], slots: as(found?.slots ?? []) }, Date.now())
}

/** The time zone a candidate is shown times in: the one they chose with their plan, or else the employer's. */
export function candidateZone({ TIME_ZONE }: Pick<Env, 'TIME_ZONE'>, plan: { time_zone?: string | null } | null | undefined): string {
  return plan?.time_zone ?? TIME_ZONE
}

import type { Db } from '#server/db/connect.ts'
import { listInterviews } from '#server/interviews/store.ts'
import { listPlannedParts } from './email-store.ts'

export type PlannedPart = { ref_interview_id: number; minutes: number }
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** "Interview A (45 minutes) and Interview C (30 minutes)"; without a plan, every interview, with no lengths. */
export async function interviewList(tx: Db, user_session_id: number, planned?: PlannedPart[]): Promise<string> {
  const parts = planned?.length ? planned : await listPlannedParts(tx, user_session_id)
  const minutesOf = new Map(parts.map((part) => [part.ref_interview_id, part.minutes]))
  const types = await listInterviews(tx)
  const told = types.filter((one) => parts.length === 0 || minutesOf.has(one.ref_interview_id))
  return AND.format(told.map(({ ref_interview_id, interview_name }) => interview_name + lengthOf(minutesOf.get(ref_interview_id))))
}

function lengthOf(minutes: number | undefined): string {
  return minutes === undefined ? '' : ` (${minutes} minutes)`
}

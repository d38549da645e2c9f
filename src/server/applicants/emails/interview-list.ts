import { briefWhere, type Where } from '#contract/interviews.ts'
import type { Db } from '#server/db/connect.ts'
import { listInterviews } from '#server/interviews/store.ts'
import { listPlannedParts } from './email-store.ts'

export type PlannedPart = { ref_interview_id: number; minutes: number; where?: Where | null | undefined }
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** "Interview A (45 minutes, by video) and Interview C (30 minutes, by phone: …)"; without a plan, every interview, with no lengths. */
export async function interviewList(tx: Db, user_session_id: number, planned?: PlannedPart[]): Promise<string> {
  const parts = planned?.length ? planned : await listPlannedParts(tx, user_session_id)
  const planOf = new Map(parts.map((part) => [part.ref_interview_id, part]))
  const types = await listInterviews(tx)
  const told = types.filter((one) => parts.length === 0 || planOf.has(one.ref_interview_id))
  return AND.format(
    told.map(({ ref_interview_id, interview_name, where }) => {
      const part = planOf.get(ref_interview_id)
      return `${interview_name} (${part ? `${part.minutes} minutes, ` : ''}${briefWhere(part?.where ?? where)})`
    }),
  )
}

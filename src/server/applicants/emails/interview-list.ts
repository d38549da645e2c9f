import { briefWhere, type Where } from '#contract/interviews.ts'
import type { Db } from '#server/db/connect.ts'
import { listInterviews } from '#server/interviews/store.ts'
import { listPlannedParts } from './email-store.ts'

export type PlannedPart = { ref_interview_id: number; minutes: number; where?: Where | null | undefined }
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** "Interview A (45 minutes, by video) and Interview C (30 minutes, by phone: …)"; without a plan, every interview, with no lengths. */
export async function interviewList(tx: Db, user_session_id: number, planned?: PlannedPart[]): Promise<string> {
  const parts = planned?.length ? planned : await listPlannedParts(tx, user_session_id)
  const types = await listInterviews(tx)
  if (parts.length === 0) return AND.format(types.map(({ interview_name, where }) => `${interview_name} (${briefWhere(where)})`))
  const typeOf = new Map(types.map((type) => [type.ref_interview_id, type]))
  return AND.format(
    parts.flatMap((part) => {
      const type = typeOf.get(part.ref_interview_id)
      return type ? [`${type.interview_name} (${part.minutes} minutes, ${briefWhere(part.where ?? type.where)})`] : []
    }),
  )
}

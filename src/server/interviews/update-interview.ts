import type { Input } from '#contract/endpoint.ts'
import type { InterviewType, updateInterview as updateInterviewCall, InterviewLocation } from '#contract/interviews.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { changesOf, fieldError, found } from '#server/http/changes.ts'
import { safeMarkup } from '#server/http/sanitize.ts'
import { rejectStale } from '#server/http/versions.ts'
import { findInterview, lockInterviews, setInterview } from './store.ts'

export function safeInterview(interview: InterviewType): InterviewType {
  return { ...interview, interview_desc: safeMarkup(interview.interview_desc) }
}

/** Stores an empty text as unknown. */
export function tidyLocation({ kind, text }: InterviewLocation): InterviewLocation {
  return { kind, text: text || null }
}

/** 404 for an unknown interview type; 409 if it was changed after `version` or the name is taken. */
export async function updateInterview(db: Db, caller: StaffCaller, { id, version, ...asked }: Input<typeof updateInterviewCall>): Promise<InterviewType> {
  return db.transaction(async (tx) => {
    const all = await lockInterviews(tx)
    const stored = found(await findInterview(tx, id), 'Interview type not found')
    rejectStale(stored, version)
    const changes = changesOf(stored, {
      ...asked,
      ...(asked.interview_desc !== undefined && { interview_desc: safeMarkup(asked.interview_desc) }),
      ...(asked.where && { where: tidyLocation(asked.where) }),
    })
    const fields = Object.keys(changes)
    if (fields.length === 0) return stored
    if (all.some((one) => one.ref_interview_id !== id && one.interview_name === changes.interview_name))
      throw fieldError(409, 'interview_name', 'Another interview type has this name')
    await setInterview(tx, id, { ...changes, modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'interview.changed', subject_kind: 'interview', subject_id: id, facts: { fields } })
    return (await findInterview(tx, id))!
  })
}

import type { Input } from '#contract/endpoint.ts'
import {
  MISSING_FROM_BACKEND,
  type addInterviewer as addInterviewerCall,
  type Interviewer,
  type updateInterviewer as updateInterviewerCall,
} from '#contract/interviewers.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { findInterviewer, insertInterviewer, lockInterviewer, setBio } from './store.ts'

/** 409 if an interviewer already has this address, ignoring case. */
export async function addInterviewer(db: Db, caller: StaffCaller, input: Input<typeof addInterviewerCall>): Promise<Interviewer> {
  return db.transaction(async (tx) => {
    const id = await insertInterviewer(tx, { ...input, modified_by: caller.staff_account_id })
    if (id === null) throw fieldError(409, 'interviewer_email', 'This address is already an interviewer')
    const personal = { interviewer_name: input.interviewer_name, interviewer_email: input.interviewer_email }
    await recordAudit(tx, { actor: caller, action: 'interviewer.added', subject_kind: 'interviewer', subject_id: id, personal })
    return (await findInterviewer(tx, id))!
  })
}

/** 404 for an unknown interviewer, 409 if the bio was changed after `version`. */
export async function updateInterviewer(
  db: Db,
  caller: StaffCaller,
  { id, version, interviewer_bio }: Input<typeof updateInterviewerCall>,
): Promise<Interviewer> {
  return db.transaction(async (tx) => {
    await lockInterviewer(tx, id)
    const stored = found(await findInterviewer(tx, id), MISSING_FROM_BACKEND)
    rejectStale(stored, version)
    if (stored.interviewer_bio === interviewer_bio) return stored
    await setBio(tx, id, { interviewer_bio, modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'interviewer.changed', subject_kind: 'interviewer', subject_id: id, facts: { fields: ['interviewer_bio'] } })
    return (await findInterviewer(tx, id))!
  })
}

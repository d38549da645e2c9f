import { NOT_AN_INTERVIEWER, type Interviewer } from '#contract/interviewers.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findInterviewerByEmail } from './store.ts'

/** 403 for another person's address, unless an admin asks; 404 if there's no such interviewer. */
export async function findByEmail(db: Db, caller: StaffCaller, interviewer_email: string): Promise<Interviewer> {
  const isOwn = caller.email.toLowerCase() === interviewer_email
  if (!isOwn && !caller.roles.includes('admin')) throw new HttpError(403, 'You can only look up your own address.')
  return found(await findInterviewerByEmail(db, interviewer_email), NOT_AN_INTERVIEWER)
}

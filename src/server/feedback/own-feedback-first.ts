import { OWN_FEEDBACK_FIRST } from '#contract/feedback.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { owesFeedback } from './owed-store.ts'

/** 403 until the caller has submitted their own feedback on a candidate they interview, so it isn't influenced by others' opinions. */
export async function rejectBeforeOwnFeedback(db: Db, { email }: StaffCaller, user_session_id: number): Promise<void> {
  if (await owesFeedback(db, email.toLowerCase(), user_session_id)) throw new HttpError(403, OWN_FEEDBACK_FIRST)
}

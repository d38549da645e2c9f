import { findRoleOf, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { listRecipients } from '#server/staff/team.ts'
import type { BookingSender } from './emails.ts'

/** The employer's brand and the address that invitations are sent from. */
export async function bookingSenderOf(env: Env, db: Db): Promise<BookingSender> {
  return { ...(await letterheadOf(env, db)), MAIL_FROM: env.MAIL_FROM }
}

/** Returns who is told when an interview needs another time or interviewer: null for the hiring lead, otherwise coordinators of the role. */
export async function interviewNewsTo(
  tx: Db,
  env: Env,
  { user_session_id, hiring_lead_email: lead }: Pick<LockedApplicant, 'user_session_id' | 'hiring_lead_email'>,
): Promise<(string | null)[]> {
  return [null, ...(await listRecipients(tx, env, { ref_function_role_id: await findRoleOf(tx, user_session_id), news: 'interviews', lead }))]
}

import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Desk } from './emails.ts'

/** The employer's brand and the address that invitations are sent from. */
export async function deskOf(env: Env, db: Db): Promise<Desk> {
  return { ...(await letterheadOf(env, db)), MAIL_FROM: env.MAIL_FROM }
}

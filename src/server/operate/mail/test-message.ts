import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { wrapInLayout } from '#server/mail/layout.ts'
import type { Message } from '#server/mail/message.ts'

/** Returns an email that says it's a test of the outgoing mail. */
export async function testMessage(env: Env, db: Db, to_address: string): Promise<Message> {
  return {
    email_id: 0,
    purpose: 'test',
    message_id: crypto.randomUUID(),
    to_address,
    to_name: '',
    subject: 'A test from Rounds',
    ...wrapInLayout(await letterheadOf(env, db), {
      title: 'A test from Rounds',
      paragraphs: [`This is a test of the outgoing mail of ${env.COMPANY_NAME} Careers.`],
      footer: "You're getting this email because someone tested the outgoing mail.",
    }),
  }
}

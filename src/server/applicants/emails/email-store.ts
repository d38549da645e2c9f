import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { email_outbox, interview_plan, interview_plan_part, staff_account, user_session } from '#server/db/tables.ts'
import { IDENTITY } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

const email = {
  email_id: email_outbox.email_id,
  user_session_id: sql<number>`${email_outbox.user_session_id}`,
  template_name: email_outbox.template_name,
  template_purpose: email_outbox.template_purpose,
  to_address: email_outbox.to_address,
  is_reworded: email_outbox.is_reworded,
  reply_to: email_outbox.reply_to,
  unsubscribe_url: email_outbox.unsubscribe_url,
  subject: email_outbox.subject,
  html: email_outbox.html,
  text: email_outbox.text,
  state: email_outbox.state,
  tries: email_outbox.tries,
  last_error: email_outbox.last_error,
  ref_application_status_id: email_outbox.ref_application_status_id,
  status_change_id: email_outbox.status_change_id,
  created_at: email_outbox.created_at,
  send_after: email_outbox.send_after,
  sent_at: email_outbox.sent_at,
  created_by_email: staff_account.email,
  ...IDENTITY,
}

/** The emails staff wrote to an applicant, newest first, with the applicant's identity. */
export function listEmails(db: Db, user_session_id: number) {
  return emailsWhere(db, eq(email_outbox.user_session_id, user_session_id))
}
export type EmailRow = Awaited<ReturnType<typeof listEmails>>[number]

export async function findEmail(db: Db, email_id: number) {
  const [row] = await emailsWhere(db, eq(email_outbox.email_id, email_id))
  return row ?? null
}

function emailsWhere(db: Db, which: ReturnType<typeof eq>) {
  return db
    .select(email)
    .from(email_outbox)
    .innerJoin(user_session, eq(user_session.user_session_id, email_outbox.user_session_id))
    .leftJoin(staff_account, eq(staff_account.staff_account_id, email_outbox.created_by))
    .where(and(which, eq(email_outbox.purpose, 'candidate'), visible('everyone')))
    .orderBy(desc(email_outbox.email_id))
}

/** Whether an email written to the applicant in this status was sent or is pending. */
export async function hasOtherEmail(db: Db, { user_session_id, ref_application_status_id }: { user_session_id: number; ref_application_status_id: number }) {
  const [row] = await db
    .select({ one: sql`1` })
    .from(email_outbox)
    .where(
      and(
        eq(email_outbox.user_session_id, user_session_id),
        eq(email_outbox.ref_application_status_id, ref_application_status_id),
        eq(email_outbox.purpose, 'candidate'),
        inArray(email_outbox.state, ['queued', 'sent']),
      ),
    )
    .limit(1)
  return row !== undefined
}

type EmailCopy = { user_session_id: number; ref_application_status_id: number | null; subject: string; html: string }

/** Whether the same text was already sent to this applicant in this status, or is pending. */
export async function hasSameEmail(db: Db, { user_session_id, ref_application_status_id, subject, html }: EmailCopy): Promise<boolean> {
  const isSame = and(eq(email_outbox.user_session_id, user_session_id), eq(email_outbox.subject, subject), eq(email_outbox.html, html))
  const isInStatus = sql`ref_application_status_id is not distinct from ${ref_application_status_id}::int`
  return (await db.$count(email_outbox, and(isSame, isInStatus, sql`purpose = 'candidate' and state in ('queued', 'sent')`))) > 0
}

/** The interviews planned for an applicant, in order; empty before there's a plan. */
export function listPlannedParts(db: Db, user_session_id: number) {
  return db
    .select({ ref_interview_id: interview_plan_part.ref_interview_id, minutes: interview_plan_part.minutes, where: interview_plan_part.where })
    .from(interview_plan_part)
    .innerJoin(interview_plan, eq(interview_plan.interview_plan_id, interview_plan_part.interview_plan_id))
    .where(eq(interview_plan.user_session_id, user_session_id))
    .orderBy(interview_plan_part.position, interview_plan_part.ref_interview_id)
}

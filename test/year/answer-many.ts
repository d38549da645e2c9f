import { sql } from 'drizzle-orm'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import type { Office } from './office.ts'

export type Answer = { id: number; address: string; from: number; to: number }
const SUBJECTS: Record<string, string> = {
  invitation: "We'd like to meet you",
  rejection: 'Your application to us',
  'rejection-after-interviews': 'After our interviews',
  'first-day': 'Welcome to us',
}

/**
 * Makes decisions with their emails, with the same result as moving and emailing people one by one. The product's own outbox sends the emails.
 * Returns their IDs.
 */
export async function answerMany({ app }: Office, staff_account_id: number, answers: Answer[]): Promise<Map<number, number>> {
  const emails = new Map<number, number>()
  const told = answers.map((one) => {
    const purpose = meaningOf(one.to).offers!
    return { ...one, template: PURPOSES[purpose].template_name, subject: SUBJECTS[purpose] }
  })
  const listed = sql`json_to_recordset(${JSON.stringify(told)}::json) as told(id int, address text, "from" int, "to" int, template text, subject text)`
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into status_change (user_session_id, from_status_id, to_status_id, changed_by, undo_until)
      select id, "from", "to", ${staff_account_id}, now() + interval '30 seconds' from ${listed}`)
    await tx.execute(sql`
      update user_session set ref_application_status_id = told."to", has_emailed_application_status = true, status_changed_at = now(), last_action_at = now()
      from ${listed} where user_session_id = told.id`)
    const { rows } = await tx.execute<{ id: number; email_id: number }>(sql`
      insert into email_outbox (purpose, user_session_id, status_change_id, ref_application_status_id, template_name, message_id, to_address, subject, html, text, created_by)
      select 'candidate', id, status_change_id, "to", template, gen_random_uuid()::text, address, subject, '', '', ${staff_account_id}
      from ${listed} join status_change on user_session_id = id and to_status_id = "to" and changed_at = now() and undone_at is null
      returning user_session_id as id, email_id`)
    for (const { id, email_id } of rows) emails.set(id, email_id)
    await tx.execute(sql`
      insert into audit_trail (actor_kind, actor_id, action, subject_kind, subject_id, facts)
      select 'owner', ${staff_account_id}::int, 'applicant.status-changed', 'applicant', user_session_id, jsonb_build_object('to', to_status_id, 'status_change_id', status_change_id)
        from status_change where status_change_id in (select status_change_id from email_outbox where email_id = any(${sql.param([...emails.values()])}::int[]))
      union all
      select 'owner', ${staff_account_id}::int, 'applicant.email-queued', 'applicant', user_session_id, jsonb_build_object('email_id', email_id, 'template_name', template_name)
        from email_outbox where email_id = any(${sql.param([...emails.values()])}::int[])`)
  })
  return emails
}

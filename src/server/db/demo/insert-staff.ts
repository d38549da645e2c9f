import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { interviewer, staff_account } from '#server/db/tables.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import type { Scene } from './scene.ts'
import { INTERVIEWERS } from '#demo/staff.ts'

/** Inserts the admin, the hiring leads and the interviewers; existing ones are kept. */
export async function insertStaff(tx: Db, { COMPANY_DOMAIN }: Scene['env']): Promise<Pick<Scene, 'staff' | 'interviewers'>> {
  const names = ['admin', ...DEMO_ROLES.map((one) => one.lead)]
  const emails = names.map((name) => `${name}@${COMPANY_DOMAIN}`)
  await tx
    .insert(staff_account)
    .values(emails.map((email) => ({ email })))
    .onConflictDoNothing()
  const accounts = await tx.select().from(staff_account).where(inArray(staff_account.email, emails))

  const people = INTERVIEWERS.map(({ name, ...one }) => ({ ...one, interviewer_email: `${name}@${COMPANY_DOMAIN}` }))
  await tx.insert(interviewer).values(people).onConflictDoNothing()
  const found = await tx.select().from(interviewer)
  return {
    staff: Object.fromEntries(accounts.map((one) => [one.email.split('@')[0]!, one.staff_account_id])),
    interviewers: people.map(({ interviewer_email }) => found.find((one) => one.interviewer_email === interviewer_email)!.ref_interviewer_id),
  }
}

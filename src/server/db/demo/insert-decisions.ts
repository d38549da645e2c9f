import { randomUUID } from 'node:crypto'
import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { email_outbox, email_template, status_change } from '#server/db/tables.ts'
import type { Applicant } from './applicant.ts'
import type { Journey } from './insert-applications.ts'
import type { Step } from './journey.ts'
import { emailOf } from './emails.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import { inPortions } from './scene.ts'
import type { Scene } from './scene.ts'

type Decision = { applicant: Applicant; step: Step; status_change_id: number; changed_by: number; from_emailed: boolean }

/** Inserts the decisions, who made them and when, and the emails that were sent. */
export async function insertDecisions(scene: Scene, journeys: Journey[]): Promise<void> {
  const { tx } = scene
  const decisions = journeys.flatMap(({ applicant, steps }) =>
    steps.map((step, place) => ({ applicant, step, from_emailed: place > 0 && steps[place - 1]!.email !== null })),
  )
  const numbered = decisions
    .toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())
    .map((one, place) => ({ ...one, status_change_id: place + 1, changed_by: deciderOf(one.applicant, scene) }))
  await inPortions(numbered.map(changeRow), (rows) => tx.insert(status_change).values(rows))
  await continueAfter(tx, status_change, status_change.status_change_id)

  const templates = await tx.select().from(email_template)
  const emails = numbered.flatMap((one) => {
    const template = templates.find(({ purpose }) => purpose === one.step.email)
    return template ? [emailRow(one, template, scene.env)] : []
  })
  await inPortions(emails, (rows) => tx.insert(email_outbox).values(rows))
}

/** Returns who decides: the role's hiring lead, or occasionally the admin. */
function deciderOf({ role, random }: Applicant, { staff }: Scene): number {
  const { lead } = DEMO_ROLES.find((one) => one.key === role)!
  return staff[random.chance(0.2) ? 'admin' : lead]!
}

function changeRow({ applicant, step, status_change_id, changed_by, from_emailed }: Decision): typeof status_change.$inferInsert {
  return {
    status_change_id,
    user_session_id: applicant.user_session_id,
    from_status_id: step.from_status_id,
    to_status_id: step.to_status_id,
    from_emailed,
    changed_by,
    changed_at: step.at.toISOString(),
  }
}

type Template = typeof email_template.$inferSelect

function emailRow({ applicant, step, status_change_id, changed_by }: Decision, template: Template, env: Scene['env']): typeof email_outbox.$inferInsert {
  const role = DEMO_ROLES.find((one) => one.key === applicant.role)!
  const email = emailOf(template, {
    first_name: applicant.first,
    last_name: applicant.last,
    email: applicant.email,
    function_role_name: role.function_role_name,
    hiring_lead_name: role.hiring_lead_name,
    hiring_lead_email: `${role.lead}@${env.COMPANY_DOMAIN}`,
    company_name: env.COMPANY_NAME,
    interview_list: 'Interview A, Interview B, and Interview C',
  })
  const after = (seconds: number) => new Date(step.at.getTime() + seconds * 1000).toISOString()
  return {
    ...email,
    purpose: 'candidate',
    user_session_id: applicant.user_session_id,
    status_change_id,
    ref_application_status_id: step.to_status_id,
    template_name: template.email_name,
    ref_email_base_id: template.ref_email_base_id,
    template_purpose: template.purpose,
    message_id: `<${randomUUID()}@${env.COMPANY_DOMAIN}>`,
    to_address: applicant.email,
    to_name: `${applicant.first} ${applicant.last}`,
    state: 'sent',
    send_after: after(30),
    tries: 1,
    created_at: after(0),
    created_by: changed_by,
    sent_at: after(31),
  }
}

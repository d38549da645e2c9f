import { sql, inArray, asc } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import {
  audit_trail,
  function_role,
  interviewer,
  staff_account,
  hiring_decision_detail,
  red_flag,
  email_outbox,
  email_template,
  status_change,
} from '#server/db/tables.ts'
import { SEEDING, continueAfter } from '#server/db/reference/seed-reference.ts'
import { applicantOf, type Applicant } from './applicant.ts'
import { CAST } from '#demo/cast.ts'
import { insertApplications, type Journey } from './insert-applications.ts'
import { randomUUID } from 'node:crypto'
import type { Step } from './journey.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { insertInterviews, type DemoFeedback } from './insert-interviews.ts'
import { ACCEPTED_OFFER, REJECTED_AFTER_FINAL } from '#contract/statuses/statuses.ts'
import { JUDGMENTS } from '#demo/texts/judgments.ts'
import { insertResumes } from './insert-resumes.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import { INTERVIEWERS } from '#demo/staff.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { daysBefore, inBatches, type Scene } from './scene.ts'

/**
 * Fills a database that has no roles with a company in the middle of hiring; returns whether it did. Requires the reference data. The content is
 * always the same, with dates counted back from now. Everything is inserted in one transaction and only once, no matter how many processes start.
 */
export async function seedDemo({ db, files, env }: Pick<Scene, 'files' | 'env'> & { db: Db }): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING}::bigint)`)
    if (
      (
        await tx
          .select({ one: sql`1` })
          .from(function_role)
          .limit(1)
      ).length > 0
    )
      return false

    const applicants = CAST.map(applicantOf)
    const { staff, interviewers } = await insertStaff(tx, env)
    const scene: Scene = { tx, files, env, now: await databaseNow(tx), applicants, staff, interviewers }
    await insertRoles(scene)
    const steps = await insertApplications(scene)
    await insertResumes(scene)
    await queueForSearch(tx, ...applicants.filter((applicant) => applicant.submitted_days_ago !== null).map((applicant) => applicant.user_session_id))
    await insertDecisions(scene, steps)
    await insertRedFlagDecisions(scene, await insertInterviews(scene))
    await tx.insert(audit_trail).values({
      actor_kind: 'system',
      action: 'demo.seeded',
      subject_kind: 'database',
      facts: { words: 'seeded demo data', applications: applicants.length },
    })
    return true
  })
}

async function databaseNow(tx: Db): Promise<Date> {
  const { rows } = await tx.execute(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  return new Date(Number(rows[0]!['now']))
}

async function insertRoles({ tx, env, now }: Scene): Promise<void> {
  const rows = DEMO_ROLES.map(({ key: _key, lead, pay, published_days_ago, closes_in_days, ...role }, index) => ({
    ...role,
    ref_function_role_id: index + 1,
    hiring_lead_email: `${lead}@${env.COMPANY_DOMAIN}`,
    salary_min: pay?.least ?? null,
    salary_max: pay?.most ?? null,
    salary_unit: pay?.unit ?? ('YEAR' as const),
    published_at: daysBefore(now, published_days_ago),
    created_at: daysBefore(now, published_days_ago),
    modified_at: daysBefore(now, role.disabled_flag ? 12 : published_days_ago),
    disabled_at: role.disabled_flag ? daysBefore(now, 12) : null,
    was_public_flag: role.disabled_flag ?? false,
    closes_at: closes_in_days === undefined ? null : daysBefore(now, -closes_in_days),
  }))
  await tx.insert(function_role).values(rows)
  await continueAfter(tx, function_role, function_role.ref_function_role_id)
}

/** Inserts the admin, the hiring leads and the interviewers; existing ones are kept. */
async function insertStaff(tx: Db, { COMPANY_DOMAIN }: Scene['env']): Promise<Pick<Scene, 'staff' | 'interviewers'>> {
  const names = ['admin', ...DEMO_ROLES.map((role) => role.lead)]
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
    staff: Object.fromEntries(accounts.map((account) => [account.email.split('@')[0]!, account.staff_account_id])),
    interviewers: people.map(({ interviewer_email }) => found.find((one) => one.interviewer_email === interviewer_email)!.ref_interviewer_id),
  }
}

type RedFlag = typeof red_flag.$inferSelect
type Row = typeof hiring_decision_detail.$inferInsert

/** Inserts red-flag decisions for one fully reviewed applicant and one whose drafts are pending review. */
async function insertRedFlagDecisions(scene: Scene, written: DemoFeedback[]): Promise<void> {
  const flags = await scene.tx.select().from(red_flag).orderBy(asc(red_flag.sort_order))
  const hired = scene.applicants.find((applicant) => applicant.status === ACCEPTED_OFFER)!
  const turnedDown = scene.applicants.find((applicant) => applicant.status === REJECTED_AFTER_FINAL)!
  const rows = [
    ...flags.map((flag, index) => decidedRow({ flag, written, scene }, { place: index, applicant: hired })),
    ...flags.slice(0, 3).map((flag) => draftRow({ flag, written, scene }, turnedDown)),
  ]
  if (rows.length > 0) await scene.tx.insert(hiring_decision_detail).values(rows)
}

type RationaleInput = { flag: RedFlag; written: DemoFeedback[]; scene: Scene }

function decidedRow({ flag, scene }: RationaleInput, { place, applicant }: { place: number; applicant: Applicant }): Row {
  const fgl_rationale = JUDGMENTS[Math.min(place, JUDGMENTS.length - 1)]!
  return { ...common(flag, scene, applicant), fgl_absent_flag: true, fgl_rationale, source: 'person', reviewed: true, decided: true }
}

function draftRow({ flag, written, scene }: RationaleInput, applicant: Applicant): Row {
  const citations = matchingSentences(flag, written, applicant).slice(0, 3)
  const agent_rationale =
    citations.length > 0
      ? `These sentences may bear on “${flag.red_flag_desc}”:\n${citations.map((citation) => `${citation.interview_name}, ${citation.interviewer_name}: “${citation.quote}”`).join('\n')}\nA person must decide.`
      : `No sentence of the feedback bears on “${flag.red_flag_desc}”. A person must decide.`
  const generated = { agent_absent_flag: false, agent_rationale, citations, generator: 'evidence-finder', sufficient_evidence: citations.length > 0 }
  return { ...common(flag, scene, applicant), fgl_absent_flag: false, fgl_rationale: agent_rationale, source: 'generated', reviewed: false, generated }
}

function common({ fgl_ref_red_flag_id }: RedFlag, { staff, now }: Scene, { user_session_id, role, submitted_days_ago }: Applicant) {
  const { lead } = DEMO_ROLES.find((one) => one.key === role)!
  const at = new Date(now.getTime() - submitted_days_ago! * 0.22 * 24 * 60 * 60 * 1000).toISOString()
  return { user_session_id, fgl_ref_red_flag_id, row_created_user_id: staff[lead]!, created_at: at, modified_at: at }
}

/** Returns verbatim sentences that contain one of the flag's signal words. */
function matchingSentences({ signal_words }: RedFlag, written: DemoFeedback[], { user_session_id }: Applicant) {
  const words = signal_words.map((word) => new RegExp(`\\b${RegExp.escape(word)}\\b`, 'i'))
  return written
    .filter((one) => one.user_session_id === user_session_id)
    .flatMap(({ interviewer_feedback, interview_name, interviewer, if_interview_feedback_detail_id }) =>
      interviewer_feedback
        .split(/(?<=[.!?])\s+/u)
        .filter((sentence) => words.some((word) => word.test(sentence)))
        .map((quote) => ({ if_interview_feedback_detail_id, interview_name, interviewer_name: INTERVIEWERS[interviewer]!.interviewer_name, quote })),
    )
}

type Decision = { applicant: Applicant; step: Step; status_change_id: number; changed_by: number; from_emailed: boolean }

/** Inserts the decisions, who made them and when, and the emails that were sent. */
async function insertDecisions(scene: Scene, journeys: Journey[]): Promise<void> {
  const { tx } = scene
  const decisions = journeys.flatMap(({ applicant, steps }) =>
    steps.map((step, index) => ({ applicant, step, from_emailed: index > 0 && steps[index - 1]!.email !== null })),
  )
  const numbered = decisions
    .toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())
    .map((decision, place) => ({ ...decision, status_change_id: place + 1, changed_by: deciderOf(decision.applicant, scene) }))
  await inBatches(numbered.map(changeRow), (rows) => tx.insert(status_change).values(rows))
  await continueAfter(tx, status_change, status_change.status_change_id)

  const templates = await tx.select().from(email_template)
  const emails = numbered.flatMap((one) => {
    const template = templates.find(({ purpose }) => purpose === one.step.email)
    return template ? [emailRow(one, template, scene.env)] : []
  })
  await inBatches(emails, (rows) => tx.insert(email_outbox).values(rows))
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

/** Returns the email as it was sent to one person in the demo. */
function emailOf(
  template: { email_subject: string; email_base_html: string },
  values: Record<string, string>,
): { subject: string; html: string; text: string } {
  const html = template.email_base_html.replace(/\{(\w+)\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
  const text = template.email_base_html
    .replace(/<li>/g, '- ')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return { subject: template.email_subject.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''), html, text }
}

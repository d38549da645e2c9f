import { createHash } from 'node:crypto'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { count, startEmptyApp } from '#test/setup/empty-app.ts'
import { TEMPLATES } from './reference/templates.ts'
import { seed } from './seed.ts'
import * as tables from './tables.ts'

test('seeding again, even twice at once, adds nothing and keeps what staff changed or deleted', async () => {
  await using app = await startEmptyApp()
  await seed(app, 'reference')
  await app.db.update(tables.interview_type).set({ interview_name: 'First talk' }).where(eq(tables.interview_type.ref_interview_id, 1))
  await app.db.delete(tables.email_template).where(eq(tables.email_template.email_name, 'First Day Prep'))

  await Promise.all([seed(app, 'reference'), seed(app, 'reference')])

  const { db } = app
  expect(await count(app, 'application_status')).toBe(14)
  expect(await count(app, 'application_question')).toBe(14)
  expect(await count(app, 'interviewer_feedback_question')).toBe(15)
  expect((await db.select().from(tables.interview_type)).map((one) => one.interview_name).toSorted()).toEqual(['First talk', 'Interview B', 'Interview C'])
  expect(await count(app, 'email_template')).toBe(7)
  const [next] = await db.insert(tables.email_template).values({ email_name: 'Of our own', email_base_html: '<p>Hello</p>' }).returning()
  // Seeding again may skip numbers but never assigns one twice.
  expect(next!.ref_email_base_id).toBeGreaterThanOrEqual(9)
})

test('an upgrade adds new rows, updates rows staff never edited, and keeps rows they edited or deleted', async () => {
  await using app = await startEmptyApp()
  await seed(app, 'reference')
  const { db } = app
  const edited = { modified_at: '2026-01-01T00:00:00Z', version: 2 }
  // A database from the first version: no record of seeded rows, 13 statuses, 4 templates.
  await db.delete(tables.reference_seed)
  await db.delete(tables.application_status).where(eq(tables.application_status.ref_application_status_id, 14))
  await db.execute(sql`delete from email_template where email_name in ('Position Closed', 'Application Withdrawn', 'More Time Needed', 'After Interviews')`)
  await db
    .update(tables.application_status)
    .set({ application_status_description: 'Old words' })
    .where(eq(tables.application_status.ref_application_status_id, 4))
  await db.update(tables.email_template).set({ email_base_html: '<p>Old words</p>' }).where(eq(tables.email_template.ref_email_base_id, 1))
  await db
    .update(tables.email_template)
    .set({ email_base_html: '<p>Our words</p>', ...edited })
    .where(eq(tables.email_template.ref_email_base_id, 2))
  await db.update(tables.application_question).set({ question_text: 'Old words' }).where(eq(tables.application_question.question_name, 'care_story'))
  await db
    .update(tables.application_question)
    .set({ question_text: 'Our words', ...edited })
    .where(eq(tables.application_question.question_name, 'why_this_role'))
  await db.delete(tables.application_question).where(eq(tables.application_question.question_name, 'proudest_work'))
  await db.delete(tables.red_flag).where(eq(tables.red_flag.fgl_ref_red_flag_id, 1))
  const flags = await count(app, 'red_flag')

  await Promise.all([seed(app, 'reference'), seed(app, 'reference')])

  const statuses = await db.select().from(tables.application_status)
  expect(statuses.find((status) => status.ref_application_status_id === 14)?.application_status).toBe('Withdrawn by Candidate')
  expect(statuses.find((status) => status.ref_application_status_id === 4)?.application_status_description).toBe('Read once and set aside for a second look.')
  const emails = new Map((await db.select().from(tables.email_template)).map((one) => [one.email_name, one.email_base_html]))
  expect([...emails.keys()].toSorted()).toEqual(TEMPLATES.map((template) => PURPOSES[template.purpose].template_name).toSorted())
  expect(emails.get('Schedule Panel Interview')).toBe(TEMPLATES[0]!.email_base_html)
  expect(emails.get('Application Rejection')).toBe('<p>Our words</p>')
  const questions = new Map((await db.select().from(tables.application_question)).map((one) => [one.question_name, one.question_text]))
  expect([questions.get('why_this_role'), questions.get('proudest_work')]).toEqual(['Our words', undefined])
  expect(questions.get('care_story')).not.toBe('Old words')
  expect(await count(app, 'red_flag')).toBe(flags)
})

test('a row that staff edit after an upgrade survives the next upgrade', async () => {
  await using app = await startEmptyApp()
  await seed(app, 'reference')
  const shipped = (email_name: string) => eq(tables.reference_seed.name, email_name)
  // Simulates different text in the previous version: one row gets updated, the other was edited.
  for (const email_name of ['First Day Prep', 'Position Closed']) {
    await app.db.update(tables.email_template).set({ email_base_html: '<p>Shipped before</p>' }).where(eq(tables.email_template.email_name, email_name))
    const { email_desc, email_subject } = TEMPLATES.find((template) => PURPOSES[template.purpose].template_name === email_name)!
    const row = JSON.stringify(['<p>Shipped before</p>', email_desc, email_name, email_subject])
    await app.db
      .update(tables.reference_seed)
      .set({ shipped_hash: createHash('sha256').update(row).digest('hex') })
      .where(shipped(email_name))
  }
  await app.db.update(tables.email_template).set({ email_subject: 'Our subject' }).where(eq(tables.email_template.email_name, 'Position Closed'))

  await seed(app, 'reference')

  const emails = await app.db.select().from(tables.email_template)
  expect(emails.find((email) => email.email_name === 'First Day Prep')?.email_base_html).toContain('delighted')
  expect(emails.find((email) => email.email_name === 'Position Closed')).toMatchObject({
    email_subject: 'Our subject',
    email_base_html: '<p>Shipped before</p>',
  })
})

test('by default, the demo is seeded in an empty embedded database, and never on a PostgreSQL server or in production', async () => {
  await using app = await startEmptyApp()
  expect(await seed(app, undefined)).toBe(app.database.embedded ? 'demo' : 'reference')

  await using production = await startEmptyApp({
    NODE_ENV: 'production',
    SEED: '',
    BASE_URL: 'https://careers.example.com',
    COMPANY_NAME: 'Example',
    COMPANY_DOMAIN: 'example.com',
    ADMIN_EMAILS: 'a@example.com',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@example.com',
    EMBEDDED_IN_PRODUCTION: 'yes',
  })
  expect(await seed(production, undefined)).toBe('reference')
  expect(await count(production, 'function_role')).toBe(0)
})

test('the demo is seeded only once, even if two processes try', async () => {
  await using app = await startEmptyApp()
  await Promise.all([seed(app, 'demo'), seed(app, 'demo')])
  expect(await seed(app, 'demo')).toBe('reference')

  expect(await count(app, 'function_role')).toBe(8)
  expect(await count(app, `audit_trail where action = 'demo.seeded'`)).toBe(1)
  const [role] = await app.db
    .insert(tables.function_role)
    .values({ function_role_name: 'Next', hiring_lead_name: 'A', hiring_lead_email: 'a@example.com' })
    .returning()
  expect(role!.ref_function_role_id).toBe(9)
})

test('the demo writes the staff list and the protected document but never overwrites existing files', async () => {
  await using app = await startEmptyApp()
  const staff = join(app.env.DATA_DIR, 'bookings-staff.json')
  await writeFile(staff, '[]')
  await seed(app, 'demo')

  expect(await readFile(staff, 'utf8')).toBe('[]')
  await access(join(app.env.DATA_DIR, 'protected.pdf'))

  await rm(staff)
  await seed(app, 'demo')
  const list = JSON.parse(await readFile(staff, 'utf8'))
  expect(list).toHaveLength(11)
  expect(list[0].interviewer_email).toMatch(/@meridianhealth\.example$/)
})

import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { count, startEmptyApp } from '#test/setup/empty-app.ts'
import { seed } from './seed.ts'
import * as tables from './tables.ts'

test('seeding again, even twice at once, adds nothing and leaves what staff changed or deleted', async () => {
  await using app = await startEmptyApp()
  await seed(app, 'reference')
  await app.db.update(tables.interview_type).set({ interview_name: 'First talk' }).where(eq(tables.interview_type.ref_interview_id, 1))
  await app.db.delete(tables.email_template).where(eq(tables.email_template.email_name, 'First Day Prep'))

  await Promise.all([seed(app, 'reference'), seed(app, 'reference')])

  const { db } = app
  expect(await count(app, 'application_status')).toBe(13)
  expect(await count(app, 'application_question')).toBe(13)
  expect(await count(app, 'interviewer_feedback_question')).toBe(15)
  expect((await db.select().from(tables.interview_type)).map((one) => one.interview_name).toSorted()).toEqual(['First talk', 'Interview B', 'Interview C'])
  expect(await count(app, 'email_template')).toBe(3)
  const [next] = await db.insert(tables.email_template).values({ email_name: 'Of our own', email_base_html: '<p>Hello</p>' }).returning()
  expect(next!.ref_email_base_id).toBe(5)
})

test('without a choice the demo is told on an empty embedded database, and never on a server or in production', async () => {
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

test('the demo is told once, whoever comes second', async () => {
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

test('the demo writes the staff list and the protected document, and never over files that are there', async () => {
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

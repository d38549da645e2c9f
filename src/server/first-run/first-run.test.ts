import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logout, verifyCode } from '#contract/auth/auth.ts'
import { openFirstRun } from '#contract/dashboard.ts'
import { readEnv } from '#server/env.ts'
import { visitor } from '#server/http/caller.ts'
import { deriveKeys } from '#server/http/keys.ts'
import { insertEmail } from '#server/mail/store.ts'
import { applyStoredSettings, readStored, resealStoredSettings, saveSettings } from '#server/settings/stored.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { startNameServer } from '#test/mail/name-server.ts'
import { makeFirstRunLink } from './first-run-link.ts'

const FIRST_RUN = { NODE_ENV: 'production', FIRST_RUN: 'yes', EMBEDDED_IN_PRODUCTION: 'yes', SEED: 'reference' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => void (mails = await startMailServer()))
afterAll(() => mails.stop())

const newLink = async (app: TestApp) => new URL((await makeFirstRunLink(app.services))!).pathname
const post = (app: TestApp, path: string, fields: Record<string, string> = {}, as: Actor = {}) =>
  app.send('POST', path, new URLSearchParams({ sent: 'yes', ...fields }).toString(), { ...as, headers: FORM })

async function claimed(app: TestApp): Promise<Actor> {
  const { status, cookies } = await post(app, await newLink(app))
  expect(status).toBe(303)
  return { cookies }
}

const pageOf = async (app: TestApp, as: Actor, path = '/first-run') => String((await app.send('GET', path, undefined, as)).body)
const EMPLOYER = { COMPANY_NAME: 'Clinic', BASE_URL: 'localhost:3000', COMPANY_DOMAIN: 'clinic.example', TIME_ZONE: 'America/Chicago' }
const mailFields = (port: number) => ({
  smtp_host: '127.0.0.1',
  smtp_port: String(port),
  smtp_user: '',
  smtp_password: '',
  MAIL_FROM: 'careers@clinic.example',
})

test('a production server without settings starts, and only the setup link opens it: once, within an hour, in one browser', async () => {
  await using app = await startApp(FIRST_RUN)
  const closed = await app.send('GET', '/')
  expect([closed.status, closed.headers['retry-after']]).toEqual([503, '600'])
  expect(String(closed.body)).toContain('isn&#x27;t open yet')
  expect((await app.send('GET', '/api/open-roles')).status).toBe(503)
  expect((await app.send('GET', '/readyz')).status).toBe(200)
  expect((await app.send('GET', '/first-run')).status).toBe(403)
  expect((await post(app, '/first-run/owner', { email: 'me@clinic.example' })).status).toBe(403)

  const [old, other, link] = [await newLink(app), await newLink(app), await newLink(app)]
  await app.db.execute(sql`update first_run_key set expires_at = now() - interval '1 second' where created_at = (select min(created_at) from first_run_key)`)
  expect((await post(app, old)).status).toBe(403)
  // Log scanners open links.
  for (const method of ['GET', 'HEAD', 'GET']) expect((await app.send(method, link)).status).toBe(200)
  const responses = await Promise.all([post(app, link), post(app, link)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 403])
  expect((await post(app, other)).status).toBe(403)
  const { rows } = await app.db.execute<{ text: string }>(sql`select string_agg(key_hash, ' ') as text from first_run_key`)
  const { cookies } = responses.find(({ status }) => status === 303)!
  expect(rows[0]!.text).not.toContain(cookies['first-run'])
  expect(await pageOf(app, { cookies })).toContain('Each step is saved on its own')
})

test('settings are saved step by step in the database and take effect in every process immediately; invalid ones come back as typed', async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  const rejectedForm = await post(app, '/first-run/employer', { ...EMPLOYER, BASE_URL: 'https://careers.nowhere.invalid', COMPANY_DOMAIN: 'clinic' }, as)
  expect(rejectedForm.status).toBe(422)
  expect(String(rejectedForm.body)).toContain('careers.nowhere.invalid has no address')
  expect(String(rejectedForm.body)).toMatch(/name="COMPANY_NAME"[^>]*value="Clinic"/)
  const domain = await post(app, '/first-run/employer', { ...EMPLOYER, COMPANY_DOMAIN: 'clinic' }, as)
  expect(String(domain.body)).toContain('Must be a domain, for example example.com')
  expect(app.env).toMatchObject({ COMPANY_NAME: 'Your company', isSetUp: false })
  expect((await post(app, '/first-run/employer', { ...EMPLOYER, BASE_URL: 'http://localhost:3000' }, as)).status).toBe(200)
  expect(app.env).toMatchObject({ COMPANY_NAME: 'Clinic', TIME_ZONE: 'America/Chicago', BASE_URL: 'http://localhost:3000', isSetUp: false })

  const read = readEnv(app.env.source)
  const other = { db: app.db, keys: app.services.keys, env: 'env' in read ? read.env : app.env }
  expect(other.env.COMPANY_NAME).toBe('Your company')
  expect(await applyStoredSettings(other)).toEqual([])
  expect(other.env).toMatchObject({ COMPANY_NAME: 'Clinic', MAIL_FROM: 'Clinic Careers <careers@clinic.example>' })
  const { rows } = await app.db.execute(sql`select facts from audit_trail where action = 'settings.changed'`)
  expect(rows).toEqual([{ facts: { settings: ['COMPANY_NAME', 'BASE_URL', 'COMPANY_DOMAIN', 'TIME_ZONE'] } }])
})

test("a slow page doesn't overwrite settings that changed while it loaded", async () => {
  await using app = await startApp(FIRST_RUN)
  const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db, keys } = app.services
  // A connection with a delayed response.
  const delayedRows = async (rows: unknown) => (hasRead.resolve(), await mayGoOn.promise, rows)
  const select = (columns: never) => ({
    from: (table: never) => ({ orderBy: async (by: never) => delayedRows(await db.select(columns).from(table).orderBy(by)) }),
  })
  const slowDb = new Proxy(db, { get: (one, name) => (name === 'select' ? select : Reflect.get(one, name)) })
  const slowPage = applyStoredSettings({ ...app.services, db: slowDb })
  await hasRead.promise
  const saved = saveSettings(app.services, visitor({ ip: '192.0.2.1' } as FastifyRequest), { COMPANY_NAME: 'Clinic' })
  await vi.waitUntil(async () => (await readStored(db, keys)).COMPANY_NAME === 'Clinic', { timeout: 30_000 })
  mayGoOn.resolve()
  await Promise.all([slowPage, saved])
  expect(app.env.COMPANY_NAME).toBe('Clinic')
})

test('an environment variable overrides a setting saved in the product, and the page says so', async () => {
  await using app = await startApp({ ...FIRST_RUN, COMPANY_NAME: 'From the server' })
  const as = await claimed(app)
  const page = await pageOf(app, as)
  expect(page).toContain('Set on the server by COMPANY_NAME.')
  expect(/<input id="employer-COMPANY_NAME"[^>]*>/.exec(page)![0]).toMatch(/readOnly="".*value="From the server"/)
  expect((await post(app, '/first-run/employer', { ...EMPLOYER, BASE_URL: 'http://localhost:3000' }, as)).status).toBe(200)
  expect(app.env).toMatchObject({ COMPANY_NAME: 'From the server', COMPANY_DOMAIN: 'clinic.example' })
})

test('without a mail server, the first owner sees the code on screen and can correct the address until they sign in', async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  expect((await post(app, '/first-run/owner', { email: 'nobody' }, as)).status).toBe(422)
  await post(app, '/first-run/owner', { email: 'typo@clinic.example' }, as)
  const ownerPage = String((await post(app, '/first-run/owner', { email: 'Owner@clinic.example' }, as)).body)
  const code = /Code to sign in: <strong>(\d{8})/.exec(ownerPage)![1]!
  expect(ownerPage).not.toContain('typo@')
  expect(await makeFirstRunLink(app.services)).toBeNull()
  expect((await app.send('GET', '/first-run')).status).toBe(404)
  // Neither address gets an email: one was a typo, and the other belongs to the person on this page.
  expect((await app.db.execute(sql`select 1 from email_outbox`)).rows).toEqual([])
  const signedIn = await app.call(verifyCode, { email: 'owner@clinic.example', code, role: 'admin' })
  expect(signedIn.body.roles).toContain('admin')
  expect(app.env.EXCLUSION_CONTACT).toBe('owner@clinic.example')
  const lateResponse = await post(app, '/first-run/owner', { email: 'thief@clinic.example' }, as)
  expect([lateResponse.status, String(lateResponse.body).includes('This installation has an owner')]).toEqual([409, true])
  const owners = await app.db.execute(sql`select email from staff_account where owner_flag`)
  expect(owners.rows).toEqual([{ email: 'owner@clinic.example' }])
})

test("if the contact setting can't be saved, the owner isn't saved either, and the form works again", async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  await app.db.execute(sql`alter table stored_setting add constraint broken check (setting_name <> 'EXCLUSION_CONTACT')`)
  const failed = await post(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)
  expect([failed.status, String(failed.body).includes('value="owner@clinic.example"')]).toEqual([500, true])
  expect((await app.db.execute(sql`select 1 from staff_account where owner_flag`)).rows).toEqual([])
  expect(await makeFirstRunLink(app.services)).not.toBeNull()
  await app.db.execute(sql`alter table stored_setting drop constraint broken`)
  expect((await post(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)).status).toBe(200)
  expect(app.env.EXCLUSION_CONTACT).toBe('owner@clinic.example')
})

test("the mail step shows the mail server's own error, a test email uses the typed settings, and the password is encrypted", async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  await insertEmail(app.db, { purpose: 'notice', to_address: 'ada@example.com', subject: 'Waiting', html: '<p>Hi</p>', text: 'Hi' }, 'system')
  expect(await app.outbox.sendDue()).toBe(0)
  const rejected = await post(app, '/first-run/mail', mailFields(1), as)
  expect(rejected.status).toBe(422)
  expect(String(rejected.body)).toContain('ECONNREFUSED')
  expect(String(rejected.body)).toMatch(/name="smtp_port"[^>]*value="1"/)
  const tested = await post(app, '/first-run/mail-test', { ...mailFields(mails.port), test_to: 'me@clinic.example' }, as)
  expect(String(tested.body)).toContain(`127.0.0.1:${mails.port} accepted the test to me@clinic.example`)
  expect(mails.received.at(-1)).toMatchObject({ to: ['me@clinic.example'] })
  expect(app.env.SMTP_URL).toBeUndefined()
  mails.behave({ recipient: () => 550 })
  expect(String((await post(app, '/first-run/mail-test', { ...mailFields(mails.port), test_to: 'me@clinic.example' }, as)).body)).toContain('550')
  mails.behave({})

  expect((await post(app, '/first-run/mail', mailFields(mails.port), as)).status).toBe(200)
  expect(app.env).toMatchObject({ SMTP_URL: mails.url, MAIL_FROM: 'careers@clinic.example' })
  const { rows } = await app.db.execute<{ value: string }>(sql`select value from stored_setting where setting_name = 'SMTP_URL'`)
  expect(rows[0]!.value).not.toContain('127.0.0.1')
  expect(await app.outbox.sendDue()).toBe(1)
  expect(mails.received.at(-1)!.mail.subject).toBe('Waiting')

  const { db, services } = app
  await resealStoredSettings({ db, keys: services.keys })
  expect((await readStored(db, services.keys)).SMTP_URL).toBe(mails.url)
  expect((await readStored(db, deriveKeys('another secret that never sealed it'))).SMTP_URL).toBeUndefined()
})

test('with mail, an address becomes the owner only once the emailed code is entered; then the site opens', async () => {
  await using app = await startApp({ ...FIRST_RUN, SMTP_URL: mails.url, MAIL_FROM: 'careers@clinic.example' })
  const as = await claimed(app)
  const asked = await post(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)
  expect(String(asked.body)).toContain('Code from the email to owner@clinic.example')
  expect(await makeFirstRunLink(app.services)).not.toBeNull()
  await app.outbox.sendDue()
  const code = /\b\d{8}\b/.exec(mails.received.at(-1)!.mail.text!)![0]
  const wrongCodePage = await post(app, '/first-run/owner-code', { email: 'owner@clinic.example', code: code === '00000000' ? '1' : '00000000' }, as)
  expect([wrongCodePage.status, String(wrongCodePage.body).includes('Code from the email to')]).toEqual([403, true])
  expect((await post(app, '/first-run/owner-code', { email: 'owner@clinic.example', code }, as)).status).toBe(200)
  expect(await makeFirstRunLink(app.services)).toBeNull()
  expect((await app.send('GET', '/')).status).toBe(503)
  await post(app, '/first-run/employer', { ...EMPLOYER, BASE_URL: 'http://localhost:3000' }, as)
  const home = await app.send('GET', '/')
  expect([home.status, String(home.body).includes('Clinic')]).toEqual([200, true])
})

test('each step is saved for whichever process handles the next one', async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  const read = readEnv(app.env.source)
  const other = { db: app.db, keys: app.services.keys, env: 'env' in read ? read.env : app.env }
  await saveSettings(other, visitor({ ip: '192.0.2.1' } as FastifyRequest), {
    COMPANY_NAME: 'Clinic',
    SMTP_URL: mails.url,
    MAIL_FROM: 'careers@clinic.example',
  })
  const asked = await post(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)
  expect(String(asked.body)).toContain('Code from the email to owner@clinic.example')
  expect((await app.db.execute(sql`select 1 from staff_account where owner_flag`)).rows).toEqual([])
  expect(await pageOf(app, as)).toMatch(/name="COMPANY_NAME"[^>]*value="Clinic"/)
})

test('the first role is a draft from a template, and an owner can return to every step', async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  expect((await post(app, '/first-run/role', { template: 'registered-nurse', hiring_lead_name: '', hiring_lead_email: 'x' }, as)).status).toBe(422)
  const lead = { hiring_lead_name: 'Ada', hiring_lead_email: 'ada@clinic.example' }
  expect((await post(app, '/first-run/role', { template: 'registered-nurse', ...lead }, as)).status).toBe(200)
  const { rows } = await app.db.execute(sql`select disabled_flag, published_at from function_role where function_role_name = 'Registered Nurse'`)
  expect(rows).toEqual([{ disabled_flag: true, published_at: null }])

  await post(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)
  const owner = await app.admin('owner@clinic.example')
  const openResponse = await app.call(openFirstRun, {}, owner)
  expect(openResponse.status).toBe(204)
  const back = { cookies: openResponse.cookies }
  expect(await pageOf(app, back, '/first-run/owner')).toContain('owner@clinic.example is the owner')
  expect((await post(app, '/first-run/employer', { ...EMPLOYER, BASE_URL: 'http://localhost:3000' }, back)).status).toBe(200)
  await app.db.execute(sql`update staff_account set owner_flag = false`)
  expect((await app.send('GET', '/first-run', undefined, back)).status).toBe(403)
  await app.db.execute(sql`update staff_account set owner_flag = true`)
  expect((await app.send('GET', '/first-run', undefined, back)).status).toBe(200)
  // On a shared computer, signing out closes the page.
  await app.call(logout, {}, owner)
  expect((await app.send('GET', '/first-run', undefined, back)).status).toBe(404)
})

test("another site can't complete setup, a made-up name or path does nothing, and each step has its own page", async () => {
  await using app = await startApp(FIRST_RUN)
  const as = await claimed(app)
  const body = new URLSearchParams({ email: 'thief@clinic.example' }).toString()
  const elsewhere: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
  for (const from of elsewhere) {
    expect((await app.send('POST', '/first-run/owner', body, { ...as, headers: { ...FORM, ...from } })).status).toBe(403)
  }
  expect((await app.db.execute(sql`select 1 from staff_account`)).rows).toEqual([])
  for (const made of ['constructor', '__proto__', 'looks']) expect((await post(app, `/first-run/${made}`, {}, as)).status).toBe(404)
  for (const guess of ['', 'x'.repeat(43), '%00', '__proto__']) expect((await post(app, `/first-run/link/${guess}`)).status, guess).toBeGreaterThanOrEqual(400)
  expect((await app.send('GET', '/first-run/mail-test', undefined, as)).headers['location']).toBe('/first-run/mail')
  for (const [step, title] of [
    ['employer', 'Employer, address and time zone'],
    ['owner', 'First owner'],
    ['mail', 'Mail server'],
    ['look', 'Look'],
    ['role', 'First role'],
  ])
    expect(await pageOf(app, as, `/first-run/${step}`)).toContain(`<h2 id="step-title">${title}</h2>`)
})

test('the page looks up SPF, DKIM and DMARC, and never shows a saved password', async () => {
  const names = await startNameServer()
  names.current.zone = { 'clinic.internal': ['v=spf1 a -all'] }
  await using app = await startApp({ ...FIRST_RUN, DNS_SERVER: names.address })
  const as = await claimed(app)
  const relay = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const saved = {
    ...mailFields((relay.server.address() as AddressInfo).port),
    smtp_user: 'relay',
    smtp_password: 'not-for-eyes',
    MAIL_FROM: 'careers@clinic.internal',
  }
  const answer = await post(app, '/first-run/mail', saved, as)
  expect([answer.status, String(answer.body).includes('Saved.')]).toEqual([200, true])
  const page = await pageOf(app, as, '/first-run/mail?records')
  await names.stop()
  await new Promise<void>((resolve) => relay.close(resolve))
  expect(page).toContain('Fine: v=spf1 a -all.')
  expect(page).toContain('Ask your mail provider whether it signs with DKIM')
  expect(page).toContain('Clinic.internal has no DMARC record, so large providers may reject your mail')
  expect(page).toContain('Saved. Enter it again only to change it')
  expect(String(answer.body) + page).not.toContain('not-for-eyes')
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContact } from '#contract/candidate/candidate.ts'
import { readRoleUpdates, setRoleUpdates } from '#contract/candidate/role-updates.ts'
import { suggestRole } from '#contract/candidate/suggestions.ts'
import { deriveKeys } from '#server/http/keys.ts'
import { mailboxHashes, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof ownApplications>>
beforeAll(async () => {
  app = await startApp()
  world = await ownApplications(app)
})
afterAll(() => app.close())

const wants = async (as: Actor) => (await app.call(readRoleUpdates, {}, as)).body.wants_updates
const choose = (as: Actor, wants_updates: boolean) => app.call(setRoleUpdates, { wants_updates }, as)
const suggest = async (id: number) =>
  (await app.call(suggestRole, { id, ref_function_role_id: await makeRoleId(app.db), subject: 'A role', html: '{scheduling_link}' }, world.admin)).status

test("opting out on the candidate's page lasts through an erasure, a new application and new keys, until they opt in there", async () => {
  const { id, email, as } = await world.applied()
  expect([await wants(as), await suggest(id)]).toEqual([true, 201])
  expect((await choose(as, false)).body.message).toContain('even if you apply again')
  expect([await wants(as), await suggest(id)]).toEqual([false, 409])
  const { rows } = await app.db.execute(sql`select email from unsubscribed where kind = 'role-updates'`)
  expect(JSON.stringify(rows)).not.toContain(email)

  await eraseApplicant(app.services, { user_session_id: id, reason: 'request', insideMandatory: 'erase' })
  const earlier = { ...app.services.keys }
  Object.assign(app.services.keys, deriveKeys('a key that came later'), { retired: [earlier] })
  const again = await apply(app, world.ref_function_role_id, { email: email.toUpperCase(), opt_in_updates: 'Yes' })
  const back = await openOwnPage(app, email.toUpperCase())
  expect([await wants(back), await suggest(again.user_session_id)]).toEqual([false, 409])
  await choose(back, true)
  expect([await wants(back), await suggest(again.user_session_id)]).toEqual([true, 201])
})

test("the newest application's choice counts, and the candidate can opt in later", async () => {
  const { email, as } = await world.applied()
  const shy = await apply(app, await makeRoleId(app.db), { email, opt_in_updates: '' })
  expect([await wants(as), await suggest(shy.user_session_id)]).toEqual([false, 409])
  await choose(as, true)
  expect([await wants(as), await suggest(shy.user_session_id)]).toEqual([true, 201])
})

test('an unsubscribe link works with one request and withdraws pending emails, but merely opening it does nothing', async () => {
  const { id, email, as } = await world.applied()
  await suggest(id)
  const url = unsubscribeUrl(app.services, { kind: 'role-updates', email: mailboxHashes(app.services.keys, email)[0]! })
  await app.db.execute(sql`update email_outbox set unsubscribe_url = ${url} where user_session_id = ${id} and subject = 'A role'`)
  const link = new URL(url).pathname
  await app.send('GET', link)
  await app.send('HEAD', link)
  expect(await wants(as)).toBe(true)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.send('POST', link, 'List-Unsubscribe=One-Click', { headers })
  expect(await wants(as)).toBe(false)
  expect((await app.db.execute(sql`select state from email_outbox where unsubscribe_url = ${url}`)).rows).toEqual([{ state: 'withdrawn' }])
})

test("a mailbox provider's one-click request may be multipart, as RFC 8058 recommends", async () => {
  const { email, as } = await world.applied()
  await choose(as, true)
  const url = unsubscribeUrl(app.services, { kind: 'role-updates', email: mailboxHashes(app.services.keys, email)[0]! })
  const { body, headers } = formWith({ 'List-Unsubscribe': 'One-Click' })
  expect((await app.send('POST', new URL(url).pathname, body, { headers })).status).toBe(200)
  expect(await wants(as)).toBe(false)
})

test("opening the candidate's page verifies the address, and changing the address undoes that", async () => {
  const proved = async (id: number) =>
    (await app.db.execute<{ is: boolean }>(sql`select coalesce(proved_email_key = email_key, false) as is from user_session where user_session_id = ${id}`))
      .rows[0]!.is
  const { id, as } = await world.applied()
  const before = await proved(id)
  await wants(as)
  expect([before, await proved(id)]).toEqual([false, true])
  await app.db.execute(sql`update user_session set email_key = 'someone.else@example.com' where user_session_id = ${id}`)
  expect(await proved(id)).toBe(false)
})

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const linkOf = (email: string) => new URL(unsubscribeUrl(app.services, { kind: 'role-updates', email: mailboxHashes(app.services.keys, email)[0]! })).pathname

test('unsubscribing by link still applies after the address is changed or corrected, until the candidate opts in on their page', async () => {
  const { id, email, as } = await world.applied()
  const opened = await makeRoleId(app.db)
  const other = await apply(app, opened, { email: 'mistyped@example.com', opt_in_updates: 'Yes' })
  for (const one of [email, 'mistyped@example.com']) await app.send('POST', linkOf(one), 'List-Unsubscribe=One-Click', form)
  await app.call(changeContact, { id, email: `new.${email}` }, as)
  const confirmed = await app.send('POST', (await newestLink(app, `new.${email}`))!, '', form)
  const there = { cookies: confirmed.cookies }
  expect([confirmed.status, await wants(there), await suggest(id)]).toEqual([303, false, 409])
  const again = await apply(app, await makeRoleId(app.db), { email: `new.${email}`, opt_in_updates: 'Yes' })
  expect(await suggest(again.user_session_id)).toBe(409)
  await choose(there, true)
  expect([await wants(there), await suggest(id)]).toEqual([true, 201])

  expect((await app.send('POST', `/roles/${opened}/email`, 'email=corrected%40example.com', { ...other.as, ...form })).status).toBe(303)
  expect(await suggest(other.user_session_id)).toBe(409)
  await choose(await openOwnPage(app, 'corrected@example.com'), true)
  expect(await suggest(other.user_session_id)).toBe(201)
})

test.each(['restrict', 'erase'] as const)('a later opt-out outlasts its application (%s), and a yes in a new application counts', async (insideMandatory) => {
  const { id, email, as } = await world.applied()
  const later = await apply(app, await makeRoleId(app.db), { email, opt_in_updates: '' })
  await eraseApplicant(app.services, { user_session_id: later.user_session_id, reason: 'request', insideMandatory })
  expect([await wants(as), await suggest(id)]).toEqual([false, 409])
  const newest = await apply(app, await makeRoleId(app.db), { email, opt_in_updates: 'Yes' })
  expect([await wants(as), await suggest(newest.user_session_id)]).toEqual([true, 201])
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listOwnApplications, requestLink, signOut } from '#contract/candidate/candidate.ts'
import { readDraft } from '#contract/candidate/drafts.ts'
import { apply, type Applying } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const ref_function_role_id = await makeRoleId(app.db)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const correct = ({ as }: Applying, email: string) =>
  app.send('POST', `/roles/${ref_function_role_id}/email`, new URLSearchParams({ email }).toString(), { ...as, headers: FORM })
const idsSeenBy = async (as: Actor): Promise<number[] | number> => {
  const { status, body } = await app.call(listOwnApplications, {}, as)
  return status === 200 ? body.map((one) => one.user_session_id) : status
}

test('browsers that open a link while its address is being corrected never see the new mailbox', async () => {
  const stranger = await apply(app, ref_function_role_id, { email: 'stranger@example.com' })
  for (let round = 0; round < 3; round++) {
    const applying = await apply(app, ref_function_role_id, { email: `mover${round}@example.com` })
    const link = (await newestLink(app, `mover${round}@example.com`))!
    const opening = Array.from({ length: 40 }, () => app.send('GET', link))
    const [, ...opened] = await Promise.all([correct(applying, 'stranger@example.com'), ...opening])
    const seen = await Promise.all(opened.map(({ cookies }) => idsSeenBy({ cookies })))
    expect(seen.flat()).not.toContain(stranger.user_session_id)
    expect(new Set(seen)).toEqual(new Set([401]))
    expect((await app.send('GET', link)).headers['location']).toBe('/application?ended')
  }
})

test('the link in a confirmation opens only that application until the mailbox itself requests a link', async () => {
  const email = 'unproved@example.com'
  const first = await apply(app, ref_function_role_id, { email })
  const second = await apply(app, ref_function_role_id, { email, why_this_role: 'Another reason' })
  const fromConfirmation = await openOwnPage(app, email)
  expect(await idsSeenBy(fromConfirmation)).toEqual([second.user_session_id])
  expect((await app.send('POST', `/api/candidate/applications/${first.user_session_id}/no-drafts`, {}, fromConfirmation)).status).toBe(404)
  await app.call(requestLink, { email })
  expect(await idsSeenBy(await openOwnPage(app, email))).toEqual([second.user_session_id, first.user_session_id])
})

test('a key opens only what it was created for', async () => {
  const email = 'keys@example.com'
  const applying = await apply(app, ref_function_role_id, { email })
  const key = (await newestLink(app, email))!.split('/').at(-1)!
  const own = await openOwnPage(app, email)
  const cookie = Object.values(own.cookies!)[0]!
  const application = Object.entries(applying.as.cookies!).find(([name]) => name.startsWith('application-'))![1]
  for (const one of [key, application]) expect(await idsSeenBy({ cookies: { 'own-page': one } })).toBe(401)
  for (const one of [cookie, application]) {
    expect((await app.send('GET', `/application/${one}`)).headers['location']).toBe('/application?ended')
    expect((await app.send('POST', `/application/confirm/${one}`)).headers['location']).toBe('/application?ended')
    expect((await app.call(readDraft, { key: one })).status).toBe(404)
  }
})

test('signing out ends the cookie, which otherwise lasts for the browser session, or 30 days if the person stays signed in', async () => {
  const email = 'leaves@example.com'
  await apply(app, ref_function_role_id, { email })
  const own = await openOwnPage(app, email)
  const opened = await app.send('GET', (await newestLink(app, email))!)
  expect(String(opened.headers['set-cookie'])).not.toMatch(/max-age|expires/i)
  const kept = await app.send('POST', '/application/stay', undefined, own)
  expect(String(kept.headers['set-cookie'])).toMatch(/Max-Age=2592000/)

  const page = String((await app.send('GET', '/application', undefined, own)).body)
  expect(page).toContain('action="/application/sign-out"')
  expect(page).toContain('Close the browser or sign out so no one else')
  const keptPage = String((await app.send('GET', '/application', undefined, { cookies: { ...own.cookies, ...kept.cookies } })).body)
  expect(keptPage).toContain('stay signed in on this device for 30 days.')
  expect(keptPage).not.toContain('Close the browser or')
  expect((await app.call(signOut, {}, own)).status).toBe(204)
  expect(await idsSeenBy(own)).toBe(401)
  const left = await app.send('POST', '/application/sign-out', undefined, { cookies: opened.cookies })
  expect([left.status, left.headers['location']]).toEqual([303, '/application?done=sign-out'])
  expect(String(left.headers['set-cookie'])).toMatch(/own-page=;/)
  expect(await idsSeenBy({ cookies: opened.cookies })).toBe(401)
  expect((await app.call(signOut, {})).status).toBe(204)
  expect((await app.send('GET', '/application', undefined, own)).headers['cache-control']).toBe('no-store')
})

test("'Not you?' closes the candidate's page in this browser, and signing out also clears the application cookie", async () => {
  const email = 'shared.computer@example.com'
  const { as } = await apply(app, ref_function_role_id, { email })
  const own = { cookies: { ...as.cookies, ...(await openOwnPage(app, email)).cookies } }
  expect(await idsSeenBy(own)).toHaveLength(1)
  await app.send('POST', `/roles/${ref_function_role_id}/start-over`, undefined, own)
  expect(await idsSeenBy(own)).toBe(401)
  const left = await app.send('POST', '/application/sign-out', undefined, own)
  expect(String(left.headers['set-cookie'])).toContain(`application-${ref_function_role_id}=;`)
})

test('a correction withdraws pending emails to the old address, and releases its held times', async () => {
  const applying = await apply(app, ref_function_role_id, { email: 'old.address@example.com' })
  await app.call(requestLink, { email: 'old.address@example.com' })
  await correct(applying, 'new.address@example.com')
  const { rows } = await app.db.execute(sql`
    select purpose, state, to_address from email_outbox where user_session_id = ${applying.user_session_id} order by email_id`)
  expect(rows).toEqual([
    { purpose: 'confirmation', state: 'queued', to_address: 'new.address@example.com' },
    { purpose: 'own-page', state: 'withdrawn', to_address: 'old.address@example.com' },
  ])
})

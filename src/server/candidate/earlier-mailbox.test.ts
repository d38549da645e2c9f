import { sql } from 'drizzle-orm'
import { purposeHash } from '#server/http/keys.ts'
import { afterAll, expect, test } from 'vitest'
import { retryCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import * as calls from '#contract/candidate/candidate.ts'
import { UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { endAccess, openLink } from '#server/applications/access-store.ts'
import { claimDueEmails, setRetry, setSent } from '#server/mail/store.ts'
import { apply, type Applying } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor } from '#test/setup/app.ts'
import { lockOwnApplication } from './store.ts'

const app = await startApp()
afterAll(() => app.close())
const role = await makeRoleId(app.db)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const correct = ({ as }: Applying, email: string) =>
  app.send('POST', `/roles/${role}/email`, new URLSearchParams({ email }).toString(), { ...as, headers: FORM })
const idsSeenBy = async (as: Actor) => {
  const { status, body } = await app.call(calls.listOwnApplications, {}, as)
  return status === 200 ? body.map((one) => one.user_session_id) : status
}
const states = async ({ user_session_id }: Applying) => {
  const { rows } = await app.db.execute<{ email: string }>(sql`
    select concat_ws(' ', purpose, to_address, state) as email from email_outbox where user_session_id = ${user_session_id} order by email_id`)
  return rows.map(({ email }) => email)
}
const ask = (text: string) => app.services.database.pool.query(text)

test('a cookie from a link that was opened during a correction stops working once the address is changed back', async () => {
  for (let round = 0; round < 6; round++) {
    const mine = `back${round}@example.com`
    const applying = await apply(app, role, { email: mine })
    const link = (await newestLink(app, mine))!
    const opening = Array.from({ length: 20 }, () => app.send('GET', link))
    const [, ...opened] = await Promise.all([correct(applying, `away${round}@example.com`), ...opening])
    await correct(applying, mine)
    expect(new Set(await Promise.all(opened.map(({ cookies }) => idsSeenBy({ cookies }))))).toEqual(new Set([401]))
    const { rows } = await app.db.execute(sql`select 1 from candidate_access where user_session_id = ${applying.user_session_id} and kind = 'cookie'`)
    expect(rows).toEqual([])
  }
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)('opening a link during a correction waits for the correction, then gives no access', async () => {
  const mine = 'issuing@example.com'
  const { user_session_id } = await apply(app, role, { email: mine })
  const link_hash = purposeHash('own-page-link', (await newestLink(app, mine))!.split('/').at(-1)!)
  const opening = await app.db.transaction(async (tx) => {
    await lockOwnApplication(tx, mine, user_session_id)
    const opened = openLink(app.db, { link_hash, cookie_hash: 'cookie-being-issued', opens: 'own-page' })
    await expect
      .poll(async () => (await ask(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount)
      .toBe(1)
    await endAccess(tx, user_session_id)
    return { opened }
  })
  expect(await opening.opened).toBe(null)
  expect((await ask('select 1 from candidate_access where token_hash = $$cookie-being-issued$$')).rowCount).toBe(0)
})

test("when an address changes on the candidate's page, the old mailbox's cookies and links stop working at the same moment", async () => {
  for (let round = 0; round < 4; round++) {
    const [mine, next] = [`own${round}@example.com`, `next${round}@example.com`]
    const theirs = await apply(app, role, { email: next, first_name: 'Other' })
    const { user_session_id } = await apply(app, role, { email: mine })
    const link = (await newestLink(app, mine))!
    const own = await openOwnPage(app, mine)
    expect((await app.call(calls.changeContact, { id: user_session_id, email: next }, own)).status).toBe(200)
    const confirm = (await newestLink(app, next))!
    const openings = Array.from({ length: 15 }, () => app.send('GET', link))
    const requests = Array.from({ length: 3 }, () => app.call(calls.requestLink, { email: mine }))
    const [confirmed, ...opened] = await Promise.all([app.send('POST', confirm, '', { headers: FORM }), ...openings, ...requests])
    for (const as of [own, ...opened.map(({ cookies }) => ({ cookies }))]) expect(await idsSeenBy(as)).toBe(401)
    expect(await idsSeenBy({ cookies: confirmed.cookies })).toEqual([user_session_id, theirs.user_session_id])
    const { rows } = await app.db.execute(sql`select 1 from email_outbox where to_address = ${mine} and state = 'queued'`)
    expect(rows).toEqual([])
  }
})

test('a correction cancels the pending email to an address that was never confirmed', async () => {
  const applying = await apply(app, role, { email: 'one@example.com' })
  const own = await openOwnPage(app, 'one@example.com')
  for (const email of ['two@example.com', 'three@example.com']) await app.call(calls.changeContact, { id: applying.user_session_id, email }, own)
  expect(await states(applying)).toEqual(['confirmation one@example.com queued', 'own-page two@example.com withdrawn', 'own-page three@example.com queued'])
  await correct(applying, 'four@example.com')
  expect(await states(applying)).toEqual(['confirmation four@example.com queued', 'own-page two@example.com withdrawn', 'own-page three@example.com withdrawn'])
})

test('an email that failed at the previous address is not retried there', async () => {
  const admin = await app.admin()
  const applying = await apply(app, role, { email: 'failed@example.com' })
  const { user_session_id } = applying
  await app.call(updateStatus, { user_session_id, ref_application_status_id: UNDER_REVIEW }, admin)
  const { rows } = await ask(`insert into email_outbox (purpose, user_session_id, ref_application_status_id, message_id, to_address, subject, html, text, state)
    values ('candidate', ${user_session_id}, ${UNDER_REVIEW}, 'failedmessage', 'failed@example.com', 'S', 'H', 'T', 'failed') returning email_id`)
  await correct(applying, 'working@example.com')
  const retried = await app.call(retryCandidateEmail, { email_id: rows[0].email_id }, admin)
  expect([retried.status, await states(applying)]).toEqual([409, expect.arrayContaining(['candidate failed@example.com withdrawn'])])
})

test("an email being sent during a correction isn't retried, and counts as sent if it's delivered", async () => {
  const [lost, arrives] = [await apply(app, role, { email: 'lost@example.com' }), await apply(app, role, { email: 'arrives@example.com' })]
  await ask(`update email_outbox set send_after = now() where user_session_id in (${lost.user_session_id}, ${arrives.user_session_id})`)
  await ask(`update email_outbox set send_after = now() + interval '1 hour' where user_session_id not in (${lost.user_session_id}, ${arrives.user_session_id})`)
  const claimed = await claimDueEmails(app.db, 10, { leaseSeconds: 60, urgent: false })
  const of = ({ user_session_id }: Applying) => claimed.find((one) => one.user_session_id === user_session_id)!
  await correct(lost, 'lost.new@example.com')
  await correct(arrives, 'arrives.new@example.com')
  await setRetry(app.db, of(lost), { last_error: 'busy', delaySeconds: 1 })
  expect(await setSent(app.db, of(arrives))).toBe(true)
  expect(await states(lost)).toEqual(['confirmation lost@example.com withdrawn', 'own-page lost.new@example.com queued'])
  expect(await states(arrives)).toEqual(['confirmation arrives@example.com sent', 'own-page arrives.new@example.com queued'])
})

test("a link scanner in a mailbox doesn't confirm anything, and a HEAD request has no effect", async () => {
  const email = 'scanned@example.com'
  const first = await apply(app, role, { email })
  const link = (await newestLink(app, email))!
  const before = await ask('select * from candidate_access order by token_hash')
  const head = await app.send('HEAD', link)
  expect([head.status, head.headers['set-cookie']]).toEqual([303, undefined])
  expect((await ask('select * from candidate_access order by token_hash')).rows).toEqual(before.rows)
  await app.send('GET', link)
  const second = await apply(app, role, { email, why_this_role: 'Another reason' })
  expect(await idsSeenBy(await openOwnPage(app, email))).toEqual([second.user_session_id])
  // Once the owner has used one, links for this mailbox open all of its applications.
  const third = await apply(app, role, { email, why_this_role: 'A third reason' })
  expect(await idsSeenBy(await openOwnPage(app, email))).toEqual([third.user_session_id, second.user_session_id, first.user_session_id])
})

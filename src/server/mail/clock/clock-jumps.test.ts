import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { moveUndo } from '#server/applicants/decide/move-store.ts'
import type { Database } from '#server/db/connect.ts'
import { email_outbox } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { movableClock } from '#test/setup/moved-clock.ts'
import { openWithMailServer } from '#test/setup/post.ts'
import { openOutbox } from '../outbox.ts'
import type { OnClockJump } from './clock-watch.ts'

test('a clock that jumps an hour ahead and back sends nothing early or twice, and nothing waits longer than intended', async () => {
  const { server, open, queue, find, services } = await openWithMailServer()
  const clock = await movableClock(services.database)
  const jumps: number[] = []
  const onClockJump = async (_tx: unknown, { byMs }: { byMs: number }) => void jumps.push(Math.round(byMs / 60_000))
  for (const outbox of [open({ onClockJump }), open({ onClockJump })]) outbox.start()
  const isSent = async (email_id: number) => vi.waitFor(async () => expect(await find(email_id)).toMatchObject({ state: 'sent' }), { timeout: 60_000 })
  const seconds = (email_id: number) => secondsLeft(services.database, email_id)
  const held = await queue({ to_address: 'held@example.org' }, 3000)
  const later = await queue({ to_address: 'later@example.org' }, 7200)
  await isSent(await queue())

  await clock.setAhead('1 hour')
  await vi.waitFor(() => expect(jumps).toEqual([60, 60]), { timeout: 60_000 })
  await isSent(await queue())
  expect([await find(held), await find(later)]).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  expect(await seconds(held)).toBeGreaterThan(1000)
  expect(await seconds(held)).toBeLessThan(3001)
  // Scheduled for a time of day, which stays the same.
  expect(await seconds(later)).toBeLessThan(3601)

  const ahead = await queue({ to_address: 'ahead@example.org' }, 3000)
  await clock.setAhead('0')
  await isSent(await queue())
  for (const email_id of [held, ahead]) await vi.waitFor(async () => expect(await seconds(email_id)).toBeLessThan(3001), { timeout: 60_000 })
  for (const email_id of [held, ahead]) expect(await seconds(email_id)).toBeGreaterThan(1000)
  expect(server.received.flatMap(({ to }) => to)).toEqual(['ada@example.org', 'ada@example.org', 'ada@example.org'])
})

/** Returns how long an email has to wait by the database's clock. */
async function secondsLeft({ pool }: Database, email_id: number): Promise<number> {
  const { rows } = await pool.query('select extract(epoch from send_after - now())::float8 as seconds from email_outbox where email_id = $1', [email_id])
  return rows[0].seconds
}

test("a retry time set while the clock was ahead doesn't delay an email once the clock is right", async () => {
  const { db, open, queue, find } = await openWithMailServer()
  const [retried, leased] = [await queue(), await queue()]
  const hour = sql`now() + interval '1 hour'`
  const set = (email_id: number, columns: object) => db.update(email_outbox).set(columns).where(eq(email_outbox.email_id, email_id))
  await set(retried, { tries: 3, send_after: hour })
  await set(leased, { tries: 1, leased_until: hour })
  expect(await open().sendDue()).toBe(1)
  expect(await find(retried)).toMatchObject({ state: 'sent' })
  expect(Date.parse((await find(leased)).leased_until!) - Date.now()).toBeLessThan(12 * 60_000)
})

test('a decision can be undone for exactly as long as shown, even if the clock jumps an hour ahead and back', async () => {
  await using app = await startApp({ MAIL_DELAY_SECONDS: '600' })
  const admin = await app.admin()
  const role = await makeRoleId(app.db)
  const [before, ahead] = [await apply(app, role, { email: 'ada@example.org' }), await apply(app, role, { email: 'bo@example.org' })]
  const clock = await movableClock(app.services.database)
  const reject = async ({ user_session_id }: typeof before) => (await app.call(updateStatus, { user_session_id, ref_application_status_id: 4 }, admin)).body
  const secondsLeft = async ({ user_session_id }: typeof before) => {
    const text = 'select extract(epoch from undo_until - now())::float8 as seconds from status_change where user_session_id = $1'
    return (await app.services.database.pool.query(text, [user_session_id])).rows[0].seconds
  }
  const jumps: number[] = []
  const onClockJump: OnClockJump = async (tx, jump) => {
    await moveUndo(tx, jump)
    jumps.push(Math.round(jump.byMs / 60_000))
  }
  // Both processes notice the jump.
  const outboxes = [1, 2].map(() => openOutbox({ ...app.services, onClockJump }))
  const { undo_token } = await reject(before)
  const looks = vi.spyOn(app.services.database.pool, 'query')
  for (const outbox of outboxes) outbox.start()
  // The first process's first round takes seven statements.
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(8), { timeout: 60_000 })
  await clock.setAhead('1 hour')
  await vi.waitFor(() => expect(jumps).toEqual([60, 60]), { timeout: 60_000 })
  await reject(ahead)
  await clock.setAhead('0')
  await vi.waitFor(() => expect(jumps).toEqual([60, 60, -60, -60]), { timeout: 60_000 })
  await Promise.all(outboxes.map((outbox) => outbox.stop()))
  for (const one of [before, ahead]) {
    expect(await secondsLeft(one)).toBeGreaterThan(300)
    expect(await secondsLeft(one)).toBeLessThan(601)
  }
  const undone = await app.call(undoStatus, { undo_token: undo_token! }, admin)
  expect([undone.status, undone.body]).toMatchObject([200, { ref_application_status_id: 5 }])
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { readMailFiles } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { sendHead } from './send-head.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour))

/** Returns the newest rows as the emails quote them. */
async function mailed(app: TestApp): Promise<{ to: string; head: string }[]> {
  await app.outbox.sendDue()
  const emails = await readMailFiles(app.env)
  return emails.map(({ to, text }) => ({ to: to![0]!.address!, head: /Newest row: (\d+:[0-9a-f]{64})/.exec(text!)![1]! }))
}

/** Acts as if the last email had gone out a day earlier. */
async function yesterday({ db }: TestApp): Promise<void> {
  await db.execute(sql`alter table audit_trail disable trigger user`)
  await db.execute(sql`update audit_trail set at = at - interval '1 day' where action = 'trail-head.sent'`)
  await db.execute(sql`alter table audit_trail enable trigger user`)
}

test("each morning, owners and one more address get the trail's newest row once; it can verify the trail and expose a rewrite", async () => {
  await using app = await startApp({ TRAIL_HEAD_TO: 'Auditor@Firm.example', TIME_ZONE: 'UTC' })
  await app.admin()
  expect(await sendHead(app.services, at(4))).toBe(0)
  const owners = app.env.ADMIN_EMAILS.length
  expect(await sendHead(app.services, at(7))).toBe(owners + 1)
  expect(await sendHead(app.services, at(8))).toBe(0)
  const sent = await mailed(app)
  expect(sent.map(({ to }) => to).toSorted()).toEqual([...app.env.ADMIN_EMAILS, 'auditor@firm.example'].toSorted())
  const [id, hash] = sent[0]!.head.split(':')
  const known = { audit_id: Number(id), hash: hash! }
  const erasures = { secret: app.env.SECRET_KEY }
  expect((await verifyAudit(app.db, { known, erasures })).broken).toBeNull()
  expect((await verifyAudit(app.db, { known: { ...known, hash: '0'.repeat(64) }, erasures })).broken?.because).toContain('the trail was rewritten')
})

test('each morning gets its own file, even if two mornings fall on one day in UTC', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-heads-'))
  await using app = await startApp({ TRAIL_HEAD_TO: folder, TIME_ZONE: 'Asia/Tokyo' })
  // 8:30 AM on the 24th, and 6 AM on the 25th.
  expect(await sendHead(app.services, new Date('2026-11-23T23:30:00Z'))).toBeGreaterThan(0)
  await yesterday(app)
  expect(await sendHead(app.services, new Date('2026-11-24T21:00:00Z'))).toBeGreaterThan(0)
  await yesterday(app)
  // 9:30 AM on the 26th.
  expect(await sendHead(app.services, new Date('2026-11-26T00:30:00Z'))).toBeGreaterThan(0)
  await yesterday(app)
  expect(await sendHead(app.services, new Date('2026-11-26T21:00:00Z'))).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(['24', '25', '26', '27'].map((day) => `audit-head-2026-11-${day}.txt`))
  rmSync(folder, { recursive: true, force: true })
})

test("an owner can unsubscribe, and a folder gets one file a day that's never overwritten", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-heads-'))
  await using app = await startApp({ TRAIL_HEAD_TO: folder, TIME_ZONE: 'UTC' })
  expect(await sendHead(app.services, at(7))).toBe(app.env.ADMIN_EMAILS.length)
  const { head } = (await mailed(app))[0]!
  const fileContent = readFileSync(join(folder, 'audit-head-2026-11-23.txt'), 'utf8')
  expect(fileContent).toMatch(new RegExp(`^head ${head}\nkey ([0-9a-f]{64}|none yet)\n$`))
  const [email] = await readMailFiles(app.env)
  const link = /\/unsubscribe\/\S+/.exec(email!.text!)![0]
  expect((await app.send('POST', link, 'List-Unsubscribe=One-Click', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status).toBe(200)

  await yesterday(app)
  await expect(sendHead(app.services, at(9))).rejects.toThrow('EEXIST')
  expect([readdirSync(folder), readFileSync(join(folder, 'audit-head-2026-11-23.txt'), 'utf8')]).toEqual([['audit-head-2026-11-23.txt'], fileContent])
  expect((await mailed(app)).length).toBe(2 * app.env.ADMIN_EMAILS.length - 1)
  rmSync(folder, { recursive: true, force: true })
})

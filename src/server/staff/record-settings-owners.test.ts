import { asc, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSession } from '#contract/auth/auth.ts'
import { audit_trail, email_outbox, settings_owners, staff_account } from '#server/db/tables.ts'
import { sentenceFor } from '#server/audit/sentences.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { recordSettingsOwners } from './record-settings-owners.ts'
import { addOwner } from './save-person.ts'
import { deleteSettingsOwners } from './settings-owners-store.ts'

const [ada, bob, cyd, eve] = ['ada', 'bob', 'cyd', 'eve'].map((name) => `${name}@agency.example`) as [string, string, string, string]
let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

/** Does what a process with these owners in its settings does at startup and every minute, sharing a PostgreSQL server unless `isAlone`. */
const compareOwners = (ADMIN_EMAILS: string[], isAlone = false) =>
  recordSettingsOwners({ db: app.db, env: { ...app.env, ADMIN_EMAILS }, database: { ...app.services.database, embedded: isAlone } })

const letMinutesPass = () => app.db.update(settings_owners).set({ missing_since: sql`missing_since - interval '6 minutes'` })

async function rows(): Promise<string[]> {
  const addresses = new Map((await app.db.select().from(staff_account)).map((one) => [one.staff_account_id, one.email]))
  const found = (await app.db.select().from(audit_trail).orderBy(asc(audit_trail.audit_id))).filter(({ action }) => action.startsWith('owner.'))
  return found.map(({ action, subject_id, facts }) =>
    sentenceFor({ action, subject_id, facts: facts as Record<string, unknown>, account: addresses.get(Number(subject_id)) ?? null }),
  )
}

async function emails(): Promise<string[]> {
  return (await app.db.select().from(email_outbox)).map(({ to_address, text }) => `${to_address}: ${/^Someone.*?(?=( of|, who))/m.exec(text)![0]}`).toSorted()
}

test('adding an address to ADMIN_EMAILS adds one row to the trail and emails each other owner once, however many processes start at once', async () => {
  await addOwner(app.services, null, cyd)
  await app.db.delete(email_outbox)
  const before = (await rows()).length
  await compareOwners([ada])
  expect([(await rows()).length, await emails()]).toEqual([before, []])

  await Promise.all([compareOwners([ada, bob]), compareOwners([ada, bob]), compareOwners([ada, bob])])
  await compareOwners([ada, bob])

  expect((await rows()).slice(before)).toEqual([`Made ${bob} an owner, in the settings`])
  expect(await emails()).toEqual([ada, cyd].map((to) => `${to}: Someone with access to the server made ${bob} an owner`))
})

test('an owner removed from the settings is reported once no process has listed them for several minutes; their sessions end, and other owners get an email', async () => {
  const owner = await app.admin(bob)
  await compareOwners([ada, bob])
  await compareOwners([ada])
  await compareOwners([ada])
  expect(await rows()).toEqual([])

  await letMinutesPass()
  await Promise.all([compareOwners([ada]), compareOwners([ada])])
  await compareOwners([ada])

  expect(await rows()).toEqual([`Removed ${bob} from the owners in the settings`])
  expect(await emails()).toEqual([`${ada}: Someone with access to the server removed ${bob} from the owners in the settings`])
  expect((await app.call(readSession, {}, owner)).status).toBe(401)
})

test('processes that run with different settings during a rolling restart report each change once', async () => {
  const [before, after] = [
    [ada, bob],
    [ada, cyd],
  ]
  await compareOwners(before)
  for (let minute = 0; minute < 10; minute++) {
    await compareOwners(after)
    await letMinutesPass()
    await compareOwners(before)
    await letMinutesPass()
  }
  expect(await rows()).toEqual([`Made ${cyd} an owner, in the settings`])

  await compareOwners(after)
  await letMinutesPass()
  await compareOwners(after)
  expect((await rows()).slice(1)).toEqual([`Removed ${bob} from the owners in the settings`])
})

test('the only process of an embedded database reports both changes at startup, and a replaced owner is told who was added', async () => {
  await compareOwners([ada, bob], true)
  await compareOwners([ada, eve], true)
  expect(await rows()).toEqual([`Made ${eve} an owner, in the settings`, `Removed ${bob} from the owners in the settings`])
  expect(await emails()).toEqual([
    `${ada}: Someone with access to the server made ${eve} an owner`,
    `${ada}: Someone with access to the server removed ${bob} from the owners in the settings`,
    `${bob}: Someone with access to the server made ${eve} an owner`,
    `${eve}: Someone with access to the server removed ${bob} from the owners in the settings`,
  ])
})

test('an owner added to the settings after the first run is recorded as a change; a restored database records none', async () => {
  await compareOwners([])
  await compareOwners([ada])
  expect(await rows()).toEqual([`Made ${ada} an owner, in the settings`])
  await deleteSettingsOwners(app.db)
  await compareOwners([bob], true)
  expect((await rows()).length).toBe(1)
})

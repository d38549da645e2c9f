import { afterEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { checkAudit } from '#contract/audit-trail.ts'
import { verifyCode } from '#contract/auth/auth.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { keyWatcher } from '#server/http/watch-keys.ts'
import { fingerprintOf, openRing, sealKey } from '#server/http/key-ring.ts'
import { sign, verify } from '#server/http/keys.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { seal, unseal } from '#server/mail/sealed.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { openSigner, resealSigningKey } from '#server/packet/signing-key.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, codeFor } from '#test/signing-in.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import type { Operator } from '#server/operate/commands/operator.ts'

const FIRST = 'first-secret-first-secret-first-secret'
const opened: TestApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

async function open(settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(settings)
  opened.push(app)
  return app
}

/** Runs the command as typed while the app runs; returns its output. */
async function rotate(app: TestApp, { secret = app.env.SECRET_KEY, lost = false } = {}): Promise<string> {
  const lines: string[] = []
  const { services } = app
  const operator = { ...services, env: { ...app.env, SECRET_KEY: secret }, say: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
  await KEY_COMMANDS[0]!.run(operator as unknown as Operator, { operands: [], flags: { lost } })
  return lines.join('\n')
}

const newValueIn = (said: string) => /^SECRET_KEY=(\S{32,})$/m.exec(said)?.[1]
/** Simulates that every process has had time to load a key. */
const spread = (app: TestApp) =>
  app.db.execute(sql`update secret_key set signs_from = now() - interval '2 minutes' where signs_from > now() - interval '2 minutes'`)

/** Creates an applicant with an audit row that includes their name. */
async function makeNamedApplicant(app: TestApp): Promise<number> {
  const { user_session_id } = await makeApplicant(app.db)
  const row = { actor: null, action: 'test.done' as const, subject_kind: 'applicant', subject_id: user_session_id, personal: { name: 'Person' } }
  await app.db.transaction((tx) => recordAudit(tx, row))
  return user_session_id
}

/** Erases an applicant. */
async function erase(app: TestApp): Promise<void> {
  const user_session_id = await makeNamedApplicant(app)
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
}
/** Returns what's broken in the trail for someone with this SECRET_KEY; null if it's intact. */
const verdict = async (app: TestApp, secret: string | undefined) => (await verifyAudit(app.db, { erasures: { secret } })).broken

test('without SECRET_KEY, a running process loads the rotated key before using it, and still accepts what the old key signed', async () => {
  const app = await open()
  const { keys } = app.services
  const before = keys.fingerprint
  const code = await codeFor(app)
  const [cookie, sealed] = [sign(keys, 'test', 'value'), seal(keys, 'a word')]
  await erase(app)

  const output = await rotate(app)
  expect(output).toContain("don't need to change any settings")
  const follow = keyWatcher(app.services)
  await follow()
  expect(keys.fingerprint).toBe(before)
  const next = await loadKeys(app.db, undefined)
  expect(next.fingerprint).toBe(before)
  await spread(app)
  const other = await loadKeys(app.db, undefined)
  expect(other.fingerprint).not.toBe(before)
  // Another process has started to use the new key, and this one, which hasn't checked again, accepts its signatures.
  expect(verify(keys, 'test', sign(other, 'test', 'newer'))).toBe('newer')
  expect(unseal(keys, seal(other, 'newer'))).toBe('newer')

  await follow()
  expect(keys.fingerprint).toBe(other.fingerprint)
  expect([verify(keys, 'test', cookie), unseal(keys, sealed)]).toEqual(['value', 'a word'])
  expect((await app.call(verifyCode, { email: ADMIN, code, role: 'admin' })).status).toBe(200)
  await erase(app)
  expect(await verdict(app, undefined)).toBeNull()
  // The key that protects a packet's signing key was rotated too, and the current one decrypts it.
  await app.db.transaction((tx) => resealSigningKey(tx, keys, keys))
  await app.db.transaction((tx) => openSigner(tx, { ...keys, others: [] }))
})

test("if secrets can't be encrypted with a new key right away, they are at a later check", async () => {
  const app = await open()
  await rotate(app)
  await spread(app)
  let calls = 0
  const follow = keyWatcher(app.services, async () => {
    calls += 1
    if (calls < 3) throw new Error('the database is away')
  })
  await expect(follow()).rejects.toThrow('away')
  await expect(follow()).rejects.toThrow('away')
  await follow()
  await follow()
  expect(calls).toBe(3)
})

test('with SECRET_KEY, the new value is printed, processes with either value agree, and the old one is useless once the new one is set', async () => {
  const app = await open({ SECRET_KEY: FIRST })
  await erase(app)
  const second = newValueIn(await rotate(app))!
  expect(second).toBeDefined()
  await spread(app)
  const [old, restarted] = [await loadKeys(app.db, FIRST), await loadKeys(app.db, second)]
  expect(old.fingerprint).toBe(restarted.fingerprint)
  expect(await verdict(app, FIRST)).toBeNull()
  expect(await verdict(app, second)).toBeNull()

  // A second rotation, before anyone has changed the settings.
  const third = newValueIn(await rotate(app))!
  await spread(app)
  expect((await loadKeys(app.db, FIRST)).fingerprint).toBe(fingerprintOf(third))

  const follow = keyWatcher({ ...app.services, env: { ...app.env, SECRET_KEY: third }, keys: await loadKeys(app.db, third) })
  const watcher = keyWatcher(app.services)
  await watcher()
  await follow()
  await watcher()
  expect(app.services.keys.fingerprint).toBe(fingerprintOf(third))
  await expect(loadKeys(app.db, FIRST)).rejects.toThrow(/^This database needs the secret key of \d{4}-\d\d, and SECRET_KEY is the one before it/)
  // The process that still has the old value erases and verifies with the keys it has read.
  await erase(app)
  expect((await app.call(checkAudit, {}, await app.admin())).body).toMatchObject({ is_whole: true })
  expect(await verdict(app, third)).toBeNull()
})

test('a first SECRET_KEY replaces the key in the database, which is then useless on its own', async () => {
  const app = await open()
  await erase(app)
  const cookie = sign(app.services.keys, 'test', 'value')
  // Commands verify with it right away and don't change anything.
  expect(await verdict(app, FIRST)).toBeNull()
  await loadKeys(app.db, FIRST)
  await spread(app)
  const keys = await loadKeys(app.db, FIRST)
  expect(keys.fingerprint).toBe(fingerprintOf(FIRST))
  expect(verify(keys, 'test', cookie)).toBe('value')
  expect(await verdict(app, FIRST)).toBeNull()
  await expect(loadKeys(app.db, undefined)).rejects.toThrow("SECRET_KEY isn't set")
  const { rows } = await app.db.execute(sql`select * from secret_key where kept is not null and kept_with is null`)
  expect(rows).toEqual([])
})

test('a missing or different SECRET_KEY is reported, changes nothing, and never looks like tampering', async () => {
  const app = await open({ SECRET_KEY: FIRST })
  await erase(app)
  const rows = async () => (await app.db.execute(sql`select * from secret_key`)).rows
  const before = await rows()
  for (const [secret, why] of [
    [undefined, "SECRET_KEY isn't set"],
    ['another-secret-another-secret-another', 'SECRET_KEY is a different one'],
  ] as const) {
    await expect(loadKeys(app.db, secret)).rejects.toThrow(why)
    expect(await verdict(app, secret)).toEqual({
      audit_id: expect.any(Number),
      because: expect.stringMatching(/^can't verify this erasure without the key of \d{4}-\d\d$/),
      isUnproved: true,
    })
    await expect(rotate(app, { secret: secret ?? '' })).rejects.toThrow('SECRET_KEY')
  }
  expect(await rows()).toEqual(before)
  // Tampering is still reported as tampering, with or without the key.
  await makeNamedApplicant(app)
  await app.services.database.pool.query('delete from audit_personal where audit_id = (select max(audit_id) from audit_personal)')
  expect(await verdict(app, undefined)).toMatchObject({ because: 'its personal values were deleted, and no signed erasure says so' })
})

test('a key can be replaced as lost only if it really is lost', async () => {
  const app = await open({ SECRET_KEY: FIRST })
  await expect(rotate(app, { lost: true })).rejects.toThrow("isn't lost")
  const other = 'another-secret-another-secret-another'
  expect(await rotate(app, { secret: other, lost: true })).toContain('The lost key was replaced')
  const keys = await loadKeys(app.db, other)
  expect(keys.fingerprint).toBe(fingerprintOf(other))
  await app.db.transaction((tx) => openSigner(tx, keys))
})

test('each key in a ring decrypts the previous one; without the last key, only earlier ones can be read', () => {
  const row = (secret: string, by: string | null) => ({
    fingerprint: fingerprintOf(secret),
    created_at: '2026-11-01T00:00:00Z',
    replaced_at: null,
    kept: by === null ? null : sealKey(by, secret),
    kept_with: by === null ? null : fingerprintOf(by),
    handed_over: null,
    handed_with: null,
  })
  const rows = [row('a', 'b'), row('b', 'c'), row('c', null)]
  expect([...openRing(rows, ['c']).secrets.values()].toSorted()).toEqual(['a', 'b', 'c'])
  expect([...openRing(rows, ['b']).secrets.values()].toSorted()).toEqual(['a', 'b'])
})

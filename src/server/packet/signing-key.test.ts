import { createPublicKey, verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { deriveKeys } from '#server/http/keys.ts'
import { startApp } from '#test/setup/app.ts'
import { openSigner, resealSigningKey, rotateSigningKey } from './signing-key.ts'

const app = await startApp()
afterAll(() => app.close())
const { keys } = app.services
const published = async () => (await app.call(listSigningKeys, {})).body.keys
const proves = (x: string, text: string, signature: string) =>
  verify(null, Buffer.from(text), createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), Buffer.from(signature, 'base64url'))

test('a rotation keeps the old public key, deletes the private key and signs with the new one', async () => {
  const before = await app.db.transaction(async (tx) => (await openSigner(tx, keys)).sign('sealed'))
  const { fingerprint } = await rotateSigningKey(app.db, keys)
  const [old, current, ...more] = await published()
  expect(more).toEqual([])
  expect([old!.retired_at === null, current!.kid, current!.retired_at]).toEqual([false, fingerprint, null])
  expect([proves(old!.x, 'sealed', before), proves(current!.x, 'sealed', before)]).toEqual([true, false])
  const { rows } = await app.services.database.pool.query('select private_key is null as gone from signing_key order by created_at')
  expect(rows).toEqual([{ gone: true }, { gone: false }])
  const after = await app.db.transaction(async (tx) => (await openSigner(tx, keys)).sign('sealed'))
  expect(proves(current!.x, 'sealed', after)).toBe(true)
})

test('the private key is stored encrypted and can be re-encrypted under another SECRET_KEY', async () => {
  const other = deriveKeys('another secret key of at least some length')
  const openWith = (some: typeof keys) => app.db.transaction((tx) => openSigner(tx, some))
  await expect(openWith(other)).rejects.toThrow("can't be opened with this SECRET_KEY")
  await app.db.transaction((tx) => resealSigningKey(tx, keys, other))
  await expect(openWith(keys)).rejects.toThrow("can't be opened with this SECRET_KEY")
  expect((await openWith(other)).fingerprint).toBe((await published()).at(-1)!.kid)
})

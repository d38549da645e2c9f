// Signs a release file, for `rounds upgrade --check`, with what CHANGELOG.md says about each version:
//   node scripts/release.mjs KEY.pem > releases.json
// Creates the key if that file doesn't exist, and prints its fingerprint, which users need, to stderr. Keep the key off the server that publishes.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { canonicalJson } from '../src/contract/packet/canonical.ts'
import { parseReleases } from '../src/server/operate/release/release-file.ts'

const [path, changelog = 'CHANGELOG.md'] = process.argv.slice(2)
if (!path) {
  console.error('Usage: node scripts/release.mjs KEY.pem [CHANGELOG.md] > releases.json')
  process.exit(2)
}
if (!existsSync(path)) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
}
const key = createPrivateKey(readFileSync(path))
const public_key = createPublicKey(key).export({ format: 'jwk' }).x
const statement = { format: 'rounds-releases/1', signed_at: new Date().toISOString(), releases: parseReleases(readFileSync(changelog, 'utf8')) }
const signature = sign(null, Buffer.from(canonicalJson(statement)), key).toString('base64url')
console.error(`Key: ${createHash('sha256').update(Buffer.from(public_key, 'base64url')).digest('hex')}`)
console.log(JSON.stringify({ statement, public_key, signature }))

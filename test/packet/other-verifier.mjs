// A second verifier, written from docs/packet.md alone: it needs Node but none of this product's code. Prints the errors it finds; exits with 0 or 1.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, fingerprint] = process.argv.slice(2)
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex')
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`
}
const faults = []
const expect = (isRight, what) => isRight || faults.push(what)
const same = (a, b) => canonical(a) === canonical(b)

function filesOf(zip) {
  const end = zip.length - 22
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [size, nameSize, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize)
    at += 46 + nameSize
    return { name, content: zip.subarray(start + 30 + nameSize, start + 30 + nameSize + size) }
  })
}

const [json, ...files] = filesOf(readFileSync(file))
const packet = JSON.parse(json.content.toString())
const { manifest, sections, trail, statement, signature } = packet
expect(json.content.equals(Buffer.from(`${canonical(packet)}\n`)), 'not canonical')
expect(same(Object.keys(packet).toSorted(), ['manifest', 'sections', 'signature', 'statement', 'trail']), 'other fields')
const named = sections.map(({ name, entries }) => {
  const hashes = entries.map((entry) => hash(canonical(entry)))
  return { name, count: entries.length, sha256: hash(canonical(entries)), entries: hashes }
})
expect(same(named, manifest.sections), 'other sections')
const here = files.map(({ name, content }) => ({ name, size_bytes: content.length, sha256: hash(content) }))
expect(same(here, manifest.files), 'other files')
let last = trail.previous_hash
for (const [i, row] of trail.rows.entries()) {
  if (typeof row === 'string') last = hash(`${row}|${last}`)
  else if (row.action) {
    const fields = [
      row.row_salt,
      trail.first + i,
      row.at,
      row.actor_kind,
      row.actor_id,
      row.action,
      row.subject_kind,
      row.subject_id,
      row.facts,
      row.personal_commitment,
    ]
    last = hash(`${hash(fields.map((one) => one ?? '').join('|'))}|${last}`)
    expect(row.hash === last && row.subject_kind === 'applicant' && Number(row.subject_id) === manifest.user_session_id, `row ${trail.first + i}`)
    expect(row.personal === null || hash(`${row.salt}.${row.personal}`) === row.personal_commitment, `personal values of row ${trail.first + i}`)
  } else last = row.hash
}
const seal = trail.rows.at(-1)
expect(seal.action === 'packet.sealed' && JSON.parse(seal.facts).sha256 === hash(canonical(manifest)), 'another seal')
expect(statement.format === 'rounds-packet/2' && statement.sealed_at === seal.at, 'another format or time')
expect(statement.head === `${trail.first + trail.rows.length - 1}:${last}`, 'another head')
expect(statement.manifest_sha256 === hash(canonical(manifest)) && statement.trail_sha256 === hash(canonical(trail)), 'other hashes')
expect(statement.fingerprint === hash(Buffer.from(statement.public_key, 'base64url')) && statement.fingerprint === fingerprint, 'another key')
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: statement.public_key }, format: 'jwk' })
expect(verify(null, Buffer.from(canonical(statement)), key, Buffer.from(signature, 'base64url')), 'another signature')
console.log(faults.length === 0 ? 'genuine' : faults.join('; '))
process.exitCode = faults.length === 0 ? 0 : 1

import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PAGE_FILE, PDF_FILE } from '#contract/packet/format.ts'
import { bytesOf, verifyPacket, verifyZip, type VerifyAgainst, type KnownKey, type Verdict } from '#contract/packet/verify.ts'
import type { ZipEntry } from '#contract/packet/zip.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { rejectUnwritable } from '#server/operate/backup/output.ts'
import { PROOFS, sha256 } from '#server/packet/proofs.ts'
import { readPacket } from '#server/packet/read-packet.ts'
import { applicationId, pathOf } from './operands.ts'
import type { Command, Arguments, Operator } from './operator.ts'

export const PACKET_COMMANDS: Command[] = [
  {
    usage: 'applicant packet ID FILE [--blind] [--edition NUMBER]',
    about:
      'The decision on one applicant, sealed in the audit trail and signed: questions, answers, feedback, red flags, emails, timeline. FILE.zip for all of it in one file; any other name gives FILE.json and FILE.pdf.',
    options: {
      blind: { type: 'boolean', about: "for outside counsel: without the applicant's name, email and profile" },
      edition: { type: 'string', about: 'one that was sealed earlier; by default the packet as it is now' },
    },
    whileRunning: true,
    check: (given) => void [applicationId(given), parseEdition(given)],
    run: write,
  },
]

async function write(operator: Operator, given: Arguments): Promise<boolean> {
  const { db, files, env } = operator
  const base = pathOf(operator, baseOf(given.operands[1]!))
  const keys = await loadKeys(db, env.SECRET_KEY)
  const requested = { user_session_id: applicationId(given), isBlind: given.flags['blind'] === true, edition: parseEdition(given), actor: null }
  const { edition, zip, json, pdf } = await readPacket({ db, env, files, keys }, requested)
  const isZip = given.operands[1]!.endsWith('.zip')
  const written = isZip ? [[`${base}.zip`, zip] as const] : [[`${base}.json`, json] as const, [`${base}.pdf`, pdf] as const]
  for (const [path, content] of written) await writeFile(path, content, { mode: 0o600 }).catch(rejectUnwritable(path))
  operator.say(
    `Written: ${written.map(([path]) => path).join(' and ')}. Edition ${edition.edition}, sealed by audit row ${edition.audit_id}, signed with ${edition.fingerprint}`,
  )
  return true
}

function parseEdition({ flags }: Arguments): number | undefined {
  const { edition } = flags
  if (edition === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/u.test(String(edition))) throw new TypeError(`'${String(edition)}' isn't the number of an edition.`)
  return Number(edition)
}

const baseOf = (file: string) => file.replace(/\.(?:json|pdf|zip)$/iu, '')

export const PACKET_VERIFY = {
  usage: 'packet verify FILE [--key KEY] [--head ID:HASH] [--since ID:HASH]',
  about: `Proves a decision packet without a database or a network, and names what was changed. FILE: its ZIP, or its JSON with the PDF next to it.
--key: the key that must have signed it, as a fingerprint or as a saved /.well-known/rounds-keys.json.
--head: the last row of the audit trail when it was sealed, as the command that made it said.
--since: any row of the trail that left the installation earlier, as in an owner's email; it must be in the packet's trail unchanged.
Exit codes: 0 it's the sealed packet, 1 it isn't, 2 it couldn't be checked.`,
}

/** Returns 0 if the packet hasn't changed since it was sealed, 1 if it has, and 2 if it couldn't be checked. Problems go to `warn`. */
export async function provePacket(words: string[], { say, warn }: Pick<Operator, 'say' | 'warn'>): Promise<0 | 1 | 2> {
  let verdict: Verdict
  try {
    const { file, against } = await parseRequest(words)
    verdict = await describeVerdict(file, against)
  } catch (error) {
    warn((error as Error).message)
    return 2
  }
  const { faults, checked, unknown } = verdict
  if (faults.length === 0) for (const line of [...checked, ...unknown]) say(line)
  for (const line of faults) warn(line)
  return faults.length > 0 ? 1 : 0
}

async function parseRequest(words: string[]): Promise<{ file: string; against: VerifyAgainst }> {
  const options = { key: { type: 'string' }, head: { type: 'string' }, since: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true, strict: true })
  const [verb, file, ...more] = positionals
  if (verb !== 'verify' || !file || more.length > 0) throw new Error(`Usage: npm run cli -- ${PACKET_VERIFY.usage}`)
  for (const name of ['head', 'since'] as const)
    if (values[name] !== undefined && !/^\d+:[0-9a-f]{64}$/u.test(values[name])) throw new Error(`--${name} takes a row as ID:HASH, with a hash of 64 digits.`)
  const keys = values.key === undefined ? null : await parseKeys(values.key)
  return { file, against: { keys, head: values.head ?? null, knownRow: values.since ?? null } }
}

async function parseKeys(key: string): Promise<KnownKey[]> {
  if (/^[0-9a-f]{64}$/iu.test(key)) return [{ fingerprint: key.toLowerCase() }]
  const saved = await readFile(resolve(key), 'utf8').catch(() => {
    throw new Error(`--key takes a fingerprint of 64 digits, or a saved rounds-keys.json. ${key} is neither.`)
  })
  try {
    const { keys } = JSON.parse(saved) as { keys: { x: string; created_at: string; retired_at: string | null }[] }
    if (keys.length === 0) throw new Error('it has no keys')
    return keys.map(({ x, created_at, retired_at }) => ({ fingerprint: sha256(bytesOf(x)), created_at, retired_at }))
  } catch (error) {
    throw new Error(`${key} isn't a valid rounds-keys.json file: ${(error as Error).message}`, { cause: error })
  }
}

async function describeVerdict(file: string, against: VerifyAgainst): Promise<Verdict> {
  const base = resolve(baseOf(file))
  const packetFile = await firstExisting(/\.pdf$/iu.test(file) ? [`${base}.json`] : [resolve(file), `${base}.json`]).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} can't be read: ${error.code === 'ENOENT' ? 'there is no such file.' : error.message}`, { cause: error })
  })
  if (packetFile.subarray(0, 2).toString() === 'PK') return verifyZip(PROOFS, packetFile, against)
  const beside = await Promise.all([fileAt(`${base}.pdf`, PDF_FILE), fileAt(join(dirname(base), PAGE_FILE), PAGE_FILE)])
  return verifyPacket(PROOFS, { json: packetFile, files: beside.flat(), isWhole: false }, against)
}

/** Returns the first of these files that exists; a packet may have been renamed, or given without its extension. */
async function firstExisting([path, ...others]: string[]): Promise<Buffer> {
  return readFile(path!).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && others.length > 0) return firstExisting(others)
    throw error
  })
}

const fileAt = (path: string, name: string): Promise<ZipEntry[]> =>
  readFile(path).then(
    (content) => [{ name, content }],
    () => [],
  )

import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isHttps, isLoopback } from '#server/env-values.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import type { Command, Arguments, Operator } from '#server/operate/commands/operator.ts'
import { readCapped } from '#server/read-capped.ts'
import { VERSION } from '#server/version.ts'
import { readReleaseFile, releasesAfter, type Release } from './release-file.ts'

const MAX_BYTES = 1024 * 1024
const DOWNLOAD_TIMEOUT_MS = 10_000

export const UPGRADE: Command = {
  usage: 'upgrade --check PLACE --key FINGERPRINT',
  about: `Says which versions are newer than this one, what an operator must do for them and what they change, from a signed release file: a path or a URL.
Nothing is sent but the request for it, and Rounds never looks by itself. Installing a version: docs/operate.md, "Upgrade".`,
  options: {
    check: { type: 'string', about: 'the release file, such as releases.json or https://example.com/releases.json' },
    key: { type: 'string', about: "the fingerprint of the key that must have signed it: 64 digits, from the publisher, over another channel than the file's" },
  },
  whileRunning: false,
  check: (given) => void locationAndKey(given),
  run: printReleaseNotes,
  runApart: printReleaseNotes,
}

async function printReleaseNotes({ say, warn }: Pick<Operator, 'say' | 'warn'>, given: Arguments): Promise<boolean> {
  const { place, fingerprint } = locationAndKey(given)
  try {
    const statement = readReleaseFile(await textAt(place), fingerprint)
    const newer = releasesAfter(statement, VERSION)
    if (newer.length === 0) say(`This is ${VERSION}, and nothing newer is in the release file of ${statement.signed_at.slice(0, 10)}.`)
    for (const release of newer) for (const line of linesAbout(release)) say(line)
    return true
  } catch (error) {
    warn(sentenceOf(error))
    return false
  }
}

function linesAbout({ version, released, must_do, changes }: Release): string[] {
  const list = (title: string, all: string[]) => (all.length === 0 ? [] : [title, ...all.map((one) => `    - ${printable(one)}`)])
  return [`${version}, released on ${released}`, ...list('  What an operator must do:', must_do), ...list('  What changes:', changes)]
}

/** Strips control characters, because a terminal would interpret them. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

function locationAndKey({ flags }: Arguments): { place: string; fingerprint: string } {
  const { check, key } = flags
  if (typeof check !== 'string' || check === '') throw new TypeError('--check takes the path or the URL of a release file.')
  if (typeof key !== 'string' || !/^[0-9a-f]{64}$/i.test(key)) throw new TypeError('--key takes a fingerprint of 64 digits.')
  if (/^http:/i.test(check) && !(URL.canParse(check) && isLoopback(check))) throw new TypeError('The URL of a release file begins with https://.')
  return { place: check, fingerprint: key.toLowerCase() }
}

async function textAt(place: string): Promise<string> {
  const text = isHttps(place) || /^http:/i.test(place) ? await download(place) : await readFile(resolve(place))
  if (text === null) throw new Error('A release file has at most 1 MB.')
  return text
}

async function download(url: string): Promise<string | null> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${url} can't be read: ${sentenceOf(error.cause ?? error)}.`, { cause: error })
  })
  if (!response.ok) throw new Error(`${url} can't be read: the server returned ${response.status}.`)
  return readCapped(response, MAX_BYTES)
}

async function readFile(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} can't be read: ${error.code === 'ENOENT' ? 'there is no such file' : sentenceOf(error)}.`, { cause: error })
  })
  try {
    return (await file.stat()).size > MAX_BYTES ? null : await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

import { z } from 'zod'
import { canonicalJson } from '#contract/packet/canonical.ts'
import { PROOFS, sha256 } from '#server/packet/proofs.ts'

const VERSION_PATTERN = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/
const lines = z.array(z.string().max(2000)).max(1000)

/** A version, as described in its CHANGELOG.md section; `must_do` is what an operator must do. */
const Release = z.strictObject({ version: z.string().regex(VERSION_PATTERN), released: z.iso.date(), must_do: lines, changes: lines })
export type Release = z.infer<typeof Release>

/** What's signed, as canonical JSON (RFC 8785). */
const Statement = z.strictObject({ format: z.literal('rounds-releases/1'), signed_at: z.iso.datetime(), releases: z.array(Release).min(1).max(1000) })
export type Statement = z.infer<typeof Statement>

/** Ed25519, with key and signature in base64url, as in packets. */
const ReleaseFile = z.strictObject({ statement: Statement, public_key: z.string().max(100), signature: z.string().max(200) })

/** Returns the file's contents. Throws a one-sentence error unless the key with this fingerprint signed exactly that. */
export function readReleaseFile(text: string, fingerprint: string): Statement {
  const { statement, public_key, signature } = tryParse(text)
  const actual = sha256(Buffer.from(public_key, 'base64url'))
  if (actual !== fingerprint) throw new Error(`This release file is signed with another key (${actual}).`)
  if (!PROOFS.isSigned(public_key, Buffer.from(canonicalJson(statement)), signature)) throw new Error('This release file was changed after it was signed.')
  return statement
}

function tryParse(text: string): z.infer<typeof ReleaseFile> {
  try {
    return ReleaseFile.parse(JSON.parse(text))
  } catch (error) {
    throw new Error("This isn't a release file.", { cause: error })
  }
}

/** Returns the releases after this version, newest first. */
export function releasesAfter({ releases }: Statement, version: string): Release[] {
  return releases.filter((release) => compare(release.version, version) > 0).toSorted((one, other) => compare(other.version, one.version))
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = a!.findIndex((number, index) => number !== b![index])
  return at === -1 ? 0 : a![at]! - b![at]!
}

/** Parses a changelog's releases: each is a section such as `## 0.1.0, 2026-11-26`, with a list under `### What an operator must do`. */
export function parseReleases(changelog: string): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, version, released] = /^(\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})\n/.exec(section) ?? []
      if (!version || !released) return []
      const parts = section.split(/^### /m).slice(1)
      const isForOperators = (part: string) => part.startsWith('What an operator must do\n')
      const bullets = (some: string[]) => some.flatMap(parseBullets)
      return [{ version, released, must_do: bullets(parts.filter(isForOperators)), changes: bullets(parts.filter((part) => !isForOperators(part))) }]
    })
}

function parseBullets(part: string): string[] {
  return part
    .replace(/^#### .*$/gm, '')
    .split(/^- /m)
    .slice(1)
    .map((bullet) => bullet.replace(/\s+/g, ' ').trim())
}

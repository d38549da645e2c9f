import { createHash } from 'node:crypto'

export type Entry = Record<string, unknown>
export type Sections = Record<string, Entry[]>
/** A SHA-256 of the PDF and of every entry, so that a change can be pinpointed. The audit trail holds the hash of this. */
export type Contents = { sections: Record<string, string[]>; pdf: string }

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The same JSON for the same values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  )
}

export function contentsOf(sections: Sections, pdf: Uint8Array): Contents {
  const hashes = Object.entries(sections).map(([name, entries]) => [name, entries.map((entry) => sha256(canonical(entry)))] as const)
  return { sections: Object.fromEntries(hashes), pdf: sha256(pdf) }
}

export const digestOf = (contents: Contents) => sha256(canonical(contents))

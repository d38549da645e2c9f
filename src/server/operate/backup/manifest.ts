import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { VERSION } from '#server/version.ts'
import { openArchive, sha256, type Archive } from './archive.ts'

export const MANIFEST = 'manifest.json'
const Part = z.object({ path: z.string(), size: z.number(), sha256: z.string() })

/** An archive's contents. Rows are JSON, one per line, in parts of a few megabytes; files are numbered, and their keys are listed here. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The version of Rounds that made it. Missing from older backups. */
  version: z.string().nullable().default(null),
  made_at: z.iso.datetime({ offset: true }),
  /** The database's migrations, each identified by its timestamp. */
  migrations: z.array(z.number()),
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), rows: z.number(), parts: z.array(Part) })),
  sequences: z.array(z.object({ sequence: z.string(), last_value: z.string().nullable() })),
  files: z.array(Part.extend({ key: z.string() })),
  /** Keys that rows refer to but that weren't in the file store. */
  missing_files: z.array(z.string()),
  /** Keys of files that no longer match what was uploaded. Missing from older backups. */
  changed_files: z.array(z.string()).default([]),
  /** The audit trail's newest row; null if there's none. */
  audit_head: z.object({ audit_id: z.number(), hash: z.string() }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads an entire archive and compares every part with its checksum. Throws on the first mismatch. */
export async function openVerified(file: string | FileHandle, scratch: string): Promise<{ manifest: Manifest; archive: Archive }> {
  const archive = await openArchive(file, scratch)
  try {
    if (!archive.paths.includes(MANIFEST)) throw new Error("This isn't a backup of Rounds: it has no manifest.")
    const manifest = readManifest(await archive.read(MANIFEST))
    for (const { path, sha256: expected } of [...manifest.tables.flatMap((table) => table.parts), ...manifest.files]) {
      if (sha256(await archive.read(path)) !== expected) throw new Error(`The archive is damaged: ${path} isn't what was backed up.`)
    }
    return { manifest, archive }
  } catch (error) {
    await archive.close()
    throw error
  }
}

function readManifest(content: Buffer): Manifest {
  let contents: unknown
  try {
    contents = JSON.parse(content.toString())
  } catch {
    throw new Error("The archive is damaged: its manifest can't be read.")
  }
  const { format, version, tables } = (contents ?? {}) as { format?: unknown; version?: unknown; tables?: unknown }
  if (typeof format !== 'number' || !Array.isArray(tables)) throw new Error("This isn't a backup of Rounds: its manifest is from another product.")
  if (format > 1)
    throw new Error(
      `This backup is newer than this version of Rounds: ${typeof version === 'string' ? `Rounds ${version} made it` : 'it has a different format'}, and this is Rounds ${VERSION}.`,
    )
  const parsed = Manifest.safeParse(contents)
  if (!parsed.success) throw new Error('The archive is damaged: its manifest is incomplete.')
  return parsed.data
}

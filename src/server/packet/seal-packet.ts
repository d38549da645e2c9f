import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '#contract/packet/canonical.ts'
import {
  FORMAT,
  JSON_FILE,
  PAGE_FILE,
  PDF_FILE,
  SEALED_ACTION,
  type Manifest,
  type Packet,
  type SealReason,
  type Section,
  type Statement,
  type TrailRow,
} from '#contract/packet/format.ts'
import { packZip, type ZipEntry } from '#contract/packet/zip.ts'
import { hidesApplicant, recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Keys } from '#server/http/keys.ts'
import { listAuditRows, type AuditRow } from '#server/operate/audit/audit-store.ts'
import { rowDigest } from '#server/operate/audit/verify-audit.ts'
import { viewerOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { undoSeal } from '#server/versions/undo-seal.ts'
import { findCurrentStatus } from '#server/versions/version-store.ts'
import { findDue } from './due-store.ts'
import { packetPdf } from './packet-pdf.ts'
import { packetSections } from './packet-sections.ts'
import { findEdition, findFirstRow, insertEdition, isUndone, listSeals, lockForSealing, type Edition, type Seal } from './packet-store.ts'
import { sha256 } from './proofs.ts'
import { openSigner, type Signer } from './signing-key.ts'

export type Deps = Pick<Services, 'db' | 'env' | 'files' | 'keys'>
/** `actor` is the requester; null for the queue and the command line. */
export type PacketRequest = { user_session_id: number; isBlind: boolean; actor: StaffCaller | null }

type SealSubject = Pick<Manifest, 'user_session_id' | 'edition' | 'is_blind' | 'because' | 'status_change_id'>
type Draft = { manifest: Manifest; sections: Section[]; files: ZipEntry[]; seal: Seal; signer: Signer }

const BATCH_SIZE = 2000
const PAGE = join(import.meta.dirname, '../../../dist/verify/verify.html')

/**
 * Returns an application's current packet: the last sealed edition if nothing has changed since, or else a new one, which is built, sealed by a row
 * of the audit trail, signed and stored. If the process crashes partway, the seal has no packet, and the next attempt seals another edition.
 */
export async function sealPacket(services: Deps, requested: PacketRequest): Promise<Edition> {
  const { db, env, keys } = services
  const draft = await db.transaction(async (tx) => {
    await lockForSealing(tx, requested.user_session_id)
    const { hidesPronouns } = viewerOf(env, { identifiable: !requested.isBlind })
    const sections = await packetSections(tx, requested.user_session_id, { isBlind: requested.isBlind, time_zone: env.TIME_ZONE, hidesPronouns })
    return (await findSame(tx, requested, sections)) ?? draftPacket(tx, keys, { ...requested, sections })
  })
  return 'manifest' in draft ? storePacket(services, draft) : draft
}

/** Tests whether a packet can be made by sealing one in a transaction that's rolled back; nothing is stored. Returns its ZIP. */
export async function tryPacket(tx: Db, keys: Keys, user_session_id: number): Promise<Buffer> {
  const sections = await packetSections(tx, user_session_id, { isBlind: false, time_zone: 'UTC' })
  const draft = await draftPacket(tx, keys, { user_session_id, isBlind: false, actor: null, sections })
  return (await signPacket(tx, draft)).zip
}

async function findSame(tx: Db, { user_session_id, isBlind }: PacketRequest, sections: Section[]): Promise<Edition | null> {
  const last = (await listSeals(tx, user_session_id, isBlind)).at(-1)
  return last?.content_sha256 === sha256(canonicalJson(sections)) ? findEdition(tx, last.audit_id) : null
}

async function draftPacket(tx: Db, keys: Keys, { user_session_id, isBlind, actor, sections }: PacketRequest & { sections: Section[] }): Promise<Draft> {
  const last = (await listSeals(tx, user_session_id, isBlind)).at(-1)
  const packetFacts = { user_session_id, edition: (last?.edition ?? 0) + 1, is_blind: isBlind, ...(await reasonOf(tx, user_session_id)) }
  const signer = await openSigner(tx, keys)
  const pdf = await packetPdf(sections, { ...packetFacts, fingerprint: signer.fingerprint })
  const files = [{ name: PDF_FILE, content: pdf }, ...verifier()]
  const manifest = manifestOf(packetFacts, sections, files)
  const { edition, because, status_change_id } = packetFacts
  const hashes = { sha256: sha256(canonicalJson(manifest)), content_sha256: sha256(canonicalJson(sections)) }
  const facts = { edition, is_blind: isBlind, because, status_change_id, ...hashes }
  await recordAudit(tx, { actor, action: SEALED_ACTION, subject_kind: 'applicant', subject_id: user_session_id, facts })
  const seal = (await listSeals(tx, user_session_id, isBlind)).at(-1)!
  return { manifest, sections, files, seal, signer }
}

/** Returns the page that verifies packets, as built with this version of the app; empty during development. */
function verifier(): ZipEntry[] {
  return existsSync(PAGE) ? [{ name: PAGE_FILE, content: readFileSync(PAGE) }] : []
}

async function reasonOf(tx: Db, user_session_id: number): Promise<{ because: SealReason; status_change_id: number | null }> {
  const due = await findDue(tx, user_session_id)
  const current = await findCurrentStatus(tx, user_session_id)
  return { because: due?.because ?? 'requested', status_change_id: due?.status_change_id ?? current?.status_change_id ?? null }
}

function manifestOf(about: SealSubject, sections: Section[], files: ZipEntry[]): Manifest {
  return {
    ...about,
    sections: sections.map(({ name, entries }) => ({
      name,
      count: entries.length,
      sha256: sha256(canonicalJson(entries)),
      entries: entries.map((entry) => sha256(canonicalJson(entry))),
    })),
    files: files.map(({ name, content }) => ({ name, size_bytes: content.length, sha256: sha256(content) })),
  }
}

/** Signs what was sealed. The trail up to the seal can't change anymore, so it's read without a lock. */
async function signPacket(db: Db, { manifest, sections, files, seal, signer }: Draft): Promise<{ statement: Statement; zip: Buffer }> {
  const trail = await trailOf(db, manifest, seal)
  const statement: Statement = {
    format: FORMAT,
    manifest_sha256: sha256(canonicalJson(manifest)),
    trail_sha256: sha256(canonicalJson(trail)),
    head: `${seal.audit_id}:${seal.hash}`,
    sealed_at: seal.at,
    fingerprint: signer.fingerprint,
    public_key: signer.public_key,
  }
  const packet: Packet = { manifest, sections, trail, statement, signature: signer.sign(canonicalJson(statement)) }
  return { statement, zip: Buffer.from(packZip([{ name: JSON_FILE, content: Buffer.from(`${canonicalJson(packet)}\n`) }, ...files])) }
}

async function storePacket({ db, files }: Deps, draft: Draft): Promise<Edition> {
  const { statement, zip } = await signPacket(db, draft)
  const { user_session_id, edition, is_blind, because, status_change_id } = draft.manifest
  const storage_key = `packets/${user_session_id}/${randomUUID()}.zip`
  const { manifest_sha256, fingerprint, sealed_at } = statement
  const proved = { manifest_sha256, fingerprint, sealed_at, audit_id: draft.seal.audit_id, file_sha256: sha256(zip), size_bytes: zip.length }
  await files.put(storage_key, zip)
  const isKept = await db.transaction(async (tx) => {
    if (!(await insertEdition(tx, { user_session_id, edition, is_blind, because, status_change_id, storage_key, ...proved }))) return false
    if (status_change_id !== null && (await isUndone(tx, status_change_id))) await undoSeal(tx, null, { user_session_id, status_change_id })
    return true
  })
  if (isKept) return (await findEdition(db, draft.seal.audit_id))!
  await files.remove(storage_key)
  throw new Error(`Applicant with user_session_id=${user_session_id} was erased.`)
}

async function trailOf(db: Db, { user_session_id, is_blind }: Manifest, seal: Seal) {
  const first = await findFirstRow(db, user_session_id)
  const rows: TrailRow[] = []
  let previous_hash = ''
  for (let after = first - 1; after < seal.audit_id;) {
    const batch = await listAuditRows(db, after, Math.min(BATCH_SIZE, seal.audit_id - after))
    if (rows.length === 0) previous_hash = batch[0]!.previous_hash
    rows.push(...batch.map((row) => seenOf(row, user_session_id, is_blind)))
    after = batch.at(-1)!.audit_id
  }
  return { first, previous_hash, rows }
}

/**
 * Returns a row about this person with its facts, and any other row as just the hash of its content. A blind packet has only actions by staff: when
 * the candidate did something would reveal when they applied.
 */
function seenOf(row: AuditRow, user_session_id: number, isBlind: boolean): TrailRow {
  const { previous_hash: _, salt, personal, ...shown } = row
  const isAbout = row.subject_kind === 'applicant' && Number(row.subject_id) === user_session_id
  const isSeen = isAbout && !hidesApplicant(row) && (!isBlind || row.actor_id !== null || row.action.startsWith('packet.'))
  if (!isSeen) return rowDigest(row) ?? { hash: row.hash }
  return { ...shown, salt: isBlind ? null : salt, personal: isBlind ? null : personal }
}

import { Readable } from 'node:stream'
import { JSON_FILE, PDF_FILE } from '#contract/packet/format.ts'
import { unpackZip } from '#contract/packet/zip.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import { readIntact } from '#server/files/read-intact.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findEditionNumber, isShown, type Edition } from './packet-store.ts'
import { sealPacket, type Deps, type PacketRequest } from './seal-packet.ts'

export type PacketFiles = { edition: Edition; zip: Buffer; json: Buffer; pdf: Buffer }

/**
 * Returns an edition's files; by default, those of the current packet. Throws 404 if there's no such edition, 502 if the file is missing from storage
 * or has changed.
 */
export async function readPacket(services: Deps, { edition: number, ...requested }: PacketRequest & { edition?: number | undefined }): Promise<PacketFiles> {
  const { user_session_id, isBlind } = requested
  const edition =
    number === undefined ? await sealPacket(services, requested) : await findEditionNumber(services.db, user_session_id, { edition: number, isBlind })
  if (!edition) throw new HttpError(404, `This applicant's packet has no edition ${number}.`)
  const zip = await readIntact(services.files, { ...edition, sha256: edition.file_sha256 })
  if (typeof zip === 'string')
    throw new HttpError(502, zip === 'missing' ? 'The packet is missing from storage.' : "The packet can't be read: its file was changed in storage.")
  const files = new Map(unpackZip(zip)!.map(({ name, content }) => [name, Buffer.from(content)]))
  return { edition, zip, json: files.get(JSON_FILE)!, pdf: files.get(PDF_FILE)! }
}

const KINDS = { zip: 'application/zip', json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const
type PacketQuery = { id: number; blind: boolean; edition?: number | undefined; format: keyof typeof KINDS }

/**
 * Returns one file of a packet, sealing it first if anything has changed since the last seal; HEAD doesn't seal. Throws 404 for an applicant the caller can't see; 403
 * while the caller's own interview feedback is pending. Auditors always get blind packets.
 */
export async function downloadPacket(services: Deps, caller: StaffCaller, { id, edition: number, format, ...query }: PacketQuery) {
  const { db } = services
  const isBlind = query.blind || !caller.roles.includes('admin')
  if (!(await isShown(db, id))) throw new HttpError(404, `Applicant with user_session_id=${id} was not found`)
  await rejectBeforeOwnFeedback(db, caller, id)
  const shown = { type: KINDS[format], name: `packet-${id}${isBlind ? '-blind' : ''}.${format}` }
  // HEAD seals nothing, so the length of a packet that isn't sealed yet stays unknown.
  if (caller.isHead && number === undefined) return { ...shown, content: Readable.from([]) }
  const { edition, ...files } = await readPacket(services, { user_session_id: id, isBlind, actor: caller, edition: number })
  const facts = { format, is_blind: isBlind, edition: edition.edition, sealed_by: edition.audit_id }
  await recordRead(db, caller, { action: 'packet.downloaded', subject_kind: 'applicant', subject_id: id, facts })
  return { ...shown, content: files[format] }
}

import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { type AuditRow, listAuditRows } from '#server/operate/audit/audit-store.ts'
import { findKnown } from '#server/people/find-known.ts'
import { NO_ONE, viewOf, type View } from '#server/people/view-of.ts'
import { readAllAbout } from '#server/people/personal-store.ts'
import { packetPdf } from './packet-pdf.ts'
import { findFirstRow, findSeal, listStaff, PACKET_MADE } from './packet-store.ts'
import { canonical, contentsOf, digestOf, type Contents, type Entry, type Sections } from './seal.ts'

export type Packet = { format: 1; user_session_id: number; is_blind: boolean; sections: Sections; contents: Contents; sha256: string; trail: AuditRow[] }

/** `actor`: who requests it; null on the command line. */
export type PacketWish = { user_session_id: number; isBlind: boolean; actor: StaffCaller | null }
/** `head`: the id and hash of the row that sealed it. */
export type SealedPacket = { json: string; pdf: Buffer; head: string }

/** What a packet contains, in page order. Sign-ins, network addresses and technical records aren't part of a decision. */
const SHOWN = ['application', 'answers', 'resumes', 'interviews', 'interview_feedback', 'hiring_decisions', 'status_changes', 'emails']

/**
 * One applicant's decision as JSON and PDF, sealed by a row of the audit trail with the hash of both. If nothing has changed since the last
 * packet, the bytes are the same. The trail runs from the first row about the applicant to the seal, on which every later hash builds.
 */
export async function makePacket(db: Db, { user_session_id, isBlind, actor }: PacketWish): Promise<SealedPacket> {
  return db.transaction(async (tx) => {
    const sections = await sectionsOf(tx, user_session_id, isBlind)
    const pdf = await packetPdf(sections, isBlind)
    const contents = contentsOf(sections, pdf)
    const sha256 = digestOf(contents)
    const seal = (await findSeal(tx, user_session_id, sha256)) ?? (await putSeal(tx, { user_session_id, isBlind, actor }, sha256))
    const first = await findFirstRow(tx, user_session_id)
    const rows = await listAuditRows(tx, first - 1, seal - first + 1)
    const trail = rows.map((row) =>
      isBlind || row.subject_kind !== 'applicant' || Number(row.subject_id) !== user_session_id ? { ...row, salt: null, personal: null } : row,
    )
    const packet: Packet = { format: 1, user_session_id, is_blind: isBlind, sections, contents, sha256, trail }
    return { json: `${canonical(packet)}\n`, pdf, head: `${seal}:${rows.at(-1)!.hash}` }
  })
}

async function putSeal(tx: Db, { user_session_id, isBlind, actor }: PacketWish, sha256: string): Promise<number> {
  await recordAudit(tx, { actor, action: PACKET_MADE, subject_kind: 'applicant', subject_id: user_session_id, facts: { sha256, is_blind: isBlind } })
  return (await findSeal(tx, user_session_id, sha256))!
}

async function sectionsOf(tx: Db, user_session_id: number, isBlind: boolean): Promise<Sections> {
  const all = await readAllAbout(tx, user_session_id)
  const [application] = all['application'] ?? []
  if (!application) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
  const shown = SHOWN.map((name) => [name, (all[name] ?? []).map((row) => without(row, isBlind ? [...INTERNAL, ...REVEALING] : INTERNAL))] as const)
  const staff = await listStaff(tx, [...new Set(shown.flatMap(([, rows]) => rows.flatMap(staffIn)))])
  const sections: Sections = Object.fromEntries([...shown, ['staff', staff]])
  return isBlind
    ? blinded(sections, viewOf((await findKnown(tx, user_session_id, 'everyone')) ?? NO_ONE, { identifiable: false, hidesPronouns: false }))
    : sections
}

const INTERNAL = ['storage_key', 'email_key', 'linkedin_key', 'name_key', 'device_info', 'leased_until', 'message_id']
/** Left out: the address and name in other spellings, which a mask may not recognize, and an email's HTML and calendar file, which repeat its text. */
const REVEALING = ['html', 'calendar', 'to_address', 'to_name']
const without = (row: Entry, names: string[]): Entry => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

const staffIn = (row: Entry): number[] =>
  Object.entries(row).flatMap(([name, value]) => (/(?:user_id|staff_account_id|_by)$/u.test(name) && typeof value === 'number' ? [value] : []))

/** For outside counsel: nothing in it identifies the applicant. The staff who decided are named, unless they have the applicant's name. */
function blinded({ staff = [], ...sections }: Sections, { hideAll, nameless }: View): Sections {
  return { ...hideAll(sections), staff: staff.map((one) => ({ ...one, email: nameless(String(one['email'])) })) }
}

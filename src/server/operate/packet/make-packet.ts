import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { type AuditRow, listAuditRows } from '#server/operate/audit/audit-store.ts'
import { readAllAbout } from '#server/people/personal-store.ts'
import { disguise } from '#server/rationale/mask/disguise.ts'
import { nameReplacement } from '#server/rationale/mask/names.ts'
import { packetPdf } from './packet-pdf.ts'
import { findFirstRow, findSeal, listStaff, PACKET_MADE } from './packet-store.ts'
import { canonical, contentsOf, digestOf, type Contents, type Entry, type Sections } from './seal.ts'

export type Packet = { format: 1; user_session_id: number; is_blind: boolean; sections: Sections; contents: Contents; sha256: string; trail: AuditRow[] }

/** What a packet shows, in the order of its pages. Sign-ins, addresses and machinery aren't part of a decision. */
const SHOWN = ['application', 'answers', 'resumes', 'interviews', 'interview_feedback', 'hiring_decisions', 'status_changes', 'emails']

/**
 * One applicant's decision as JSON and PDF, sealed by a row of the audit trail that holds the hash of both. Nothing changed since the last
 * packet: the same bytes again. The trail goes from the first row about the applicant to the seal, whose hash every later head builds on.
 */
export async function makePacket(db: Db, user_session_id: number, isBlind: boolean): Promise<{ json: string; pdf: Buffer; head: string }> {
  return db.transaction(async (tx) => {
    const sections = await sectionsOf(tx, user_session_id, isBlind)
    const pdf = await packetPdf(sections, isBlind)
    const contents = contentsOf(sections, pdf)
    const sha256 = digestOf(contents)
    const seal = (await findSeal(tx, user_session_id, sha256)) ?? (await putSeal(tx, user_session_id, { sha256, is_blind: isBlind }))
    const first = await findFirstRow(tx, user_session_id)
    const rows = await listAuditRows(tx, first - 1, seal - first + 1)
    const trail = rows.map((row) =>
      isBlind || row.subject_kind !== 'applicant' || Number(row.subject_id) !== user_session_id ? { ...row, salt: null, personal: null } : row,
    )
    const packet: Packet = { format: 1, user_session_id, is_blind: isBlind, sections, contents, sha256, trail }
    return { json: `${canonical(packet)}\n`, pdf, head: `${seal}:${rows.at(-1)!.hash}` }
  })
}

async function putSeal(tx: Db, user_session_id: number, facts: { sha256: string; is_blind: boolean }): Promise<number> {
  await recordAudit(tx, { actor: null, action: PACKET_MADE, subject_kind: 'applicant', subject_id: user_session_id, facts })
  return (await findSeal(tx, user_session_id, facts.sha256))!
}

async function sectionsOf(tx: Db, user_session_id: number, isBlind: boolean): Promise<Sections> {
  const all = await readAllAbout(tx, user_session_id)
  const [application] = all['application'] ?? []
  if (!application) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
  const shown = SHOWN.map((name) => [name, (all[name] ?? []).map(withoutFiles)] as const)
  const staff = await listStaff(tx, [...new Set(shown.flatMap(([, rows]) => rows.flatMap(staffIn)))])
  const sections: Sections = Object.fromEntries([...shown, ['staff', staff]])
  return isBlind ? blinded(sections, identityOf(application)) : sections
}

const withoutFiles = (row: Entry): Entry => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'storage_key'))

const staffIn = (row: Entry): number[] =>
  Object.entries(row).flatMap(([name, value]) => (/(?:user_id|staff_account_id|_by)$/u.test(name) && typeof value === 'number' ? [value] : []))

const identityOf = ({ first_name, last_name, email, linkedin_profile_url }: Entry) =>
  [first_name, last_name, email, linkedin_profile_url].filter((one) => typeof one === 'string' && one !== '') as string[]

/** For outside counsel: whoever reads it doesn't learn who the applicant is, in any column or sentence. */
function blinded(sections: Sections, names: string[]): Sections {
  const replacement = nameReplacement(names, '[candidate]')
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return replacement ? disguise(value, [replacement]).text : value
    if (Array.isArray(value)) return value.map(masked)
    return value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)])) : value
  }
  return masked(sections) as Sections
}

import { whatIsBroken } from '#server/operate/audit/verify-audit.ts'
import type { Packet } from './make-packet.ts'
import { canonical, digestOf, sha256 } from './seal.ts'

/** What changed in a packet since it was sealed, one sentence each; empty if nothing did. Needs no database. `head`: a row from a backup or a log. */
export function verifyPacket(packet: Packet, pdf: Uint8Array | null, head: string | null): string[] {
  return [...changedEntries(packet), ...changedSeal(packet), ...changedTrail(packet), ...changedPdf(packet, pdf), ...otherHead(packet, head)]
}

function changedEntries({ sections, contents }: Packet): string[] {
  const names = [...new Set([...Object.keys(sections), ...Object.keys(contents.sections)])]
  return names.flatMap((name) => {
    const now = (sections[name] ?? []).map((entry) => sha256(canonical(entry)))
    const then = contents.sections[name] ?? []
    if (now.length !== then.length) return [`${name}: ${then.length} entries were sealed, ${now.length} are here.`]
    return now.flatMap((hash, i) => (hash === then[i] ? [] : [`${name}, entry ${i + 1} was changed.`]))
  })
}

function changedSeal({ contents, sha256: digest, trail, user_session_id }: Packet): string[] {
  const seal = trail.at(-1)
  if (!seal) return ['The audit trail is missing.']
  const { sha256: sealed } = JSON.parse(seal.facts) as { sha256?: string }
  if (seal.action !== 'packet.made' || Number(seal.subject_id) !== user_session_id) return ["The audit trail doesn't end at the seal of this packet."]
  return digestOf(contents) === digest && digest === sealed ? [] : ["The list of hashes isn't the one that the audit trail sealed."]
}

function changedTrail({ trail }: Packet): string[] {
  const [first] = trail
  let before = first && { ...first, audit_id: first.audit_id - 1, hash: first.previous_hash }
  for (const row of trail) {
    const because = whatIsBroken(row, before)
    if (because) return [`Audit row ${row.audit_id}: ${because}.`]
    before = row
  }
  return []
}

function changedPdf({ contents }: Packet, pdf: Uint8Array | null): string[] {
  if (!pdf) return ['The PDF of the packet is missing.']
  return sha256(pdf) === contents.pdf ? [] : ['The PDF was changed.']
}

function otherHead({ trail }: Packet, head: string | null): string[] {
  if (head === null) return []
  return trail.some((row) => `${row.audit_id}:${row.hash}` === head) ? [] : [`No row of the trail is ${head}.`]
}

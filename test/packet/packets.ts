import assert from 'node:assert/strict'
import { canonicalJson } from '#contract/packet/canonical.ts'
import type { Packet } from '#contract/packet/format.ts'
import { verifyZip, type VerifyAgainst, type Verdict } from '#contract/packet/verify.ts'
import { packZip, unpackZip } from '#contract/packet/zip.ts'
import { createHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { PROOFS } from '#server/packet/proofs.ts'
import { PROOFS as PAGE_PROOFS } from '#web/packet/proofs.ts'
import { readPacket } from '#server/packet/read-packet.ts'
import { makeCandidate, makeInterviewer, writeFeedback, type Interviewing } from '#test/interviewing.ts'
import type { Actor, TestApp } from '#test/setup/app.ts'

export const OWNS_MISTAKE = 'Quintessa owned the mistake at once.'
export const NO_EVIDENCE: VerifyAgainst = { keys: null, head: null, knownRow: null }

/** Creates an applicant with feedback and one decided red flag. */
export async function makeDecided(app: TestApp, admin: Actor, by?: Interviewing): Promise<number> {
  const user_session_id = await makeCandidate(app, 2, { first_name: 'Quintessa', last_name: 'Overbrook', email: 'quintessa.overbrook@example.com' })
  await writeFeedback(app, by ?? (await makeInterviewer(app)), {
    user_session_id,
    ref_interview_id: 1,
    texts: [OWNS_MISTAKE, 'Calm under pressure, a fiancé’s illness aside.'],
  })
  const flag = { user_session_id, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.' }
  for (const fgl_ref_red_flag_id of [1, 2]) await app.call(createHiringDecisionDetail, { ...flag, fgl_ref_red_flag_id }, admin)
  return user_session_id
}

export const packetOf = (app: TestApp, user_session_id: number, isBlind = false) => readPacket(app.services, { user_session_id, isBlind, actor: null })

export const packetIn = (zip: Uint8Array) => JSON.parse(Buffer.from(unpackZip(zip)![0]!.content).toString()) as Packet

/** Changes a packet and zips it the way Rounds does. */
export function repack(zip: Uint8Array, change: (packet: Packet) => void): Buffer {
  const [, ...files] = unpackZip(zip)!
  const packet = packetIn(zip)
  change(packet)
  return Buffer.from(packZip([{ name: 'packet.json', content: Buffer.from(`${canonicalJson(packet)}\n`) }, ...files]))
}

/** Returns the verdict of `packet verify`; throws if `verify.html` disagrees. */
export function verdictOn(zip: Uint8Array, against: Partial<VerifyAgainst> = {}): Verdict {
  const [verdict, other] = [PROOFS, PAGE_PROOFS].map((proofs) => verifyZip(proofs, zip, { ...NO_EVIDENCE, ...against })) as [Verdict, Verdict]
  assert.deepEqual(other, verdict)
  return verdict
}

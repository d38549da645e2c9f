import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applicationId, pathOf } from './operands.ts'
import type { Command, Given, Operator } from './operator.ts'
import { makePacket, type Packet } from '#server/packet/make-packet.ts'
import { verifyPacket } from '#server/packet/verify-packet.ts'

export const PACKET_COMMANDS: Command[] = [
  {
    usage: 'applicant packet ID FILE [--blind]',
    about: 'The decision on one applicant as FILE.json and FILE.pdf, sealed in the audit trail: questions, answers, feedback, red flags, emails, timeline.',
    options: { blind: { type: 'boolean', about: "for outside counsel: without the applicant's name, email and profile" } },
    whileRunning: true,
    check: applicationId,
    run: write,
  },
]

async function write(operator: Operator, given: Given): Promise<boolean> {
  const base = pathOf(operator, baseOf(given.operands[1]!))
  const { json, pdf, head } = await makePacket(operator.db, {
    user_session_id: applicationId(given),
    isBlind: given.flags['blind'] === true,
    actor: null,
  })
  await writeFile(`${base}.json`, json, { mode: 0o600 })
  await writeFile(`${base}.pdf`, pdf, { mode: 0o600 })
  operator.say(`Written: ${base}.json and ${base}.pdf. Sealed by audit row ${head}`)
  return true
}

const baseOf = (file: string) => file.replace(/\.(?:json|pdf)$/u, '')

export const PACKET_VERIFY = {
  usage: 'packet verify FILE [--head ID:HASH]',
  about: 'Proves a decision packet without a database, and names what was changed. --head: a row of the audit trail as a backup or a log said it.',
}

/** True if the packet is unchanged since it was sealed. */
export async function verifyPacketFile(file: string, head: string | null, say: (line: string) => void): Promise<boolean> {
  const base = resolve(baseOf(file))
  const packet = JSON.parse(await readFile(`${base}.json`, 'utf8')) as Packet
  const pdf = await readFile(`${base}.pdf`).catch(() => null)
  const faults = verifyPacket(packet, pdf, head)
  for (const fault of faults) say(fault)
  const seal = packet.trail.at(-1)
  if (faults.length === 0) {
    say(`The packet of application ${packet.user_session_id} is as it was sealed at ${seal!.at}.`)
    say(`Compare with the installation: audit row ${seal!.audit_id}:${seal!.hash}`)
  }
  return faults.length === 0
}

import { afterAll, expect, test } from 'vitest'
import { createHiringDecisionDetail } from '#contract/red-flags.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { makePacket, type Packet } from './make-packet.ts'
import { verifyPacket } from './verify-packet.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)

async function decided() {
  const user_session_id = await makeCandidate(app, 2, { first_name: 'Quintessa', last_name: 'Overbrook', email: 'quintessa.overbrook@example.com' })
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: ['Quintessa owned the mistake at once.'] })
  await app.call(createHiringDecisionDetail, { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.' }, admin)
  return user_session_id
}

const read = (json: string) => JSON.parse(json) as Packet

test('a packet is the same bytes twice, holds the decision, and proves itself without the database', async () => {
  const id = await decided()
  const first = await makePacket(app.db, id, false)
  const second = await makePacket(app.db, id, false)
  expect(second.json).toBe(first.json)
  expect(second.pdf.equals(first.pdf)).toBe(true)

  const packet = read(first.json)
  expect(packet.sections['interview_feedback']).toEqual([expect.objectContaining({ interviewer_feedback: 'Quintessa owned the mistake at once.' })])
  expect(packet.sections['hiring_decisions']).toEqual([expect.objectContaining({ fgl_rationale: 'Owns mistakes.', decided: true, reviewed: true })])
  expect(packet.sections['staff']).toContainEqual({ staff_account_id: admin.staff_account_id, email: app.env.ADMIN_EMAILS[0] })
  expect(verifyPacket(packet, first.pdf, first.head)).toEqual([])
})

test('what was changed afterwards is named', async () => {
  const { json, pdf } = await makePacket(app.db, await decided(), false)
  const after = (change: (packet: Packet) => void) => {
    const packet = read(json)
    change(packet)
    return verifyPacket(packet, pdf, null)
  }
  expect(after((one) => (one.sections['interview_feedback']![0]!['interviewer_feedback'] = 'Blamed everyone.'))).toEqual([
    'interview_feedback, entry 1 was changed.',
  ])
  expect(after((one) => one.sections['hiring_decisions']!.pop())).toEqual(['hiring_decisions: 1 entries were sealed, 0 are here.'])
  expect(after((one) => (one.contents.pdf = '0'.repeat(64)))).toEqual(["The list of hashes isn't the one that the audit trail sealed.", 'The PDF was changed.'])
  expect(after((one) => (one.trail[0]!.facts = '{}'))).toEqual([expect.stringMatching(/^Audit row \d+: it was changed after it was written\.$/)])
  expect(verifyPacket(read(json), Buffer.from('another'), null)).toEqual(['The PDF was changed.'])
  expect(verifyPacket(read(json), pdf, `1:${'0'.repeat(64)}`)).toEqual([expect.stringContaining('No row of the trail is 1:')])
})

test("a blind packet tells nobody's name, and proves itself as well", async () => {
  const { json, pdf } = await makePacket(app.db, await decided(), true)
  expect(json).not.toMatch(/quintessa|overbrook/iu)
  expect(json).toContain('[candidate] owned the mistake at once.')
  expect(verifyPacket(read(json), pdf, null)).toEqual([])
})

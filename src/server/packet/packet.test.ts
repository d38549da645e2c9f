import { afterAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit-trail.ts'
import { readPacketPdf } from '#contract/packet.ts'
import { createHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { makeStaff } from '#test/making-staff.ts'
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

const asked = (user_session_id: number) => ({ user_session_id, isBlind: false, actor: null })
const read = (json: string) => JSON.parse(json) as Packet

test('a packet is the same bytes twice, contains the decision, and can be verified without the database', async () => {
  const id = await decided()
  const first = await makePacket(app.db, asked(id))
  const second = await makePacket(app.db, asked(id))
  expect(second.json).toBe(first.json)
  expect(second.pdf.equals(first.pdf)).toBe(true)

  const packet = read(first.json)
  expect(packet.sections['interview_feedback']).toEqual([expect.objectContaining({ interviewer_feedback: 'Quintessa owned the mistake at once.' })])
  expect(packet.sections['hiring_decisions']).toEqual([expect.objectContaining({ fgl_rationale: 'Owns mistakes.', decided: true, reviewed: true })])
  expect(packet.sections['staff']).toContainEqual({ staff_account_id: admin.staff_account_id, email: app.env.ADMIN_EMAILS[0] })
  expect(verifyPacket(packet, first.pdf, first.head)).toEqual([])
})

test('later changes are detected', async () => {
  const { json, pdf } = await makePacket(app.db, asked(await decided()))
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

test('a blind packet names no one, and can be verified too', async () => {
  const { json, pdf } = await makePacket(app.db, { ...asked(await decided()), isBlind: true })
  expect(json).not.toMatch(/quintessa|overbrook/iu)
  expect(json).toContain('[name] owned the mistake at once.')
  expect(verifyPacket(read(json), pdf, null)).toEqual([])
})

const download = (id: number, file: string, token: string) =>
  app.fastify.inject({ method: 'GET', url: `/api/applicants/${id}/${file}`, headers: { authorization: `Bearer ${token}` } })

test('an owner downloads both files; together they can be verified, and each download is in the audit trail', async () => {
  const id = await decided()
  const pdf = await download(id, 'packet.pdf', admin.token)
  const json = await download(id, 'packet.json', admin.token)
  expect(pdf.headers['content-disposition']).toBe(`attachment; filename="packet-${id}.pdf"`)
  expect(verifyPacket(read(json.body), pdf.rawPayload, null)).toEqual([])
  expect((await download(id, 'packet.pdf', admin.token)).rawPayload.equals(pdf.rawPayload)).toBe(true)

  const { body } = await app.call(listAudit, { user_session_id: id, action: 'packet.downloaded' }, admin)
  expect(body.map((row) => [row.facts['format'], row.facts['sealed_by']])).toEqual(
    ['pdf', 'json', 'pdf'].map((format) => [format, read(json.body).trail.at(-1)!.audit_id]),
  )
})

test('an auditor downloads a blind packet; an applicant who may not be shown has none', async () => {
  const auditor = await makeStaff(app, 'auditor')
  const id = await decided()
  const { body } = await download(id, 'packet.json?blind=true', auditor.token)
  expect(read(body)).toMatchObject({ user_session_id: id, is_blind: true })
  expect(body).not.toMatch(/quintessa|overbrook/iu)
  expect((await app.call(readPacketPdf, { id: 999_999 }, admin)).status).toBe(404)
})

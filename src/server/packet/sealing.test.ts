import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit-trail.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { writeNote } from '#contract/applicants/collaboration.ts'
import { readPacketPdf, readPacketZip } from '#contract/packet/packet.ts'
import { listHiringDecisionDetails, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { REJECTED, REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { packet_due, packet_edition } from '#server/db/tables.ts'
import { openPdfReader } from '#server/files/pdf-text/read-pdf-text.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeDecided, packetIn, packetOf, verdictOn } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'
import { sealNext } from './seal-due.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
const reader = openPdfReader()
afterAll(async () => {
  reader.close()
  await app.close()
})
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const decided = () => makeDecided(app, admin, ivo)
const move = (user_session_id: number, ref_application_status_id: number) => app.call(updateStatus, { user_session_id, ref_application_status_id }, admin)
const editionsOf = (id: number) => app.db.select().from(packet_edition).where(eq(packet_edition.user_session_id, id)).orderBy(asc(packet_edition.audit_id))
const sealsOf = async (id: number) =>
  (await editionsOf(id)).map(({ edition, is_blind, because, undone_at }) => [edition, is_blind, because, undone_at !== null])
const isDue = async (id: number) => (await app.db.$count(packet_due, eq(packet_due.user_session_id, id))) > 0

test('a final decision is sealed automatically, both with names and blind, and resealed and marked when something is added later', async () => {
  const id = await decided()
  expect(await sealNext(app.services)).toBe(false)
  await move(id, REJECTED_AFTER_A)
  expect(await sealNext(app.services)).toBe(true)
  expect(await sealNext(app.services)).toBe(false)
  const decision = [
    [1, false, 'decided', false],
    [1, true, 'decided', false],
  ]
  expect(await sealsOf(id)).toEqual(decision)
  expect(new Set((await editionsOf(id)).map((one) => one.status_change_id))).not.toContain(null)

  await app.call(writeNote, { id, note_text: 'Wrote to thank us.' }, admin)
  expect(await sealNext(app.services)).toBe(true)
  expect(await sealsOf(id)).toEqual([...decision, [2, false, 'added', false], [2, true, 'added', false]])
  const pdf = await app.fastify.inject({ method: 'GET', url: `/api/applicants/${id}/packet.pdf`, headers: { authorization: `Bearer ${admin.token}` } })
  const pages = (await reader.read(pdf.rawPayload)).replace(/\s+/g, ' ')
  expect(pages).toContain('Edition 2: sealed again because something was added after the decision.')
  expect(pages).toMatch(/Note by \S+, [^.]+\. Added after the decision\. Wrote to thank us\./)

  const earlier = await app.call(readPacketZip, { id, edition: 1 }, admin)
  expect(earlier.headers['content-length']).toBe(String((await editionsOf(id))[0]!.size_bytes))
  expect(await app.call(readPacketPdf, { id, edition: 9 }, admin)).toMatchObject({ status: 404, body: { detail: "This applicant's packet has no edition 9." } })
})

test('pages list what changed after a decision, what it said before, and the order in which everything happened', async () => {
  const id = await decided()
  const { body } = await app.call(listHiringDecisionDetails, { user_session_id: id, fgl_ref_red_flag_id: 1 }, admin)
  const { fgl_hiring_decision_detail_id } = body[0]!
  const change = (fgl_rationale: string) =>
    app.call(
      updateHiringDecisionDetail,
      { fgl_hiring_decision_detail_id, user_session_id: id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale },
      admin,
    )
  await change('Owns every mistake.')
  await move(id, REJECTED_AFTER_A)
  await change('')
  expect(await sealNext(app.services)).toBe(true)
  const { pdf } = await packetOf(app, id)
  const pages = (await reader.read(pdf)).replace(/\s+/g, ' ')
  expect(pages).toContain('Rationale None. Added after the decision. When decided: Absent. Owns every mistake.')
  const flag = 'Rationale on “Blames others instead of owning mistakes”'
  const order = [`${flag} `, `${flag}, changed `, '→ Rejected After Interview A', `${flag}, changed. Added after the decision`]
  const places = order.map((what) => pages.indexOf(what, pages.indexOf(' Timeline ')))
  expect(places.every((at, i) => at > (places[i - 1] ?? 0))).toBe(true)
  expect(pages).toMatch(/mistakes”, version 2 [^“]*Read for the decision “Rejected After Interview A” Absent\. Owns every mistake\./)
})

test('a rejection before interviews is sealed as soon as its email is sent', async () => {
  const id = await decided()
  await move(id, REJECTED)
  expect(await isDue(id)).toBe(false)
  const email = { candidate_info: { user_session_id: id }, subject: 'Your application', html: '<p>Not this time.</p>' }
  expect((await app.call(sendCandidateEmail, email, admin)).status).toBe(202)
  await app.outbox.sendDue()
  expect(await sealNext(app.services)).toBe(true)
  expect((await sealsOf(id))[0]).toEqual([1, false, 'email sent', false])
})

test('undoing a decision keeps its packet and marks it as undone there and in the trail, even if the undo happens during sealing', async () => {
  for (const isDuring of [false, true]) {
    const id = await decided()
    const { undo_token } = (await move(id, REJECTED_AFTER_A)).body
    const undo = () => app.call(undoStatus, { undo_token: undo_token! }, admin)
    let isUndone = false
    const put: typeof app.services.files.put = async (key, content) => {
      if (isDuring && !isUndone) isUndone = (await undo()).status === 200
      await app.services.files.put(key, content)
    }
    await sealNext({ ...app.services, files: { ...app.services.files, put } })
    if (!isDuring) await undo()
    expect((await sealsOf(id))[0]).toEqual([1, false, 'decided', true])
    const { body } = await app.call(listAudit, { user_session_id: id, action: 'packet.undone' }, admin)
    expect(body.map((row) => row.facts['edition'])).toContain(1)
    const zip = (await app.services.files.read((await editionsOf(id))[0]!.storage_key))!
    expect(verdictOn(zip).faults).toEqual([])
  }
})

test('if storage fails, the decision stays pending and is sealed once storage works again', async () => {
  const id = await decided()
  await move(id, REJECTED_AFTER_A)
  const broken = { ...app.services.files, put: () => Promise.reject(new Error('no space')) }
  await expect(sealNext({ ...app.services, files: broken })).rejects.toThrow('no space')
  expect([await sealsOf(id), await isDue(id), await sealNext(app.services)]).toEqual([[], true, false])
  await app.db.execute(sql`update packet_due set due_at = now()`)
  await Promise.all([sealNext(app.services), sealNext(app.services)])
  expect([(await sealsOf(id)).length, await isDue(id)]).toEqual([2, false])
  const [first] = await editionsOf(id)
  expect(packetIn((await app.services.files.read(first!.storage_key))!).manifest.edition).toBe(2)
})

test('anything added while a packet is being sealed is included in the next one', async () => {
  const id = await decided()
  await move(id, REJECTED_AFTER_A)
  let isAdded = false
  const put: typeof app.services.files.put = async (key, content) => {
    if (!isAdded) isAdded = (await app.call(writeNote, { id, note_text: 'Meanwhile.' }, admin)).status < 300
    await app.services.files.put(key, content)
  }
  await sealNext({ ...app.services, files: { ...app.services.files, put } })
  expect(await isDue(id)).toBe(true)
  await sealNext(app.services)
  const last = (await editionsOf(id)).findLast((one) => !one.is_blind)!
  expect(JSON.stringify(packetIn((await app.services.files.read(last.storage_key))!).sections)).toContain('Meanwhile.')
  expect(await isDue(id)).toBe(false)
})

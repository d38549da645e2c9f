import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit-trail.ts'
import { requestAccommodation } from '#contract/candidate/candidate.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { readPacketPdf, readPacketZip } from '#contract/packet/packet.ts'
import { updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { sweepFiles } from '#server/operate/privacy/sweep-files.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeDecided, OWNS_MISTAKE, packetIn, packetOf, verdictOn } from '#test/packet/packets.ts'
import { openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { rotateSigningKey } from './signing-key.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const decided = () => makeDecided(app, admin, ivo)
const entriesOf = (zip: Buffer, name: string) => packetIn(zip).sections.find((section) => section.name === name)!.entries

test('a packet has the same bytes until something changes, contains the decision, and verifies on its own', async () => {
  const id = await decided()
  const first = await packetOf(app, id)
  expect((await packetOf(app, id)).zip.equals(first.zip)).toBe(true)
  expect(entriesOf(first.zip, 'interview_feedback')[0]).toMatchObject({ interviewer_feedback: OWNS_MISTAKE })
  expect(entriesOf(first.zip, 'hiring_decisions')[0]).toMatchObject({ fgl_rationale: 'Owns mistakes.', decided: true, reviewed: true })
  expect(entriesOf(first.zip, 'staff')).toContainEqual({ staff_account_id: admin.staff_account_id, email: app.env.ADMIN_EMAILS[0] })
  expect(verdictOn(first.zip).faults).toEqual([])

  const { fgl_hiring_decision_detail_id } = entriesOf(first.zip, 'hiring_decisions')[0] as { fgl_hiring_decision_detail_id: number }
  const row = { fgl_hiring_decision_detail_id, user_session_id: id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'Blames no one.' }
  await app.call(updateHiringDecisionDetail, row, admin)
  const second = await packetOf(app, id)
  expect(second.edition.edition).toBe(2)
  expect(entriesOf(second.zip, 'versions').map((one) => one['text'])).toEqual(['Absent. Owns mistakes.', 'Absent. Blames no one.'])
  expect([verdictOn(first.zip).faults, verdictOn(second.zip).faults]).toEqual([[], []])
})

test("a packet shows this person's rows in the trail and only hashes of everyone else's", async () => {
  const [id, other] = [await decided(), await decided()]
  const { zip } = await packetOf(app, id)
  const { trail, statement } = packetIn(zip)
  const shownRows = trail.rows.filter((row) => typeof row === 'object')
  expect(new Set(shownRows.map((row) => 'subject_id' in row && row.subject_id))).toEqual(new Set([String(id)]))
  expect(trail.rows.filter((row) => typeof row === 'string').length).toBeGreaterThan(3)
  expect(JSON.stringify(trail)).not.toContain(`"subject_id":"${other}"`)
  const { rows } = await app.services.database.pool.query(
    `select audit_id || ':' || hash as head from audit_trail where action = 'packet.sealed' order by audit_id`,
  )
  expect(statement.head).toBe(rows.at(-1).head)
})

test('a packet signed before a rotation still matches the published keys, and one signed after names the new key', async () => {
  const [old, next] = [await decided(), await decided()]
  const before = await packetOf(app, old)
  await rotateSigningKey(app.db, app.services.keys)
  const after = await packetOf(app, next)
  expect((await packetOf(app, old)).zip.equals(before.zip)).toBe(true)
  const keys = (await app.call(listSigningKeys, {})).body.keys.map(({ kid, created_at, retired_at }) => ({ fingerprint: kid, created_at, retired_at }))
  for (const { zip } of [before, after]) expect(verdictOn(zip, { keys }).faults).toEqual([])
  expect(after.edition.fingerprint).not.toBe(before.edition.fingerprint)
  expect(verdictOn(after.zip, { keys: [{ fingerprint: before.edition.fingerprint }] }).faults).toEqual([
    `It was signed with the key ${after.edition.fingerprint}, not the one you provided.`,
  ])
})

const download = (id: number, file: string, token: string) =>
  app.fastify.inject({ method: 'GET', url: `/api/applicants/${id}/${file}`, headers: { authorization: `Bearer ${token}` } })

test('an owner downloads the ZIP and the files in it; each download is in the audit trail', async () => {
  const id = await decided()
  const [zip, pdf, json] = [
    await download(id, 'packet.zip', admin.token),
    await download(id, 'packet.pdf', admin.token),
    await download(id, 'packet.json', admin.token),
  ]
  expect(zip.headers['content-disposition']).toBe(`attachment; filename="packet-${id}.zip"`)
  expect([zip, pdf, json].map(({ headers }) => String(headers['content-type']).split(';')[0])).toEqual([
    'application/zip',
    'application/pdf',
    'application/json',
  ])
  expect(verdictOn(zip.rawPayload).faults).toEqual([])
  expect([zip.rawPayload.includes(pdf.rawPayload), zip.rawPayload.includes(json.rawPayload)]).toEqual([true, true])

  const { body } = await app.call(listAudit, { user_session_id: id, action: 'packet.downloaded' }, admin)
  expect(body.map((row) => [row.facts['format'], row.facts['edition']])).toEqual(['json', 'pdf', 'zip'].map((format) => [format, 1]))
})

test('an auditor always gets blind packets; an unknown applicant is a 404', async () => {
  const auditor = await makeStaff(app, 'auditor')
  const id = await decided()
  for (const query of ['', '?blind=true', '?blind=false']) {
    const { body, statusCode, headers } = await download(id, `packet.json${query}`, auditor.token)
    expect([statusCode, body.match(/quintessa|overbrook/iu), headers['content-disposition']]).toEqual([200, null, expect.stringContaining('-blind')])
  }
  for (const format of ['zip', 'pdf']) {
    const named = await download(id, `packet.${format}`, auditor.token)
    expect([named.statusCode, named.headers['content-disposition']]).toEqual([200, expect.stringContaining(`packet-${id}-blind.${format}`)])
  }
  expect((await app.call(readPacketPdf, { id: 999_999 }, admin)).status).toBe(404)
})

test('a packet has the emails about interviews, but no accommodation request and no draft saved under the same address', async () => {
  const { candidate } = await openScheduling(app).booked()
  await app.call(requestAccommodation, { id: candidate.id, message: 'I use a wheelchair.' }, candidate.as)
  const { ref_function_role_id } = await makeRole(app.db)
  await app.call(saveDraft, { ref_function_role_id, email: candidate.email, answers: [] })
  const { rows } = await app.db.execute<{ email_id: number }>(sql`
    select email_id::int from email_outbox where text like '%wheelchair%' or to_address = ${candidate.email} and user_session_id is null`)
  expect(rows).toHaveLength(2)
  for (const isBlind of [false, true]) {
    const { zip } = await packetOf(app, candidate.id, isBlind)
    expect(JSON.stringify(packetIn(zip))).not.toMatch(/wheelchair|Accommodation request/)
    const emails = entriesOf(zip, 'emails')
    expect(emails.map(({ purpose }) => purpose)).toContain('interview')
    expect(emails.filter((email) => rows.some(({ email_id }) => email_id === email['email_id']))).toEqual([])
    expect(verdictOn(zip).faults).toEqual([])
  }
})

test('a packet that was changed or lost in storage is never delivered', async () => {
  const id = await decided()
  const { edition, zip } = await packetOf(app, id)
  await app.services.files.put(edition.storage_key, Buffer.concat([zip.subarray(0, -1), Buffer.from('x')]))
  expect(await app.call(readPacketZip, { id }, admin)).toMatchObject({
    status: 502,
    body: { detail: "The packet can't be read: its file was changed in storage." },
  })
  await app.services.files.remove(edition.storage_key)
  expect(await app.call(readPacketZip, { id }, admin)).toMatchObject({ status: 502, body: { detail: 'The packet is missing from storage.' } })
})

test('an erasure deletes stored packets; the nightly sweep deletes only those that no row refers to', async () => {
  const [id, other] = [await decided(), await decided()]
  const { edition, zip } = await packetOf(app, id)
  await packetOf(app, other)
  await app.services.files.put('packets/1/left-by-a-crash.zip', zip)
  expect(await sweepFiles(app.services, -60_000)).toBe(1)
  expect(await app.services.files.read(edition.storage_key)).not.toBeNull()
  await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: 'erase' })
  expect(await app.services.files.read(edition.storage_key)).toBeNull()
  expect(verdictOn(zip).faults).toEqual([])
})

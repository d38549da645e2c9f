import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { writeNote } from '#contract/applicants/collaboration.ts'
import { readFullFeedback } from '#contract/feedback.ts'
import { createHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { PROCEED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { status_change, user_session } from '#server/db/tables.ts'
import { openPdfReader } from '#server/files/pdf-text/read-pdf-text.ts'
import { apply } from '#test/applying.ts'
import { makeInterviewer, setStatus, writeFeedback } from '#test/interviewing.ts'
import { makeRole } from '#test/make.ts'
import { packetIn, packetOf } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { uploading } from '#test/uploading.ts'

const app = await startApp({ HIDE_PRONOUNS: 'yes' })
const reader = openPdfReader()
afterAll(async () => {
  reader.close()
  await app.close()
})
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const { upload } = uploading(app)

const WHO = {
  first_name: 'Quintessa',
  last_name: 'Overbrook',
  email: 'quintessa.overbrook@example.com',
  linkedin_profile_url: 'https://www.linkedin.com/in/qoverbrook77',
}
const STATEMENT = 'Quintessa wrote from her other address, qq@elsewhere.example. Call 512-555-0134, or come to 14 Larkspur Lane.'
/** Everything that reveals the person's identity or the resume's text. */
const CANARIES = ['Quintessa', 'Overbrook', 'qoverbrook77', 'qq@elsewhere', '512-555-0134', 'Larkspur']
const RESUME = 'Zeppelinfield'

/** Creates an applicant whose name, addresses and phone number appear in everything written about them. */
async function makeApplicantNamedEverywhere(): Promise<number> {
  const { ref_function_role_id } = await makeRole(app.db)
  const application = await apply(app, ref_function_role_id, { ...WHO, why_this_role: STATEMENT })
  const { user_session_id } = application
  await upload(application, { filename: 'Quintessa Overbrook.pdf', type: 'application/pdf', content: await writtenPdf({}, `${STATEMENT} ${RESUME}`) })
  await setStatus(app, user_session_id, PROCEED)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [STATEMENT] })
  await app.call(createHiringDecisionDetail, { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: STATEMENT }, admin)
  return user_session_id
}

const contentsOf = async ({ pdf, json }: { pdf: Buffer; json: Buffer }) => `${(await reader.read(pdf)).replace(/\s+/g, ' ')} ${json.toString()}`

test("a blind packet doesn't reveal who it's about, in its pages or its data; the open one does", async () => {
  const id = await makeApplicantNamedEverywhere()
  const { pdf, json } = await packetOf(app, id, true)
  const blind = await contentsOf({ pdf, json })
  const open = await contentsOf(await packetOf(app, id))
  for (const canary of CANARIES) {
    expect(blind.toLowerCase()).not.toContain(canary.toLowerCase())
    expect(open).toContain(canary)
  }
  expect(await reader.read(pdf)).toContain('/application/[their own link]')
  expect(blind + open).not.toContain(RESUME)
  expect(blind).toContain(app.env.ADMIN_EMAILS[0])
})

test('a blind packet hides pronouns if HIDE_PRONOUNS is on, and both the earlier and the corrected name', async () => {
  const id = await makeApplicantNamedEverywhere()
  await app.call(writeNote, { id, note_text: 'She thanked us; the idea was hers.' }, admin)
  await app.db.update(user_session).set({ first_name: 'Marguerite', last_name: 'Pellworth' }).where(eq(user_session.user_session_id, id))
  const blind = await contentsOf(await packetOf(app, id, true))
  expect(blind).toContain('[name] wrote from his/her other address')
  expect(blind).toContain('s/he thanked us; the idea was his/hers.')
  const { body } = await app.call(readFullFeedback, { user_session_id: id }, admin)
  for (const name of ['Quintessa', 'Overbrook', 'Marguerite', 'Pellworth']) expect(blind + JSON.stringify(body)).not.toContain(name)
  expect(await contentsOf(await packetOf(app, id))).toContain('She thanked us; the idea was hers.')
})

test("a blind packet's timeline lists a withdrawal, without its time", async () => {
  const id = await makeApplicantNamedEverywhere()
  const change = { user_session_id: id, from_status_id: PROCEED, to_status_id: WITHDRAWN, from_emailed: false, undo_until: '2024-02-28T12:00:00Z' }
  await app.db.insert(status_change).values({ ...change, changed_at: '2024-02-27T12:00:00Z' })
  const text = await reader.read((await packetOf(app, id, true)).pdf)
  expect(text).toMatch(/The candidate\s+Proceed to Panel Interview → Withdrawn by Candidate/)
  expect(text).not.toContain('Feb 27, 2024')
})

test("a red flag that's neither absent nor present is listed as not decided, separate from the others", async () => {
  const id = await makeApplicantNamedEverywhere()
  const row = { user_session_id: id, fgl_absent_flag: false, fgl_rationale: '' }
  await app.call(createHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 2, decided: false, reviewed: false }, admin)
  await app.call(createHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 3, decided: true }, admin)
  const { pdf, zip } = await packetOf(app, id)
  const decisions = packetIn(zip).sections.find(({ name }) => name === 'hiring_decisions')!.entries
  expect(decisions.map((decision) => [decision['fgl_ref_red_flag_id'], decision['decided'], decision['fgl_absent_flag']])).toEqual([
    [1, true, true],
    [2, false, false],
    [3, true, false],
  ])
  expect((await reader.read(pdf)).match(/^(?:Decision )?(?:Absent|Not decided, not reviewed|Present)$/gm)).toEqual([
    expect.stringContaining('Absent'),
    expect.stringContaining('Not decided, not reviewed'),
    expect.stringContaining('Present'),
  ])
})

test("a blind packet doesn't contain the submission time, or any time that reveals it, in its data, pages or trail", async () => {
  const id = await makeApplicantNamedEverywhere()
  const day = '2024-02-29'
  await app.services.database.pool.query(
    `update user_session set application_submitted_datetime_utc = $1, created_at = $1, reply_due_at = $1, status_changed_at = $1 where user_session_id = $2`,
    [`${day}T10:11:12Z`, id],
  )
  await app.services.database.pool.query(`update email_outbox set created_at = $1, sent_at = $1 where user_session_id = $2`, [`${day}T10:11:12Z`, id])
  const { zip, pdf, json } = await packetOf(app, id, true)
  expect(json.toString()).not.toContain(day)
  expect(await reader.read(pdf)).not.toContain('Feb 29, 2024')
  const shownRows = packetIn(zip).trail.rows.filter((row) => typeof row === 'object')
  expect(shownRows.map((row) => 'actor_kind' in row && row.actor_kind)).not.toContain('candidate')
  expect((await packetOf(app, id)).json.toString()).toContain(day)
})

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { requestAccommodation } from '#contract/candidate/candidate.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { application_draft, email_outbox, interview_booking, user_session } from '#server/db/tables.ts'
import { recordContactVersion } from '#server/versions/record-contact-version.ts'
import { makeRole } from '#test/make.ts'
import { interviewEmails, openScheduling } from '#test/scheduling.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { eraseApplicant } from './erase-applicant.ts'
import { exportApplicant } from './applicant-commands.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { CANARY, plantCanary, readEverything, find } from '#test/operating/personal-canary.ts'

test('no row, file or email contains anything about an erased person; role, dates, status and an intact audit trail are kept', async () => {
  await using app = await startApp()
  const user_session_id = await plantCanary(app)
  const before = await find(app, user_session_id)
  const found = (await readEverything(app)).match(new RegExp(CANARY, 'gi'))!
  expect(found.length).toBeGreaterThan(20)

  expect(await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })).toMatchObject({ outcome: 'erased' })

  expect((await readEverything(app)).match(new RegExp(CANARY, 'gi'))).toBeNull()
  const keptColumns = ['ref_function_role_id', 'ref_application_status_id', 'created_at', 'application_submitted_datetime_utc']
  const after = await find(app, user_session_id)
  for (const name of keptColumns) expect(after[name]).toEqual(before[name])
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null, erased: 1 })
  const { status } = await app.call(readApplicant, { id: user_session_id, identifiable: true } as never, await app.admin())
  expect(status).toBe(404)
  const { rows } = await app.services.database.pool.query(`select action, subject_id from audit_trail order by audit_id desc limit 1`)
  expect(rows).toEqual([{ action: 'applicant.erased', subject_id: user_session_id }])
})

test("the reason for an erasure, which may name the person, isn't stored anywhere", async () => {
  await using app = await startApp()
  const user_session_id = await plantCanary(app)
  const because = (reason: string) => eraseApplicant(app.services, { user_session_id, reason, insideMandatory: 'erase' })
  await because(`${CANARY} asked`)
  expect(await readEverything(app)).not.toContain(CANARY)
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })
})

test('an export contains everything stored about a person, including the resume', async () => {
  await using app = await startApp()
  const user_session_id = await plantCanary(app)
  const { document, files } = await exportApplicant(app.services, user_session_id)
  const places = Object.entries(document).filter(([, part]) => JSON.stringify(part).toLowerCase().includes(CANARY.toLowerCase()))
  expect(places.map(([name]) => name).toSorted()).toEqual(['answers', 'application', 'audit_values', 'emails', 'hiring_decisions', 'interview_feedback'])
  expect(files.map(({ content }) => content.includes(CANARY))).toEqual([true])
  expect(JSON.stringify(document)).not.toMatch(/capability_hash|submitted_hash|undo_token_hash/)
})

/** Creates someone with an upcoming interview by phone who saved a draft under a previous address and asked for an accommodation. */
async function makeCandidateWithInterview(app: TestApp) {
  const { candidate, ivo, row } = await openScheduling(app).booked()
  const { id, as } = candidate
  const earlier = `${CANARY}.earlier@example.com`.toLowerCase()
  const { ref_function_role_id } = await makeRole(app.db)
  await app.call(saveDraft, { ref_function_role_id, email: earlier, answers: [{ question_name: 'why_this_role', user_answer_text_box: `${CANARY} drafts` }] })
  const earlierContact = { first_name: CANARY, last_name: null, email: earlier, linkedin_profile_url: null }
  const session = { ...earlierContact, user_session_id: id, created_at: row.created_at, application_submitted_datetime_utc: row.created_at }
  await app.db.transaction((tx) => recordContactVersion(tx, session, { email: candidate.email }))
  await app.db.update(user_session).set({ first_name: CANARY }).where(eq(user_session.user_session_id, id))
  await app.call(requestAccommodation, { id, message: `${CANARY} needs captions` }, as)
  const emailHeaders = { reply_to: `${CANARY}@example.com`, unsubscribe_url: `https://example.com/${CANARY}` }
  await app.db.update(email_outbox).set(emailHeaders).where(eq(email_outbox.user_session_id, id))
  const where = JSON.stringify({ kind: 'phone', text: `${CANARY}'s phone` })
  await app.db.execute(sql`
    update interview_plan_part set "where" = ${where}::jsonb where interview_plan_id in (select interview_plan_id from interview_plan where user_session_id = ${id})`)
  // An earlier time, which was moved.
  await app.db.execute(sql`
    insert into interview_booking select (jsonb_populate_record(b, jsonb_build_object('interview_booking_id', 9000, 'state', 'canceled', 'uid', 'moved',
      'before_change', jsonb_build_object('state', 'booked', 'where', ${where}::jsonb, 'by', 'staff')))).* from interview_booking b where user_session_id = ${id}`)
  await app.outbox.sendDue()
  return { id, as, ivo, row }
}
const bookingsOf = async (app: TestApp, id: number) =>
  (await app.db.select().from(interview_booking).where(eq(interview_booking.user_session_id, id))).map(({ state }) => state)

test('drafts under a previous address, emails about them and upcoming interviews are erased, including in the interviewer’s calendar', async () => {
  await using app = await startApp({ MAIL_DELAY_SECONDS: '0' })
  const { id, ivo, row } = await makeCandidateWithInterview(app)
  const other = await openScheduling(app).booked(ivo)
  expect((await readEverything(app)).match(new RegExp(CANARY, 'gi'))!.length).toBeGreaterThan(10)

  await eraseApplicant(app.services, { user_session_id: id, reason: `${CANARY} asked`, insideMandatory: 'erase' })

  expect((await readEverything(app)).match(new RegExp(CANARY, 'gi'))).toBeNull()
  expect(await bookingsOf(app, id)).toEqual(['canceled', 'canceled'])
  const canceled = (await interviewEmails(app, ivo.email)).at(-1)!
  expect(canceled).toMatchObject({ subject: expect.stringMatching(/^Interview canceled/), calendar_method: 'CANCEL', state: 'queued' })
  expect(canceled.calendar).toContain(row.uid)
  expect(canceled.text).toContain('the candidate')
  expect(await bookingsOf(app, other.candidate.id)).toEqual(['booked'])
})

test('erasing an application that must be kept by law cancels its interviews and deletes its holds and drafts', async () => {
  await using app = await startApp({ MAIL_DELAY_SECONDS: '0' })
  const { timesOf, hold } = openScheduling(app)
  const { id, as, ivo } = await makeCandidateWithInterview(app)
  expect((await hold({ id, as, email: '' }, (await timesOf({ id, as, email: '' })).free[0]!)).status).toBe(200)
  await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: 'restrict' })
  expect(await bookingsOf(app, id)).toEqual(['canceled', 'canceled'])
  expect((await interviewEmails(app, ivo.email)).at(-1)).toMatchObject({ calendar_method: 'CANCEL' })
  expect(await app.db.$count(application_draft)).toBe(0)
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { findHeader, openHeader } from '#contract/feedback.ts'
import { readInterviewDesk, readInterviewResume } from '#contract/interview-desk.ts'
import { updateInterview } from '#contract/interviews.ts'
import { interview_booking, user_session } from '#server/db/tables.ts'
import { makeCandidate, setStatus } from '#test/interviewing.ts'
import { openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const { booked, interviewer } = openScheduling(app)
const about = (user_session_id: number) => ({ user_session_id, ref_interview_id: 1 })
const starts = (id: number, when: ReturnType<typeof sql>) =>
  app.db
    .update(interview_booking)
    .set({ starts_at: when, ends_at: sql`${when} + interval '45 minutes'` } as never)
    .where(eq(interview_booking.user_session_id, id))

test('an interviewer sees the time, the role and the answers next to the form, without names and addresses', async () => {
  const { ivo, candidate, starts_at } = await booked()
  const { status, body } = await app.call(readInterviewDesk, about(candidate.id), ivo.as)
  expect([status, body.access, body.starts_at]).toEqual([200, 'shown', starts_at])
  expect(body.answers.length).toBeGreaterThan(3)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, candidate.id))
  expect(JSON.stringify(body.answers)).not.toContain(session!.email)
  expect(JSON.stringify(body.answers)).not.toContain(session!.last_name)
})

test('an unchecked box is shown as unchecked, and a typed No as typed', async () => {
  const { ivo, candidate } = await booked()
  const says = (type: string) => sql`update user_session_answer set question_text = ${`${type} statement`}, user_answer_text_box = 'No'
    where user_session_id = ${candidate.id} and question_type = ${type} and question_name in ('why_this_role', 'startup_previously', 'opt_in_background_check')`
  for (const type of ['Checkboxes', 'Yes/No Questions', 'Extended Open Text Box']) await app.db.execute(says(type))
  const { body } = await app.call(readInterviewDesk, about(candidate.id), ivo.as)
  const shown = Object.fromEntries(body.answers.map((one) => [one.question_text, one.applicants_answer]))
  expect(shown).toMatchObject({ 'Checkboxes statement': 'Not checked', 'Yes/No Questions statement': 'No', 'Extended Open Text Box statement': 'No' })
})

test("the answers and resume of another interviewer's candidate are hidden", async () => {
  const { candidate } = await booked()
  const other = await interviewer()
  const { body } = await app.call(readInterviewDesk, about(candidate.id), other.as)
  expect(body).toMatchObject({ access: 'not-yours', answers: [], has_resume: false, starts_at: null })
  expect((await app.call(readInterviewResume, about(candidate.id), other.as)).status).toBe(403)
})

test('without scheduling, every interviewer on the panel sees the answers; outside the panel, no one does', async () => {
  const ivo = await interviewer()
  const id = await makeCandidate(app)
  expect((await app.call(readInterviewDesk, about(id), ivo.as)).body.access).toBe('shown')
  await setStatus(app, id, 4)
  expect((await app.call(readInterviewDesk, about(id), ivo.as)).status).toBe(404)
  expect((await app.call(readInterviewDesk, about(id), await app.interviewer())).status).toBe(403)
  expect((await app.call(readInterviewDesk, about(id), admin)).status).toBe(403)
})

test('a blind interview hides the answers until it starts, or permanently', async () => {
  const { ivo, candidate } = await booked()
  const access = async () => (await app.call(readInterviewDesk, about(candidate.id), ivo.as)).body.access
  await app.call(updateInterview, { id: 1, sees_answers: 'from-start' }, admin)
  expect(await access()).toBe('before-start')
  await starts(candidate.id, sql`now() - interval '1 minute'`)
  expect(await access()).toBe('shown')
  await app.call(updateInterview, { id: 1, sees_answers: 'never' }, admin)
  expect(await access()).toBe('never')
  expect((await app.call(readInterviewResume, about(candidate.id), ivo.as)).status).toBe(403)
  await app.call(updateInterview, { id: 1, sees_answers: 'always', sees_resume: 'never' }, admin)
  expect((await app.call(readInterviewResume, about(candidate.id), ivo.as)).status).toBe(403)
  await app.call(updateInterview, { id: 1, sees_resume: 'with-answers' }, admin)
  expect((await app.call(readInterviewResume, about(candidate.id), ivo.as)).status).toBe(404)
})

test("an interview's time is the booked time, not that of the first keystroke", async () => {
  const { ivo, candidate, starts_at } = await booked()
  const triple = { ...about(candidate.id), ref_interviewer_id: ivo.ref_interviewer_id }
  await app.call(openHeader, { ...triple, interview_datetime_utc: new Date().toISOString(), time_confirmed: false }, ivo.as)
  expect((await app.call(findHeader, triple, ivo.as)).body).toMatchObject({ interview_datetime_utc: starts_at, time_confirmed: true })
})

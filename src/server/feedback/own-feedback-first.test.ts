import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { OWN_FEEDBACK_FIRST, readFullFeedback } from '#contract/feedback.ts'
import { readPacketJson, readPacketPdf } from '#contract/packet/packet.ts'
import { listRedFlagMarks, markSentence } from '#contract/red-flags/red-flag-marks.ts'
import { createHiringDecisionDetail, generateRationale, listHiringDecisionDetails } from '#contract/red-flags/red-flags.ts'
import { interview_booking, interviewer } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer, setStatus, writeFeedback, type Interviewing } from '#test/interviewing.ts'
import { planFor } from '#test/scheduling.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const ivo = await makeInterviewer(app)

/** An admin who also interviews and is signed in to both areas. */
const admin = await app.admin()
const [row] = await app.db
  .insert(interviewer)
  .values({ interviewer_name: 'Ada Admin', interviewer_email: `admin@${app.env.COMPANY_DOMAIN}` })
  .returning()
const own: Interviewing = {
  as: await app.interviewer(`admin@${app.env.COMPANY_DOMAIN}`),
  email: `admin@${app.env.COMPANY_DOMAIN}`,
  ref_interviewer_id: row!.ref_interviewer_id,
}

/** Returns the status of each call that shows what others have written. */
async function statuses(user_session_id: number, as: Actor): Promise<number[]> {
  const flag = { user_session_id, fgl_ref_red_flag_id: 1 }
  const answers = [
    await app.call(readFullFeedback, { user_session_id }, as),
    await app.call(listHiringDecisionDetails, { user_session_id }, as),
    await app.call(createHiringDecisionDetail, { ...flag, fgl_absent_flag: true, fgl_rationale: 'Nothing.' }, as),
    await app.call(generateRationale, { ...flag, fgl_ref_red_flag_id: 2 }, as),
    await app.call(listRedFlagMarks, { user_session_id }, as),
    await app.call(markSentence, { ...flag, if_interview_feedback_detail_id: 2_000_000, quote: 'Owned it.', stance: 'none' }, as),
    await app.call(readPacketPdf, { id: user_session_id }, as),
    await app.call(readPacketJson, { id: user_session_id }, as),
  ]
  for (const { status, body } of answers) if (status === 403) expect(body).toMatchObject({ detail: OWN_FEEDBACK_FIRST })
  return answers.map(({ status }) => status)
}
const HIDDEN = [403, 403, 403, 403, 403, 403, 403, 403]

async function makeInterviewedCandidate(): Promise<number> {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: ['Owned it.'] })
  return user_session_id
}

test("an admin who interviews a candidate sees others' feedback, and anything that quotes it, after submitting their own", async () => {
  const user_session_id = await makeInterviewedCandidate()
  await writeFeedback(app, own, { user_session_id, ref_interview_id: 2, texts: ['Calm.'], submitted: false })
  expect(await statuses(user_session_id, admin)).toEqual(HIDDEN)
  await writeFeedback(app, own, { user_session_id, ref_interview_id: 2, texts: ['Calm.'] })
  expect(await statuses(user_session_id, admin)).not.toContain(403)
})

test("feedback is shown when there's none to protect", async () => {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, own, { user_session_id, ref_interview_id: 2, texts: ['Calm.'], submitted: false })
  expect(await statuses(user_session_id, admin)).not.toContain(403)
})

test("an admin who has an interview booked, or is the only one assigned to it, doesn't see others' feedback yet", async () => {
  const booked = await makeInterviewedCandidate()
  const times = { starts_at: '2027-05-04T10:00:00Z', ends_at: '2027-05-04T10:45:00Z' }
  const booking = { user_session_id: booked, ref_interview_id: 2, ref_interviewer_id: own.ref_interviewer_id, state: 'booked' as const, uid: 'own' }
  await app.db.insert(interview_booking).values({ ...booking, ...times })
  expect(await statuses(booked, admin)).toEqual(HIDDEN)
  await app.db.update(interview_booking).set({ state: 'canceled' }).where(eq(interview_booking.user_session_id, booked))
  expect((await app.call(readFullFeedback, { user_session_id: booked }, admin)).status).toBe(200)
  await planFor(app, booked, [own, ivo], { interviews: [2] })
  expect((await app.call(readFullFeedback, { user_session_id: booked }, admin)).status).toBe(200)
  await planFor(app, booked, [own], { interviews: [2] })
  expect(await statuses(booked, admin)).toEqual(HIDDEN)
})

test("other admins always see all feedback, and so does everyone once the candidate's panel is over", async () => {
  const user_session_id = await makeInterviewedCandidate()
  await writeFeedback(app, own, { user_session_id, ref_interview_id: 2, texts: ['Calm.'], submitted: false })
  const other = await app.admin(`hiring@${app.env.COMPANY_DOMAIN}`)
  expect((await app.call(readFullFeedback, { user_session_id }, other)).status).toBe(200)
  await setStatus(app, user_session_id, 11)
  expect((await app.call(readFullFeedback, { user_session_id }, admin)).status).toBe(200)
})

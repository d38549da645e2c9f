import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { markSentence, removeMark } from '#contract/red-flags/red-flag-marks.ts'
import { createHiringDecisionDetail, generateRationale, setRationaleOptOut, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { updateRole } from '#contract/roles.ts'
import { audit_trail, hiring_decision_detail, user_session } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { openStandInModel } from '#test/setup/stand-in-model.ts'

const QUOTE = 'She blamed her manager for the mistake.'
let meanwhile: () => Promise<unknown> = async () => {}
const model = await openStandInModel(async () => {
  await meanwhile()
  return JSON.stringify({ absent: false, citations: [{ feedback_id: 1, quote: QUOTE, stance: 'for' }] })
})
const app = await startApp({ LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in' })
afterAll(async () => {
  await app.close()
  await model[Symbol.asyncDispose]()
})
const admin = await app.admin()
const ivo = await makeInterviewer(app)

async function interviewed() {
  const user_session_id = await makeCandidate(app)
  const { feedbacks } = await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [QUOTE] })
  return { user_session_id, if_interview_feedback_detail_id: feedbacks[0]!.if_interview_feedback_detail_id }
}

const CHANGES: [string, number, (user_session_id: number) => Promise<unknown>][] = [
  ['the applicant is erased', 404, (user_session_id) => eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })],
  ['the candidate opts out', 403, (user_session_id) => app.call(setRationaleOptOut, { user_session_id, opted_out: true }, admin)],
  [
    'drafts are turned off for the role',
    403,
    async (user_session_id) => {
      const [applicant] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
      return app.call(updateRole, { id: applicant!.ref_function_role_id, generated_rationale_flag: false }, admin)
    },
  ],
]
test.each(CHANGES)("a draft is neither saved nor shown if %s while it's being written, but its tokens still count", async (_, rejected, change) => {
  const { user_session_id } = await interviewed()
  meanwhile = () => change(user_session_id)
  const { status, body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1 }, admin)

  expect([status, JSON.stringify(body).includes(QUOTE)]).toEqual([rejected, false])
  expect(await app.db.select().from(hiring_decision_detail).where(eq(hiring_decision_detail.user_session_id, user_session_id))).toEqual([])
  const trail = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'rationale.failed')).orderBy(audit_trail.audit_id)
  expect(trail.at(-1)).toMatchObject({ subject_id: user_session_id, facts: { status: rejected, tokens: 2 } })
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)('saving a decision or mark just as the applicant is being erased stores nothing about them', async () => {
  const { user_session_id, if_interview_feedback_detail_id } = await interviewed()
  const row = { user_session_id, fgl_absent_flag: false, fgl_rationale: QUOTE }
  const { body: decision } = await app.call(createHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 1 }, admin)
  const marked = { user_session_id, if_interview_feedback_detail_id, quote: QUOTE, stance: 'for' } as const
  const { body: mark } = await app.call(markSentence, { ...marked, fgl_ref_red_flag_id: 1 }, admin)
  const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  const { saves } = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from user_session where user_session_id = ${user_session_id} for no key update`)
    let settled = 0
    const { fgl_hiring_decision_detail_id } = decision
    const saving = [
      app.call(createHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 2 }, admin),
      app.call(updateHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 1, fgl_hiring_decision_detail_id, fgl_rationale: 'Later.' }, admin),
      app.call(markSentence, { ...marked, fgl_ref_red_flag_id: 2 }, admin),
      app.call(removeMark, { id: mark.red_flag_mark_id }, admin),
    ].map((save) => save.finally(() => settled++))
    await expect.poll(async () => settled + (await app.db.execute(isWaiting)).rows.length, { timeout: 30_000 }).toBe(4)
    await tx.execute(sql`update user_session set erased_at = now() where user_session_id = ${user_session_id}`)
    return { saves: saving }
  })
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { exportApplicants } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { describeGrounds } from '#contract/packet/describe-changes.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { writeTexts } from '#server/applicants/search/open-text-writer.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeDecided, packetIn, packetOf } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const ask = (user_session_id: number, named: { reason?: string; red_flag_ids?: number[]; feedback_ids?: number[] }) =>
  app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED_AFTER_A, ...named }, admin)
const answersOf = async (user_session_id: number) =>
  (
    await app.db.execute<{ id: number }>(sql`
      select d.if_interview_feedback_detail_id as id from interview_feedback_detail d join interview_header h on h.interview_header_id = d.if_interview_header_id
      where h.user_session_id = ${user_session_id} order by 1`)
  ).rows.map(({ id }) => id)

test('a decision can cite red flags and feedback; citing drafts, or anything about another person, is rejected and saves nothing', async () => {
  const [id, other] = [await makeDecided(app, admin, ivo), await makeDecided(app, admin, ivo)]
  const foreign = await ask(id, { feedback_ids: await answersOf(other) })
  expect([foreign.status, foreign.body.errors?.[0]]).toEqual([
    422,
    { path: 'feedback_ids', message: "Feedback you linked hasn't been submitted for this applicant." },
  ])
  const unknown = await ask(id, { red_flag_ids: [1, 3] })
  expect([unknown.status, unknown.body.errors?.[0]]).toEqual([
    422,
    { path: 'red_flag_ids', message: "A red flag you linked isn't in this applicant's review." },
  ])
  await app.db.execute(sql`update interview_header set submitted_at = null where user_session_id = ${id}`)
  expect((await ask(id, { feedback_ids: await answersOf(id) })).status).toBe(422)
  const { rows } = await app.db.execute(sql`select 1 from status_change where user_session_id in (${id}, ${other}) and to_status_id = ${REJECTED_AFTER_A}`)
  expect(rows).toEqual([])
})

test("a decision's citations appear in the history, CSV, search and packet, even without a written reason", async () => {
  const id = await makeDecided(app, admin, ivo)
  const [answer] = await answersOf(id)
  expect((await ask(id, { red_flag_ids: [2, 1, 1], feedback_ids: [answer!] })).status).toBe(200)
  const { rows } = await app.db.execute<{ red_flag_desc: string; sort_order: number }>(
    sql`select red_flag_desc from red_flag where fgl_ref_red_flag_id in (1, 2) order by sort_order, fgl_ref_red_flag_id`,
  )
  const words = `Red flags: ${rows.map((one) => one.red_flag_desc).join(', ')}. Feedback: Interview A (Ivo Interviewer).`
  const { body: events } = await app.call(listHistory, { id }, admin)
  expect(events.map((one) => one.what)).toContainEqual(expect.stringMatching(/^Moved from .* to 'Rejected After Interview A'\. Red flags: /))
  expect(events.some((one) => one.what.endsWith(words))).toBe(true)

  const csv = (await app.call(exportApplicants, { roleId: 'all', ref_application_status_id: REJECTED_AFTER_A }, admin)).body as unknown as string
  expect(csv).toContain(`"${words}"`)
  while ((await writeTexts(app.services)) > 0);
  const { body: list } = await app.call(listReview, { roleId: 'all', q: rows[0]!.red_flag_desc }, admin)
  expect(list.rows.map((one) => one.found)).toEqual([{ where: 'Reason for a decision', text: expect.stringContaining(rows[0]!.red_flag_desc) }])

  const { sections } = packetIn((await packetOf(app, id)).zip)
  const of = (name: string) => sections.find((one) => one.name === name)?.entries ?? []
  expect(describeGrounds(of, of('status_changes').at(-1)!)).toBe(words)
})

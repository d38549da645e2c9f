import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createHiringDecisionDetail, generateRationale, listHiringDecisionDetails, readGenerator, setRationaleOptOut } from '#contract/red-flags/red-flags.ts'
import { updateRole } from '#contract/roles.ts'
import { audit_trail, user_session } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

test('with drafts turned off for the installation, there is no generator, and people can still write by hand', async () => {
  expect((await app.call(readGenerator, {}, admin)).body).toEqual({ generator: 'evidence-finder', off: null, opted_out: false })
  await using quiet = await startApp({ RATIONALE: 'off' })
  const as = await quiet.admin()
  const user_session_id = await makeCandidate(quiet)

  expect((await quiet.call(readGenerator, {}, as)).body).toEqual({ generator: null, off: 'installation', opted_out: false })
  expect((await quiet.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1 }, as)).status).toBe(403)
  const created = await quiet.call(
    createHiringDecisionDetail,
    { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'By hand.' },
    as,
  )
  expect(created.status).toBe(201)
})

test('generation can be turned off for a role, or for a candidate who asks; people can still write by hand', async () => {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, await makeInterviewer(app), { user_session_id, ref_interview_id: 1, texts: ['She blamed her manager for the mistake.'] })
  const row = { user_session_id, fgl_ref_red_flag_id: 1 }
  const generate = () => app.call(generateRationale, row, admin)
  const [applicant] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, user_session_id))
  const switchRole = (generated_rationale_flag: boolean) => app.call(updateRole, { id: applicant!.ref_function_role_id, generated_rationale_flag }, admin)
  const optOut = (opted_out: boolean) => app.call(setRationaleOptOut, { user_session_id, opted_out }, admin)
  const switches = async () => (await app.call(readGenerator, { user_session_id }, admin)).body

  await switchRole(false)
  expect(await switches()).toEqual({ generator: null, off: 'role', opted_out: false })
  expect(await generate()).toMatchObject({ status: 403, body: { detail: 'AI drafts are turned off for this role. Write the rationale by hand.' } })
  await switchRole(true)
  expect((await optOut(true)).body).toEqual({ generator: null, off: 'candidate', opted_out: true })
  expect(await generate()).toMatchObject({
    status: 403,
    body: { detail: 'This candidate opted out of AI drafts. Write the rationale by hand.' },
  })
  expect((await app.call(listHiringDecisionDetails, { user_session_id }, admin)).body).toEqual([])
  expect((await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: true, fgl_rationale: 'By hand.' }, admin)).status).toBe(201)

  await optOut(true)
  await optOut(false)
  expect((await generate()).status).toBe(200)
  const audited = await app.db
    .select({ action: audit_trail.action })
    .from(audit_trail)
    .where(eq(audit_trail.subject_id, user_session_id))
    .orderBy(audit_trail.audit_id)
  expect(audited.map(({ action }) => action).filter((action) => action.startsWith('rationale.opted'))).toEqual(['rationale.opted-out', 'rationale.opted-in'])
  expect((await app.call(setRationaleOptOut, { user_session_id: 2_000_000, opted_out: true }, admin)).status).toBe(404)
})

test('each person can draft at most sixty rationales an hour', async () => {
  await using strict = await startApp({ LIMITS_SCALE: '0.05' })
  const as = await strict.admin()
  const applicant = await makeCandidate(strict)
  const codes: number[] = []
  for (let time = 0; time < 4; time++) {
    codes.push((await strict.call(generateRationale, { user_session_id: applicant, fgl_ref_red_flag_id: 1 }, as)).status)
  }

  expect(codes).toEqual([200, 200, 200, 429])
})

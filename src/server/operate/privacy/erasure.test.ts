import { expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { startApp } from '#test/setup/app.ts'
import { eraseApplicant } from './erase-applicant.ts'
import { exportApplicant } from './export-applicant.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { CANARY, canaryEverywhere, everything, find } from '#test/operating/personal-canary.ts'

test('an erased person is in no row, file or email; role, dates, status and a whole audit trail stay', async () => {
  await using app = await startApp()
  const user_session_id = await canaryEverywhere(app)
  const before = await find(app, user_session_id)
  const found = (await everything(app)).match(new RegExp(CANARY, 'gi'))!
  expect(found.length).toBeGreaterThan(20)

  expect(await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })).toMatchObject({ outcome: 'erased' })

  expect((await everything(app)).match(new RegExp(CANARY, 'gi'))).toBeNull()
  const kept = ['ref_function_role_id', 'ref_application_status_id', 'created_at', 'application_submitted_datetime_utc']
  const after = await find(app, user_session_id)
  for (const name of kept) expect(after[name]).toEqual(before[name])
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null, erased: 1 })
  const { status } = await app.call(readApplicant, { id: user_session_id, identifiable: true } as never, await app.admin())
  expect(status).toBe(404)
  const { rows } = await app.services.database.pool.query(`select action, subject_id from audit_trail order by audit_id desc limit 1`)
  expect(rows).toEqual([{ action: 'applicant.erased', subject_id: user_session_id }])
})

test('the reason for an erasure is in no row that cannot be erased', async () => {
  await using app = await startApp()
  const user_session_id = await canaryEverywhere(app)
  const because = (reason: string) => eraseApplicant(app.services, { user_session_id, reason, insideMandatory: 'erase' })
  await because(`${CANARY} asked`)
  const kept = await everything(app)
  expect(kept.match(new RegExp(CANARY, 'gi'))).toHaveLength(1)
  await because('asked again')
  expect(await everything(app)).not.toContain(CANARY)
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })
})

test('an export contains everything stored about a person, including the resume', async () => {
  await using app = await startApp()
  const user_session_id = await canaryEverywhere(app)
  const { document, files } = await exportApplicant(app.services, user_session_id)
  const places = Object.entries(document).filter(([, part]) => JSON.stringify(part).toLowerCase().includes(CANARY.toLowerCase()))
  expect(places.map(([name]) => name).toSorted()).toEqual(['answers', 'application', 'audit_values', 'emails', 'hiring_decisions', 'interview_feedback'])
  expect(files.map(({ content }) => content.includes(CANARY))).toEqual([true])
  expect(JSON.stringify(document)).not.toMatch(/capability_hash|submitted_hash|undo_token_hash/)
})

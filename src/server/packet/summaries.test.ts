import { afterAll, expect, test } from 'vitest'
import { MAX_SUMMARIES, printSummaries } from '#contract/applicants/applicant-list.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { openPdfReader } from '#server/files/pdf-text/read-pdf-text.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
const reader = openPdfReader()
afterAll(async () => {
  reader.close()
  await app.close()
})
const admin = await app.admin()

async function textOf(body: { ids: number[]; identifiable?: boolean }): Promise<string> {
  const headers = { authorization: `Bearer ${admin.token}` }
  const { statusCode, rawPayload } = await app.fastify.inject({ method: 'POST', url: printSummaries.path, payload: body, headers })
  expect(statusCode, statusCode === 200 ? '' : rawPayload.toString()).toBe(200)
  return (await reader.read(rawPayload)).replaceAll(/\s+/g, ' ')
}

test("selected people are printed as one PDF in the selected order, without names until they are shown, and each person's timeline records it", async () => {
  const story = 'Quintessa looked after the whole ward.'
  const one = await makeApplicant(app.db, { first_name: 'Quintessa', last_name: 'Zyl', daysAgo: 5, answers: { care_story: story } })
  const other = await makeApplicant(app.db, { first_name: 'Bartholomew', last_name: 'Quux', daysAgo: 2 })
  const ids = [one.user_session_id, other.user_session_id]
  await app.call(updateStatus, { user_session_id: ids[0]!, ref_application_status_id: REJECTED, reason: 'Quintessa has no license.' }, admin)

  const blind = await textOf({ ids })
  expect(blind).not.toMatch(/Quintessa|Zyl|Bartholomew|Quux|@example\.com/)
  expect(blind).not.toContain('Applied')
  expect(blind).toContain('[name] looked after the whole ward.')
  expect(blind).toContain('[name] has no license.')
  expect(blind.indexOf(one.alias!)).toBeGreaterThanOrEqual(0)
  expect(blind.indexOf(other.alias!)).toBeGreaterThan(blind.indexOf(one.alias!))
  expect((await app.call(listHistory, { id: ids[0]! }, admin)).body.map(({ kind }) => kind)).not.toContain('export')

  const namedText = await textOf({ ids: ids.toReversed(), identifiable: true })
  expect(namedText).toContain(story)
  expect(namedText.indexOf('Quintessa Zyl')).toBeGreaterThan(namedText.indexOf('Bartholomew Quux'))
  expect((await app.call(listHistory, { id: ids[0]! }, admin)).body.map(({ kind }) => kind)).toContain('export')
})

test("people the viewer can't see are left out; selecting none or too many is rejected", async () => {
  const { ref_function_role_id: role } = await makeRole(app.db)
  const hidden = await makeApplicant(app.db, {})
  const recruiter = await makeStaff(app, 'recruiter', { scope: [role] })
  const requestSummaries = async (ids: number[]) => {
    const { status, body } = await app.send('POST', printSummaries.path, { ids }, recruiter)
    return [status, (body as { detail?: string }).detail]
  }
  expect(await requestSummaries([hidden.user_session_id])).toEqual([404, 'None of these applicants was found.'])
  expect((await requestSummaries([]))[0]).toBe(422)
  expect(await requestSummaries(Array.from({ length: MAX_SUMMARIES + 1 }, (_, n) => n + 1))).toEqual([422, 'At most 100 applicants fit into one PDF'])
})

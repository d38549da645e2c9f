import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { writeNote } from '#contract/applicants/collaboration.ts'
import { requestAccommodation, requestErasure } from '#contract/candidate/candidate.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { exampleRequest } from '#server/http/docs/examples.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeRole } from '#test/make.ts'
import { openScheduling } from '#test/scheduling.ts'
import { requestOf, startApp, type Actor, type TestApp } from '#test/setup/app.ts'

const READS = ALL.filter((one) => (one.who === 'admin' || one.who === 'staff') && (one.method === 'GET' || one === findApplicants || one === listReview))
/** Fields that differ each time the same thing is read. */
const VOLATILE = /"(request_id|expires_at|idle_until|last_seen_at|generated_at)":"[^"]*"/g

let app: TestApp
let scheduling: ReturnType<typeof openScheduling>
let ivo: Awaited<ReturnType<typeof scheduling.interviewer>>
let people: Record<string, Actor>
let before: Map<string, string>

beforeAll(async () => {
  app = await startApp()
  scheduling = openScheduling(app)
  ivo = await scheduling.interviewer()
  const nursing = (await makeRole(app.db, { function_role_name: 'Nursing Opening' })).ref_function_role_id
  await makeApplicant(app.db, { ref_function_role_id: nursing })
  people = {
    recruiter: await makeStaff(app, 'recruiter', { scope: [nursing] }),
    'hiring manager': await makeStaff(app, 'hiring-manager', { scope: [nursing], may_decide_flag: true }),
    'recruiter of nothing': await makeStaff(app, 'recruiter'),
  }
  await readAll()
  before = await readAll()
  await workOnOthers()
})
afterAll(() => app.close())

async function readAll(): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const [name, as] of Object.entries(people)) for (const endpoint of READS) seen.set(`${name}: ${endpoint.path}`, await read(endpoint, as))
  return seen
}

async function read(endpoint: Endpoint, as: Actor): Promise<string> {
  const wide = { roleId: 'all', days: 365, days_ago: 365, statusId: PROCEED, from: new Date().toISOString().slice(0, 10), text: 'Juniper' }
  const { method, path, body } = requestOf(endpoint, { ...exampleRequest(endpoint), ...wide, ref_application_status_id: 'all' })
  const said = await app.send(method, path, body, as)
  return `${said.status} ${JSON.stringify(said.body)}`.replaceAll(VOLATILE, '')
}

/** A day's work on another opening: its applicants apply, are moved, get emails, notes, invitations and interviews, and make requests. */
async function workOnOthers(): Promise<void> {
  const owner = await app.admin()
  const surgery = (await makeRole(app.db, { function_role_name: 'Surgical Opening', department: 'Surgery' })).ref_function_role_id
  for (const daysAgo of [1, 40, 90]) {
    const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: surgery, daysAgo })
    await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, owner)
    expect((await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Schedule Panel Interview' }, owner)).status).toBe(202)
    expect((await app.call(writeNote, { id: user_session_id, note_text: 'A note.' }, owner)).status).toBe(201)
  }
  const { candidate } = await scheduling.booked(ivo)
  expect((await app.call(requestAccommodation, { id: candidate.id, message: 'A ramp' }, candidate.as)).status).toBeLessThan(300)
  expect((await app.call(requestErasure, { id: candidate.id }, candidate.as)).status).toBe(202)
}

test("work on other openings doesn't change anything a limited role can read, so the role can't infer how much there is", async () => {
  const after = await readAll()
  expect([...before].filter(([, said]) => said.startsWith('200')).length).toBeGreaterThan(40)
  expect([...after].filter(([name, said]) => before.get(name) !== said).map(([name]) => name)).toEqual([])
})

test('an owner sees the difference', async () => {
  const owner = await app.admin()
  const said = await Promise.all(READS.map(async (endpoint) => (await read(endpoint, owner)) !== before.get(`recruiter: ${endpoint.path}`)))
  expect(said.filter(Boolean).length).toBeGreaterThan(10)
})

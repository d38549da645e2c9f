import { desc, gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { writeNote } from '#contract/applicants/collaboration.ts'
import { requestAccommodation } from '#contract/candidate/candidate.ts'
import { readApplicantLicenses, saveOwnLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROCEED, SUBMITTED } from '#contract/statuses/statuses.ts'
import { audit_trail, function_role, user_session } from '#server/db/tables.ts'
import { exampleRequest } from '#server/http/docs/examples.ts'
import { formWith } from '#test/applying.ts'
import { makeInterviewer, writeFeedback, type Interviewing } from '#test/interviewing.ts'
import { makeInvited, planFor, type Invited } from '#test/scheduling.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { requestOf, startApp, type Actor, type TestApp } from '#test/setup/app.ts'

const READS = ALL.filter(({ method }) => method === 'GET')
/** What a person's GETs record. Signing in isn't one of them, and a packet is sealed when it's first read. */
const RECORDED = [
  'applicant.accommodation-read',
  'applicant.exported-by-candidate',
  'applicant.revealed',
  'applicants.exported',
  'applicants.revealed',
  'audit.exported',
  'audit.read',
  'feedback.read',
  'figures.exported',
  'interview.answers-read',
  'interview.resume-read',
  'interviews.read',
  'license.pdf-read',
  'packet.downloaded',
  'packet.sealed',
  'resume.downloaded',
]

let app: TestApp
let admin: Actor
let ivo: Interviewing
let invited: Invited
let verification_id: number

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  ivo = await makeInterviewer(app)
  invited = await makeInvited(app)
  const { id, as } = invited
  await app.db.update(function_role).set({ hiring_lead_email: app.env.ADMIN_EMAILS[0]!, license_states: ['TX'] })
  const pdf = await writtenPdf()
  const upload = (path: string, field: string) => {
    const { body, headers } = formWith({}, { name: field, filename: 'a.pdf', type: 'application/pdf', content: pdf })
    return app.send('POST', path, body, { ...(field === 'resume' ? as : admin), headers })
  }
  const stand = (ref_application_status_id: number) => app.db.update(user_session).set({ ref_application_status_id })
  await stand(SUBMITTED)
  const uploaded = await upload(`/api/candidate/applications/${id}/resume`, 'resume')
  await stand(PROCEED)
  const licenses = [{ license_type: 'RN', license_state: 'TX', is_multistate: true }]
  const done = [
    uploaded,
    await app.call(saveOwnLicenses, { id, home_state: 'TX', licenses } as never, as),
    await app.call(requestAccommodation, { id, message: 'A ramp' }, as),
    await planFor(app, id, [ivo]),
    await app.call(writeNote, { id, note_text: 'A note.' }, admin),
  ]
  await writeFeedback(app, ivo, { user_session_id: id, ref_interview_id: 1, texts: ['Kind and calm.'] })
  const { license_id } = (await app.call(readApplicantLicenses, { id, identifiable: false }, admin)).body.licenses[0]!
  const verified = await app.call(verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20' }, admin)
  verification_id = verified.body.verification_id
  done.push(verified as never, (await upload(`/api/licenses/verifications/${verification_id}/pdf`, 'pdf')) as never)
  expect(done.filter(({ status }) => status >= 300)).toEqual([])
})
afterAll(() => app.close())

function actorFor({ who }: Endpoint): Actor {
  if (who === 'applicant' || who === 'candidate') return invited.as
  return who === 'interviewer' ? ivo.as : admin
}

/** Sends every GET of the contract, or the HEAD of it, as someone who may; returns what it recorded, without refusals. */
async function recorded(method: 'GET' | 'HEAD'): Promise<string[]> {
  const [last] = await app.db.select().from(audit_trail).orderBy(desc(audit_trail.audit_id)).limit(1)
  for (const endpoint of READS) await ask(endpoint, method, actorFor(endpoint))
  const rows = await app.db.select().from(audit_trail).where(gt(audit_trail.audit_id, last!.audit_id))
  return [...new Set(rows.map(({ action }) => action))].filter((action) => action !== 'access.refused').toSorted()
}

async function ask(endpoint: Endpoint, method: string, as: Actor): Promise<void> {
  const { id } = invited
  const about = { user_session_id: id, id, verification_id, ref_interview_id: 1, ref_interviewer_id: ivo.ref_interviewer_id, statusId: PROCEED }
  const wide = { roleId: 'all', days: 365, days_ago: 365, ref_application_status_id: 'all', identifiable: true, blind: false, edition: undefined }
  const { path } = requestOf(endpoint, { ...exampleRequest(endpoint), ...about, ...wide, ids: undefined })
  expect((await app.send(method, path, undefined, as)).status, `${method} ${path}`).toBeLessThan(500)
}

test('a HEAD request reads nothing: no call records it, and no packet is sealed', async () => {
  expect(await recorded('HEAD')).toEqual([])
})

test('the same calls with GET record each read', async () => {
  expect(await recorded('GET')).toEqual(RECORDED)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL, NAMES } from '#contract/all.ts'
import { requestLink } from '#contract/candidate/candidate.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { exampleRequest, exampleOutput } from '#server/http/docs/examples.ts'
import { apply, formWith, startApplying } from '#test/applying.ts'
import { makeInterviewer, setStatus, writeFeedback } from '#test/interviewing.ts'
import { makeRole } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { requestOf, startApp, type Actor, type TestApp } from '#test/setup/app.ts'

const PDF = { filename: 'resume.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n') }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let app: TestApp
let interviewer: Actor
let writerEmail: string
let applicant: Actor
let candidate: Actor

/** Examples use ID 1, so rows with that ID must exist. */
beforeAll(async () => {
  app = await startApp()
  await makeRole(app.db)
  await apply(app, 1)
  await setStatus(app, 1, PROCEED)
  const writer = await makeInterviewer(app, 'Nurse')
  await writeFeedback(app, writer, { user_session_id: 1, ref_interview_id: 1, texts: ['She led two handoffs.'], submitted: false })
  interviewer = writer.as
  writerEmail = writer.email
  await app.call(requestLink, { email: 'ada@example.com' })
  applicant = await openOwnPage(app, 'ada@example.com')
  candidate = (await startApplying(app, 1)).as
})
afterAll(() => app.close())

async function actorFor({ who }: Endpoint): Promise<Actor> {
  if (who === 'anyone') return {}
  if (who === 'candidate') return candidate
  if (who === 'applicant') return applicant
  return who === 'interviewer' ? interviewer : app.admin()
}

async function send(endpoint: Endpoint) {
  const { method, path, body } = requestOf(endpoint, exampleRequest(endpoint))
  const as = await actorFor(endpoint)
  if (endpoint.consumes === 'form') return app.send(method, path, new URLSearchParams(body as Record<string, string>).toString(), { ...as, headers: FORM })
  if (endpoint.consumes !== 'multipart') return app.send(method, path, body, as)
  const form = formWith({ user_session_id: '1' }, PDF)
  return app.send(method, path, form.body, { ...as, headers: form.headers })
}

/** Calls with an example that can't include everything they need, and the responses they get. */
const NEEDS_MORE: Record<string, [status: number, what: string]> = {
  verifyCode: [401, 'the code from the email'],
  addPasskey: [422, 'an authenticator'],
  signInWithPasskey: [401, 'an authenticator'],
  confirmWithPasskey: [403, 'an authenticator'],
  confirmWithCode: [403, 'the code from the email'],
  submitAnswers: [403, 'answers of the own application'],
  uploadResume: [403, 'the own application'],
  saveLicenses: [403, 'the own application'],
  applyAtOnce: [422, 'an answer to every question of the role'],
  uploadPicture: [422, 'a picture in its own field'],
  loadExclusions: [422, 'the list in its own field'],
  attachLicensePdf: [422, 'a PDF in its own field'],
  markSentence: [422, 'words of stored feedback'],
  replaceOwnResume: [415, 'a whole PDF'],
  replacePerson: [422, 'someone who can sign in to take over'],
  needMoreTime: [422, 'a day after the one promised'],
  writeCandidateFeedback: [403, 'the hiring lead'],
}
/** Other statuses a call may return: the row with that ID doesn't exist, or its state has changed. */
const ABOUT_THE_ROW = [404, 409]

/** Interviewers' feedback comes before decisions, and candidates' withdrawals come last. */
const TURN: Partial<Record<Endpoint['who'], number>> = { interviewer: 0, applicant: 2 }
const turnOf = ({ who }: Endpoint) => TURN[who] ?? 1
const inOrder = ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
  ALL.filter((endpoint) => endpoint.method === method).toSorted((a, b) => turnOf(a) - turnOf(b)),
)

test.each(inOrder.map((endpoint) => [NAMES.get(endpoint)!, endpoint] as const))('the example for %s is accepted as shown', async (name, endpoint) => {
  const { status, body } = await send(endpoint)
  const expected = NEEDS_MORE[name] ? [NEEDS_MORE[name][0]] : [endpoint.status, 200, ...ABOUT_THE_ROW]
  expect(expected, `${status} ${JSON.stringify(body)}`).toContain(status)
  expect(body?.detail).not.toBe('Not found.')
  if (endpoint.produces === 'application/json' && endpoint.status !== 204) endpoint.output.parse(exampleOutput(endpoint))
})

test('most examples succeed', async () => {
  // Earlier examples ended the session.
  interviewer = await app.interviewer(writerEmail)
  const statuses = await Promise.all(ALL.filter(({ method }) => method === 'GET').map(async (endpoint) => (await send(endpoint)).status))
  expect(statuses.filter((status) => status === 200).length / statuses.length).toBeGreaterThan(0.8)
})

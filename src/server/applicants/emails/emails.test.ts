import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import {
  checkCandidateEmail,
  listCandidateEmails,
  previewCandidateEmail,
  retryCandidateEmail,
  sendCandidateEmail,
  undoCandidateEmail,
} from '#contract/candidate/candidate-emails.ts'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { suggestRole } from '#contract/candidate/suggestions.ts'
import { askForLicenses } from '#contract/licenses/licenses.ts'
import { REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { createTemplate } from '#contract/templates/templates.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { settleCandidateEmail } from './settle-candidate-email.ts'

const REJECTION = 'Application Rejection'
let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number

beforeAll(async () => {
  app = await startApp({ MAIL_DELAY_SECONDS: '30' })
  admin = await app.admin()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

const make = (but = {}) => makeApplicant(app.db, { ref_function_role_id, ...but })
const reject = async (user_session_id: number) => (await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED }, admin)).body
const send = (user_session_id: number, template_name = REJECTION, more = {}) =>
  app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name, ...more }, admin)
const emails = async (user_session_id: number, identifiable = false) => (await app.call(listCandidateEmails, { user_session_id, identifiable }, admin)).body

test('an email goes to the stored address with the stored values, whatever the request body says', async () => {
  const { user_session_id, email: address } = await make({ first_name: 'Ada<b>' })
  await reject(user_session_id)
  const candidate_info = {
    user_session_id,
    email: 'evil@attacker.example',
    first_name: 'Evil',
    last_name: 'Evil',
    function_role_name: 'X',
    ref_function_role_id: 1,
    hiring_lead_email: 'x',
    hiring_lead_name: 'x',
  }
  const { status, body } = await app.send('POST', sendCandidateEmail.path, { candidate_info, template_name: REJECTION }, admin)
  expect(status).toBe(202)
  expect(body).toMatchObject({ email_id: expect.any(Number), send_after: expect.stringMatching(/Z$/) })

  const [email] = await emails(user_session_id, true)
  expect(email).toMatchObject({ to_address: address, state: 'queued', tries: 0, template_name: REJECTION, ref_application_status_id: REJECTED })
  expect(email!.html).toContain('Hello Ada&lt;b&gt;')
  expect(email!.html).not.toContain('Evil')
})

test('each pending email can be withdrawn on its own, whatever its template', async () => {
  const { user_session_id } = await make()
  const custom = { email_name: 'A word from us', email_base_html: '<p>Hello {first_name}</p>', fits_status_ids: [SUBMITTED] }
  expect((await app.call(createTemplate, custom, admin)).status).toBe(201)
  const sent = await send(user_session_id, 'A word from us')
  const [waiting] = await emails(user_session_id)
  expect([waiting!.state, waiting!.undo_token]).toEqual(['queued', sent.body.undo_token])

  const undone = await app.call(undoCandidateEmail, { undo_token: sent.body.undo_token }, admin)
  expect([undone.status, undone.body.state, undone.body.undo_token]).toEqual([200, 'withdrawn', undefined])
  expect(await app.outbox.sendDue()).toBe(0)
  expect((await app.call(readApplicant, { id: user_session_id }, admin)).body.has_emailed_application_status).toBe(false)
  const again = await app.call(undoCandidateEmail, { undo_token: sent.body.undo_token }, admin)
  expect([again.status, again.body.detail]).toEqual([409, 'This email was already withdrawn.'])
  expect((await app.call(undoCandidateEmail, { undo_token: 'made.up' }, admin)).status).toBe(404)
  expect((await send(user_session_id, 'A word from us')).status).toBe(202)
})

test("a sent email can't be withdrawn, and its applicant still counts as emailed", async () => {
  const { user_session_id } = await make()
  await reject(user_session_id)
  const { body } = await send(user_session_id)
  await app.db.execute(sql`update email_outbox set state = 'sent', sent_at = now() where email_id = ${body.email_id}`)
  const late = await app.call(undoCandidateEmail, { undo_token: body.undo_token }, admin)
  expect([late.status, late.body.detail]).toEqual([409, 'This email has already been sent.'])
  expect((await emails(user_session_id))[0]!.undo_token).toBeUndefined()
  expect((await app.call(readApplicant, { id: user_session_id }, admin)).body.has_emailed_application_status).toBe(true)
})

test('the same email in the same status is sent only once, even in a race', async () => {
  const { user_session_id } = await make()
  await reject(user_session_id)
  const both = await Promise.all([send(user_session_id), send(user_session_id)])
  expect(both.map((one) => one.status).toSorted()).toEqual([202, 409])
  expect(await emails(user_session_id)).toHaveLength(1)
})

test('an unknown or disabled template returns 404, and an applicant moved in between returns 409', async () => {
  const { user_session_id } = await make()
  expect((await send(user_session_id, 'No Such Email')).status).toBe(404)
  await app.db.execute(sql`update email_template set disabled_flag = true where email_name = 'First Day Prep'`)
  expect((await send(user_session_id, 'First Day Prep')).status).toBe(404)
  await reject(user_session_id)
  const stale = await send(user_session_id, REJECTION, { expected_status_id: SUBMITTED })
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining("now in 'Rejected Before Panel'")])
})

test('once its email is queued, a rejection is locked, and only an undo reopens it', async () => {
  const { user_session_id } = await make()
  const { undo_token } = await reject(user_session_id)
  await send(user_session_id)
  const locked = await app.call(updateStatus, { user_session_id, ref_application_status_id: UNDER_REVIEW }, admin)
  expect(locked.status).toBe(409)

  const undone = await app.call(undoStatus, { undo_token: undo_token! }, admin)
  expect(undone.body).toMatchObject({ ref_application_status_id: SUBMITTED, has_emailed_application_status: false, email: 'withdrawn' })
  expect((await emails(user_session_id)).map((email) => email.state)).toEqual(['withdrawn'])
  await app.db.execute(sql`update email_outbox set send_after = now() - interval '1 minute' where user_session_id = ${user_session_id}`)
  expect(await app.outbox.sendDue()).toBe(0)
})

test('after an undo the same decision can be made and emailed again', async () => {
  const { user_session_id } = await make()
  const first = await reject(user_session_id)
  await send(user_session_id)
  await app.call(undoStatus, { undo_token: first.undo_token! }, admin)
  await reject(user_session_id)
  expect((await send(user_session_id)).status).toBe(202)
})

test("an undo can't recall a sent email, and says so", async () => {
  const { user_session_id } = await make()
  const { undo_token } = await reject(user_session_id)
  await send(user_session_id)
  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${user_session_id}`)
  await app.outbox.sendDue()
  const undone = await app.call(undoStatus, { undo_token: undo_token! }, admin)
  expect([undone.status, undone.body.email]).toEqual([200, 'gone'])
  expect((await emails(user_session_id))[0]!.state).toBe('sent')
})

test('an email that failed permanently counts as not sent until it is retried', async () => {
  const { user_session_id } = await make()
  await reject(user_session_id)
  const { body } = await send(user_session_id)
  const retry = () => app.call(retryCandidateEmail, { email_id: body.email_id }, admin)
  expect((await retry()).status).toBe(409)

  await app.db.execute(sql`update email_outbox set state = 'failed', last_error = '550 unknown' where email_id = ${body.email_id}`)
  await settleCandidateEmail(app.db, { email_id: body.email_id, purpose: 'candidate', user_session_id, ref_application_status_id: REJECTED }, 'failed')
  const isEmailed = async () => (await app.call(readApplicant, { id: user_session_id }, admin)).body.has_emailed_application_status
  expect(await isEmailed()).toBe(false)

  expect((await retry()).body).toMatchObject({ state: 'queued' })
  expect(await isEmailed()).toBe(true)
})

test('a failed license request can be retried or sent again, a suggestion must be made again, and a new date is retried while it holds', async () => {
  const { user_session_id: id } = await make()
  const fail = async (email_id: number) => {
    await app.db.execute(sql`update email_outbox set state = 'failed', last_error = '550 unknown' where email_id = ${email_id}`)
    await settleCandidateEmail(app.db, { email_id, purpose: 'candidate', user_session_id: id, ref_application_status_id: null }, 'failed')
  }
  const retry = async (email_id: number) => {
    const { is_retryable } = (await emails(id)).find((one) => one.email_id === email_id)!
    const { status, body } = await app.call(retryCandidateEmail, { email_id }, admin)
    if (!/The date in this email/.test(body.detail)) expect(is_retryable, 'Retry is offered where it works').toBe(status === 200)
    return status === 200 ? body.state : body.detail
  }
  const ask = () => app.call(askForLicenses, { id, subject: 'Your licenses', html: '<p>Which ones?</p>' }, admin)
  const asked = (await ask()).body.email_id
  await fail(asked)
  expect(await retry(asked)).toBe('queued')
  expect((await ask()).status).toBe(409)
  await fail(asked)
  expect([(await ask()).status, await retry(asked)]).toEqual([202, 'The same email has been sent since.'])

  const other = (await makeRole(app.db)).ref_function_role_id
  const suggest = () => app.call(suggestRole, { id, ref_function_role_id: other, subject: 'Another role', html: '<p>{scheduling_link}</p>' }, admin)
  const suggested = (await suggest()).body.email_id
  await fail(suggested)
  expect(await retry(suggested)).toBe("An email that suggests a role can't be sent again. Suggest the role again.")
  expect((await suggest()).status).toBe(201)

  const until = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const { email_id, reply_by } = (await app.call(needMoreTime, { id, until }, admin)).body
  await fail(email_id)
  expect(await retry(email_id)).toBe('queued')
  expect((await app.call(readApplicant, { id }, admin)).body.reply_by).toBe(reply_by)
  await fail(email_id)
  await app.db.execute(sql`update user_session set reply_due_at = now() + interval '50 days' where user_session_id = ${id}`)
  expect(await retry(email_id)).toBe('The date in this email has passed. Choose another one.')
  await reject(id)
  await send(id)
  expect(await retry(email_id)).toBe("This applicant isn't waiting for a reply.")
})

test('the preview shows the email as it would be sent, with the name hidden until requested', async () => {
  const { user_session_id, email } = await make({ first_name: 'Wilhelmina', last_name: 'Quax' })
  const blind = await app.call(previewCandidateEmail, { user_session_id, template_name: 'Application Rejection' }, admin)
  expect(blind.body.html).toContain('Hello [name]')
  expect(`${blind.body.subject} ${blind.body.html}`).not.toMatch(/Wilhelmina|Quax|\{\w+\}/)
  expect(blind.body.to_address).toBeUndefined()

  const shown = await app.call(previewCandidateEmail, { user_session_id, template_name: 'Application Rejection', identifiable: true }, admin)
  expect(shown.body).toMatchObject({ to_address: email, to_name: 'Wilhelmina Quax', html: expect.stringContaining('Hello Wilhelmina') })
})

test('the preview returns the template text and its placeholder values, and shows edits as they would be sent', async () => {
  const { user_session_id } = await make({ first_name: 'Wilhelmina', last_name: 'Quax' })
  const own = { subject: 'About {function_role_name}', html: '<p>Hello {first_name}, call us.</p><script>x</script>' }
  const { body } = await app.call(previewCandidateEmail, { user_session_id, template_name: REJECTION, ...own }, admin)
  expect(body).toMatchObject({ template: own, values: { first_name: '[name]', company_name: expect.any(String) } })
  expect(body.subject).toMatch(/^About \w/)
  expect(body.html).toContain('Hello [name], call us.')
  expect(body.html).not.toContain('<script')

  const empty = await app.call(previewCandidateEmail, { user_session_id }, admin)
  expect(empty.body.template).toEqual({ subject: '', html: '' })
})

test.each(['<p> &nbsp;</p>', '<script>Hello</script>', '<p><br></p>'])(
  'an email without text is rejected, whether sent alone or with a decision: %s',
  async (html) => {
    const { user_session_id } = await make({ ref_application_status_id: SUBMITTED })
    const sent = await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, subject: 'Hi', html }, admin)
    expect([sent.status, sent.body]).toMatchObject([422, { errors: [{ path: 'html', message: 'The email body is empty.' }] }])

    const email = { template_name: REJECTION, html }
    const { body } = await app.call(decideMany, { user_session_ids: [user_session_id], ref_application_status_id: REJECTED, email }, admin)
    expect(body.results[0]).toMatchObject({ status: 422, detail: 'The email body is empty.' })
    expect((await app.call(readApplicant, { id: user_session_id }, admin)).body.ref_application_status_id).toBe(SUBMITTED)
  },
)

test('likely mistakes are flagged before an email is sent', async () => {
  await make({ first_name: 'Wolfram', last_name: 'Åkesson' })
  const check = async (subject: string, html: string) => (await app.call(checkCandidateEmail, { template_name: REJECTION, subject, html }, admin)).body
  expect(await check('Hi', '<p>Hello {first_name},</p><p>Thank you for applying. <a href="https://example.com">Openings</a></p>')).toEqual({
    problems: [],
    names: [],
  })
  expect(await check(' ', '<p> </p>')).toEqual({
    problems: [
      { message: 'The subject is empty.', is_blocking: true },
      { message: 'The email body is empty.', is_blocking: true },
    ],
    names: [],
  })
  expect(await check('Hi', '<p>Hi {first_nam}, see <a href="http://a.example">this</a>, <a href="b.example">that</a> and http://c.example</p>')).toMatchObject({
    problems: [
      { message: "{first_nam} isn't a placeholder. Did you mean {first_name}?", is_blocking: true },
      { message: "The link 'http://a.example' doesn't begin with https://.", is_blocking: false },
      { message: "The link 'b.example' doesn't begin with https://.", is_blocking: false },
      { message: "The link 'http://c.example' doesn't begin with https://.", is_blocking: false },
    ],
  })
  expect((await check('Hi', '<p>Dear Wolfram,</p><p>Regards to Åkesson and May.</p>')).names.toSorted()).toEqual(['Wolfram', 'Åkesson'])
  expect((await check('Hi', '<p>Hello wolfram. Wolfram is a metal, they say.</p>')).names).toEqual([])
})

test('a reworded email is stored as sent, and the timeline says so', async () => {
  const { user_session_id } = await make({ first_name: 'Wilhelmina' })
  await reject(user_session_id)
  expect((await send(user_session_id, REJECTION, { html: '<p>Dear {first_name}, thank you for Tuesday.</p>' })).status).toBe(202)
  const [email] = await emails(user_session_id, true)
  const html = expect.stringContaining('Dear Wilhelmina, thank you for Tuesday.')
  expect(email).toMatchObject({ is_reworded: true, html, reply_to: expect.stringContaining('@') })
  const { body } = await app.call(listHistory, { id: user_session_id }, admin)
  expect(body.map(({ what }) => what)).toContain(`Moved from 'Submitted' to 'Rejected Before Panel'. Email '${REJECTION}', reworded, queued`)
})

test("a decision and its email share one row that shows the email's status; a later email gets its own row", async () => {
  const { user_session_id } = await make({ first_name: 'Wilhelmina', last_name: "O'Strong" })
  const reason = 'No license in this state.'
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED, reason }, admin)
  await send(user_session_id, REJECTION, { html: "<p>Dear {first_name} {last_name}, we're sorry. Wilhelmina O'Strong can apply again.</p>" })
  const rows = async () => (await app.call(listHistory, { id: user_session_id }, admin)).body.filter(({ kind }) => kind !== 'reveal')
  const [queued] = await rows()
  expect(queued).toMatchObject({
    kind: 'status',
    what: `Moved from 'Submitted' to 'Rejected Before Panel': “${reason}” Email '${REJECTION}', reworded, queued`,
  })
  const [email] = await emails(user_session_id)
  expect(email).toMatchObject({ email_id: queued!.email_id, text: expect.stringContaining("Dear [name], we're sorry. [name] can apply again.") })
  expect(email).not.toHaveProperty('html')

  await app.db.execute(sql`update email_outbox set state = 'sent', sent_at = now() where user_session_id = ${user_session_id}`)
  const colleague = await app.admin(app.env.ADMIN_EMAILS[1])
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, subject: 'One more thing', html: '<p>Your documents.</p>' }, colleague)
  expect((await rows()).map(({ kind, what, who }) => [kind, what, who])).toEqual([
    ['email', 'Email without a template queued', app.env.ADMIN_EMAILS[1]],
    ['status', expect.stringMatching(/ reworded, sent$/), app.env.ADMIN_EMAILS[0]],
  ])
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { licenseQuestionEmail } from '#contract/licenses/ask-email.ts'
import * as lists from '#contract/licenses/law-and-lists.ts'
import * as calls from '#contract/licenses/licenses.ts'
import { ACCEPTED_OFFER, PROCEED, REJECTED, REJECTED_AT_SCHEDULING, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { toParagraphs } from '#contract/text/paragraphs.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { apply, formWith, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { sendExpiryReminders } from './remind-expiring.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { admin, applied, move } = await ownApplications(app)
const role = await makeRole(app.db, { license_states: ['TX', 'FL', 'CA'] })

const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2099-06-30' }
const list = (licenses: object[] = [RN], more = {}) => ({ home_state: 'TX', npi: '1234567893', licenses, ...more }) as never
const save = (one: { user_session_id: number; as: object }, body = list()) =>
  app.call(calls.saveLicenses, { user_session_id: one.user_session_id, ...(body as object) } as never, one.as)
const read = (id: number, identifiable = false, as: object = admin) => app.call(calls.readApplicantLicenses, { id, identifiable }, as)
const lastAudit = async (action: string) =>
  (await app.db.execute<{ facts: object }>(sql`select facts from audit_trail where action = ${action} order by audit_id desc limit 1`)).rows[0]?.facts

test("a candidate lists licenses with the application's cookie, before and after submitting, until the application ends", async () => {
  const started = await startApplying(app, role.ref_function_role_id)
  const first = await save(started)
  expect([first.status, first.body]).toEqual([
    200,
    {
      home_state: 'TX',
      moved_on: null,
      npi: '1234567893',
      is_open: true,
      licenses: [expect.objectContaining({ ...RN, is_expired: false, authorization: null, privileges: [] })],
    },
  ])
  const sent = await apply(app, role.ref_function_role_id, { email: 'nurse@example.com' })
  expect((await save(sent)).status).toBe(200)
  expect((await save({ ...sent, as: {} })).status).toBe(403)
  expect((await save({ ...sent, as: started.as })).status).toBe(403)
  await move(sent.user_session_id, UNDER_REVIEW)
  expect((await save(sent, list([]))).body.licenses).toEqual([])
  expect(await lastAudit('license.given')).toEqual({ licenses: 0 })
  await move(sent.user_session_id, PROCEED)
  expect((await save(sent)).body).toMatchObject({ is_open: true, licenses: [RN] })
  await move(sent.user_session_id, REJECTED_AT_SCHEDULING)
  expect((await save(sent)).status).toBe(409)
})

test('candidates can view and change only their own licenses on their page', async () => {
  const person = await applied()
  const put = await app.call(calls.saveOwnLicenses, { id: person.id, ...(list() as object) } as never, person.as)
  expect([put.status, (await app.call(calls.readOwnLicenses, { id: person.id }, person.as)).body]).toEqual([200, put.body])
  const other = await applied()
  expect((await app.call(calls.readOwnLicenses, { id: person.id }, other.as)).status).toBe(404)
  await move(person.id, REJECTED)
  expect((await app.call(calls.saveOwnLicenses, { id: person.id, ...(list() as object) } as never, person.as)).status).toBe(409)
})

test.each([
  ['an unknown state', [{ ...RN, license_state: 'XX' }], {}, 'licenses.0.license_state'],
  ['an unknown type', [{ ...RN, license_type: 'NURSE' }], {}, 'licenses.0.license_type'],
  ['a license listed twice, however its number is typed', [RN, { ...RN, license_number: 'rn123456' }], {}, 'licenses'],
  ['a date from another century', [{ ...RN, expires_on: '1926-01-01' }], {}, 'licenses.0.expires_on'],
  ['an NPI with a wrong check digit', [RN], { npi: '1234567898' }, 'npi'],
  ['an unknown home', [RN], { home_state: 'ZZ' }, 'home_state'],
])('%s is rejected with an error on its field, and nothing changes', async (_what, licenses, more, path) => {
  const one = await apply(app, role.ref_function_role_id, { email: 'wrong@example.com' })
  await save(one)
  const { status, body } = await save(one, list(licenses, more))
  expect([status, body.errors?.map((error) => error.path)]).toEqual([422, [path]])
  expect((await read(one.user_session_id, true)).body.licenses).toHaveLength(1)
})

test('an LVN counts as an LPN, and a past date is accepted with a notice', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'lvn@example.com' })
  const { body } = await save(one, list([{ ...RN, license_type: 'lvn', license_state: 'ca', expires_on: '2020-01-31' }]))
  expect(body.licenses).toMatchObject([{ license_type: 'LPN', license_state: 'CA', is_expired: true }])
})

test('a license of type MA is for a medical assistant, whatever the state', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'ma@example.com' })
  const { body } = await save(one, list([{ license_type: 'MA', license_state: 'WA' }]))
  expect(body.licenses).toMatchObject([{ license_type: 'CMA', license_state: 'WA' }])
})

test("staff see which of the role's states the licenses cover; with names hidden, the response has no numbers or NPI", async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'cover@example.com' })
  expect((await read(one.user_session_id)).body).toMatchObject({ is_given: false, coverage: { covered: [] } })
  await save(one)
  const blind = await read(one.user_session_id)
  expect(blind.body).toMatchObject({
    npi: null,
    role_states: ['TX', 'FL', 'CA'],
    coverage: { covered: ['TX', 'FL'], missing: ['CA'], expiring: [], review: [], sentence: 'Covers 2 of 3 states; missing CA; TX multistate license.' },
    licenses: [{ license_type: 'RN', license_state: 'TX', license_number: null }],
  })
  expect(JSON.stringify(blind.body)).not.toMatch(/123-456|1234567893/)
  const named = await read(one.user_session_id, true)
  expect([named.body.npi, named.body.licenses[0]?.license_number]).toEqual(['1234567893', 'RN 123-456'])
  expect(await lastAudit('applicant.revealed')).toEqual({ shown: 'licenses' })
  const outsider = await makeStaff(app, 'hiring-manager', { scope: [] })
  expect((await read(one.user_session_id, false, outsider)).status).toBe(404)
})

test('for 60 days after a move between member states, a multistate license keeps its coverage, and the response says what to do', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'moved@example.com' })
  const movedOn = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await save(one, list([RN], { home_state: 'FL', moved_on: movedOn(30) }))
  expect((await read(one.user_session_id)).body).toMatchObject({
    moved_on: movedOn(30),
    coverage: { covered: ['TX', 'FL'], sentence: expect.stringContaining('apply in FL by day 60') },
  })
  await save(one, list([RN], { home_state: 'FL', moved_on: movedOn(63) }))
  expect((await read(one.user_session_id)).body.coverage).toMatchObject({ covered: ['TX'], review: ['TX'] })
  expect((await save(one, list([RN], { moved_on: '1999-12-31' }))).status).toBe(422)
})

test('verifications can be added but not changed; editing the license marks them as belonging to an earlier entry', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'verify@example.com' })
  await save(one)
  const license_id = (await read(one.user_session_id)).body.licenses[0]!.license_id
  const verify = (but = {}) =>
    app.call(calls.verifyLicense, { license_id, source: 'Nursys QuickConfirm', result: 'active', checked_on: '2026-11-20', ...but } as never, admin)
  const first = await verify({ note: 'Ada is fine' })
  expect([first.status, first.body]).toEqual([201, expect.objectContaining({ license_id, result: 'active', is_for_earlier_entry: false })])
  for (const field of ['source', 'result', 'checked_on']) expect([(await verify({ [field]: '' })).status, field]).toEqual([422, field])
  expect((await verify({ checked_on: '' })).body).toMatchObject({ errors: [{ path: 'checked_on', message: 'Enter a date, such as 2027-06-30' }] })
  expect((await verify({ checked_on: '2098-01-01' })).status).toBe(422)
  expect((await verify({ license_id: 999_999 })).status).toBe(404)
  await save(one)
  expect((await read(one.user_session_id)).body.licenses[0]).toMatchObject({ license_id, verifications: [{ is_for_earlier_entry: false, note: '' }] })
  await save(one, list([{ ...RN, expires_on: '2098-06-30' }]))
  await verify({ result: 'restricted' })
  expect((await read(one.user_session_id, true)).body.licenses[0]).toMatchObject({
    license_id,
    verifications: [
      { result: 'restricted', is_for_earlier_entry: false },
      { result: 'active', is_for_earlier_entry: true, note: 'Ada is fine' },
    ],
  })
})

test('license checks are kept when a number is corrected or a license is re-added, and are labeled as from an earlier entry', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'corrected@example.com' })
  await save(one)
  const first = async () => (await read(one.user_session_id, true)).body.licenses[0]!
  const { license_id } = await first()
  const verify = () => app.call(calls.verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20' } as never, admin)
  await verify()
  await save(one, list([{ ...RN, license_number: 'RN 123-457' }]))
  expect(await first()).toMatchObject({ license_id, license_number: 'RN 123-457', verifications: [{ is_for_earlier_entry: true }] })
  await verify()
  await save(one, list([]))
  await save(one, list([{ ...RN, license_number: 'RN 123-457' }]))
  expect(await first()).toMatchObject({ license_id, verifications: [{ is_for_earlier_entry: true }, { is_for_earlier_entry: true }] })
  const two = [
    { ...RN, license_number: 'RN 123-457' },
    { ...RN, license_number: 'another' },
  ]
  await save(one, list(two))
  expect((await read(one.user_session_id)).body.licenses.map((license) => license.verifications.length)).toEqual([2, 0])
})

test("a PDF of the source's response is attached to the record once, and each download is in the audit trail", async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'pdf@example.com' })
  await save(one)
  const license_id = (await read(one.user_session_id)).body.licenses[0]!.license_id
  const record = { license_id, source: 'Nursys QuickConfirm', result: 'active', checked_on: '2026-11-20' } as const
  const { verification_id } = (await app.call(calls.verifyLicense, record, admin)).body
  const path = `/api/licenses/verifications/${verification_id}/pdf`
  const pdf = await writtenPdf()
  const attach = (content: Buffer, as: object = admin) => {
    const { body, headers } = formWith({}, { name: 'pdf', filename: 'nursys.pdf', type: 'application/pdf', content })
    return app.send('POST', path, body, { ...as, headers })
  }
  const outsider = await makeStaff(app, 'hiring-manager', { scope: [], may_decide_flag: true })
  expect([(await attach(Buffer.from('no PDF'))).status, (await attach(pdf, outsider)).status]).toEqual([415, 404])
  expect((await app.send('GET', path, undefined, admin)).status).toBe(404)
  expect([(await attach(pdf)).status, (await attach(pdf)).status]).toEqual([201, 409])
  const got = await app.send('GET', path, undefined, admin)
  expect([got.status, got.headers['content-type'], got.headers['content-length']]).toEqual([200, 'application/pdf', String(pdf.length)])
  expect((await app.send('GET', path, undefined, outsider)).status).toBe(404)
  expect(await lastAudit('license.pdf-read')).toEqual({ verification_id })
  expect((await read(one.user_session_id)).body.licenses[0]?.verifications).toMatchObject([{ has_pdf: true }])
  await eraseApplicant(app.services, { user_session_id: one.user_session_id, reason: 'request', insideMandatory: 'erase' })
  expect((await app.db.execute(sql`select 1 from license_document where license_verification_id = ${verification_id}`)).rows).toEqual([])
})

test("an email about licenses doesn't announce a decision, is sent as written, and is never sent twice", async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'asked@example.com' })
  await save(one, list([{ ...RN, expires_on: '2020-01-31' }]))
  const found = (await read(one.user_session_id)).body
  const draft = licenseQuestionEmail(found, { on: '2026-11-23', isOpen: true })
  expect(draft.text).toMatch(
    /patients in Texas, Florida, and California\.[\s\S]*valid in Texas, Florida, or California\.[\s\S]*Texas RN license expired on January 31, 2020/,
  )
  const checked = (result: 'not_found' | 'expired' | 'restricted') => {
    const verification = { result, is_for_earlier_entry: false } as (typeof found.licenses)[number]['verifications'][number]
    return licenseQuestionEmail({ ...found, licenses: [{ ...found.licenses[0]!, verifications: [verification] }] }, { on: '2026-11-23', isOpen: true }).text
  }
  expect(checked('not_found')).toMatch(
    /couldn't find your Texas RN license in the board's records[\s\S]*As far as we can tell, no license you listed is valid in Texas/,
  )
  expect([checked('expired'), checked('restricted')]).toEqual([
    expect.stringMatching(/records say that your .* has expired/),
    expect.stringMatching(/is restricted/),
  ])
  const ask = (but = {}) =>
    app.call(calls.askForLicenses, { id: one.user_session_id, subject: draft.subject, html: toParagraphs(`${draft.text} <b>`), ...but } as never, admin)
  expect([(await ask({ subject: ' ' })).status, (await ask({ html: '<p>{nam}</p>' })).status, (await ask({ id: 999_999 })).status]).toEqual([422, 422, 404])
  expect([(await ask()).status, (await ask()).status]).toEqual([202, 409])
  const { rows } = await app.db.execute(sql`
    select o.subject, o.html like '%/application/%' and o.html like '%Hello Ada%' and o.html like '%&lt;b&gt;%' as is_filled, o.ref_application_status_id as status,
      u.has_emailed_application_status as is_told from email_outbox o join user_session u using (user_session_id)
    where o.user_session_id = ${one.user_session_id} and o.purpose = 'candidate'`)
  expect(rows).toEqual([{ subject: `Your licenses for ${role.function_role_name}`, is_filled: true, status: null, is_told: false }])
  expect(await lastAudit('license.asked')).toEqual({ email_id: expect.any(Number) })
  expect((await app.call(calls.askForLicenses, { id: one.user_session_id, subject: 'x', html: 'x' }, await makeStaff(app, 'auditor'))).status).toBe(403)
})

test('any staff member can check a scenario, and a row added by an owner changes the result starting on its effective date', async () => {
  const scenario = { home_state: 'NH', role_states: ['MA'], licenses: [{ license_type: 'RN', license_state: 'NH', is_multistate: true }] }
  const coverOn = async (on: string) => app.call(calls.computeCoverage, { ...scenario, on } as never, await app.interviewer())
  expect((await coverOn('2027-03-01')).body).toMatchObject({ covered: [], missing: ['MA'] })
  expect((await app.call(calls.computeCoverage, { ...scenario, on: '2027-03-01' } as never)).status).toBe(401)
  const change = {
    place: 'MA',
    compact: 'NLC',
    standing: 'member',
    since: '2027-02-01',
    source: 'mass.gov',
    seen_on: '2026-11-20',
    reason: 'Start date announced',
  } as const
  expect((await app.call(lists.addCompact, change, await makeStaff(app, 'recruiter'))).status).toBe(403)
  expect((await app.call(lists.addCompact, { ...change, until: '2027-01-01' }, admin)).status).toBe(422)
  expect((await app.call(lists.addCompact, change, admin)).body).toMatchObject({ place: 'MA', is_built_in: false })
  expect([(await coverOn('2027-01-31')).body.covered, (await coverOn('2027-02-01')).body.covered]).toEqual([[], ['MA']])
  const listed = await app.call(lists.listCompacts, {}, admin)
  const { reason } = change
  const rows = listed.body.filter(({ place, compact }) => place === 'MA' && compact === 'NLC')
  expect(rows).toMatchObject([{ standing: 'enacted' }, { standing: 'member', reason, added_by: app.env.ADMIN_EMAILS[0] }])
  expect((await app.call(calls.computeCoverage, { on: '2026-11-23', home_state: null, role_states: [], licenses: [] } as never, admin)).status).toBe(422)
})

test('a reminder is sent 60, 30 and 7 days before a license expires, until the application is closed', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'soon@example.com' })
  await save(one, list([{ ...RN, license_number: 'A', expires_on: '2098-01-01' }]))
  const expireIn = (days: number) =>
    app.db.execute(
      sql`update license set expires_on = ${todayIn(app.services.env.TIME_ZONE)}::date + ${days}::int where user_session_id = ${one.user_session_id}`,
    )
  const sentAt = async (days: number) => {
    await expireIn(days)
    return [await sendExpiryReminders(app.services), await sendExpiryReminders(app.services)]
  }
  expect([await sentAt(61), await sentAt(60), await sentAt(45), await sentAt(30), await sentAt(7), await sentAt(3)]).toEqual([
    [0, 0],
    [1, 0],
    [0, 0],
    [1, 0],
    [1, 0],
    [0, 0],
  ])
  const { rows } = await app.db.execute<{ subject: string; text: string }>(
    sql`select subject, text from email_outbox where to_address = 'lead@meridianhealth.example' order by email_id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ subject: 'A license expires in 7 days', text: expect.stringMatching(/RN TX, [A-Z][a-z]+ \d+, \d{4} \(in 7 days\)/) })
  expect(rows[0]!.text).not.toMatch(/Ada|Archer|soon@/)
  const lastSubject = async () =>
    (await app.db.execute<{ subject: string }>(sql`select subject from email_outbox where purpose = 'notice' order by email_id desc limit 1`)).rows[0]?.subject
  await app.db.execute(sql`update license set reminded_days = null where user_session_id = ${one.user_session_id}`)
  expect([await sentAt(1), await lastSubject()]).toEqual([[1, 0], 'A license expires in 1 day'])
  const sentIn = async (status: number, days: number) => {
    await app.db.execute(
      sql`update license set expires_on = ${todayIn(app.services.env.TIME_ZONE)}::date + 20, reminded_days = null where user_session_id = ${one.user_session_id}`,
    )
    await app.db.execute(sql`update user_session set ref_application_status_id = ${status}, status_changed_at = now() - make_interval(days => ${days})
      where user_session_id = ${one.user_session_id}`)
    return sendExpiryReminders(app.services)
  }
  expect([await sentIn(ACCEPTED_OFFER, 89), await sentIn(ACCEPTED_OFFER, 91), await sentIn(REJECTED, 1)]).toEqual([1, 0, 0])
})

test('an erasure removes all licenses, numbers, verifications and matches', async () => {
  const one = await apply(app, role.ref_function_role_id, { email: 'erase@example.com' })
  await save(one)
  await eraseApplicant(app.services, { user_session_id: one.user_session_id, reason: 'request', insideMandatory: 'erase' })
  for (const table of ['license', 'license_holder', 'exclusion_match'])
    expect((await app.db.execute(sql`select 1 from ${sql.identifier(table)} where user_session_id = ${one.user_session_id}`)).rows).toEqual([])
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteProspects, listProspects } from '#contract/candidate/prospects.ts'
import { setRoleUpdates } from '#contract/candidate/role-updates.ts'
import { answerSuggestion, suggestionEmail } from '#contract/candidate/suggestions.ts'
import { addCompact } from '#contract/licenses/law-and-lists.ts'
import { saveLicenses } from '#contract/licenses/licenses.ts'
import { toParagraphs } from '#contract/text/paragraphs.ts'
import { asMail, senderOf } from '#server/mail/message.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof ownApplications>>
let texas: number
beforeAll(async () => {
  app = await startApp()
  world = await ownApplications(app)
  texas = (await makeRole(app.db, { function_role_name: 'Night Nurse', license_states: ['TX'] })).ref_function_role_id
})
afterAll(() => app.close())

/** Creates someone who applied and has used their candidate page. */
async function makeReturningCandidate() {
  const person = await world.applied()
  await world.read(person)
  return person
}
const list = async (id = texas, as: Actor = world.admin, identifiable = false) => (await app.call(listProspects, { id, identifiable }, as)).body
const listed = async (id = texas, as: Actor = world.admin) => (await list(id, as)).map((one) => one.user_session_id)
const invite = async (user_session_ids: number[], id = texas, as: Actor = world.admin) => {
  const { subject, text } = suggestionEmail({ function_role_name: 'Night Nurse' }, 'https://careers.example/roles/2')
  return app.call(inviteProspects, { id, user_session_ids, subject, html: toParagraphs(text) }, as)
}
const license = (license_state: string, license_type = 'RN') => ({
  home_state: license_state,
  licenses: [{ license_type, license_state, is_multistate: false }],
})

test('with names hidden, a published role lists people who opted in, verified their address and listed matching licenses or none', async () => {
  const fits = await makeReturningCandidate()
  const unproved = await apply(app, world.ref_function_role_id, { email: 'unproved@example.com' })
  const off = await makeReturningCandidate()
  await app.call(setRoleUpdates, { wants_updates: false }, off.as)
  const licensed = async (state: string, type?: string) => {
    const person = await makeReturningCandidate()
    await app.call({ ...saveLicenses, path: `/api/candidate/applications/${person.id}/licenses` } as never, license(state, type) as never, person.as)
    return person
  }
  const [texan, floridian] = [await licensed('TX'), await licensed('FL')]
  // Texas may not require medical assistants to be licensed, so a person has to check.
  const unclear = await licensed('FL', 'CMA')
  const ids = await listed()
  expect(ids).toEqual(expect.arrayContaining([fits.id, texan.id, unclear.id]))
  expect([unproved.user_session_id, off.id, floridian.id].filter((id) => ids.includes(id))).toEqual([])
  const blind = await list()
  expect(blind.find((one) => one.user_session_id === texan.id)).toMatchObject({ held: ['RN TX'], invitable_at: null })
  expect(JSON.stringify(blind)).not.toMatch(/Ada|example\.com/)
  expect((await list(texas, world.admin, true)).find((one) => one.user_session_id === fits.id)).toMatchObject({ first_name: 'Ada' })
  const { rows } = await app.db.execute(
    sql`select facts -> 'user_session_ids' @> to_jsonb(${fits.id}::int) as is from audit_trail where action = 'applicants.revealed'`,
  )
  expect(rows).toEqual([{ is: true }])
  const draft = (await makeRole(app.db, { disabled_flag: true })).ref_function_role_id
  expect(await listed(draft)).toEqual([])
  const outside = await makeStaff(app, 'recruiter', { scope: [world.ref_function_role_id] })
  expect((await app.call(listProspects, { id: texas }, outside)).status).toBe(404)
  expect(await listed(texas, await makeStaff(app, 'recruiter', { scope: [texas] }))).toEqual([])
})

test('living outside the US doesn’t keep someone off the list: a person checks whether their multistate license counts', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX', 'FL'] })
  const abroad = async (is_multistate: boolean) => {
    const person = await makeReturningCandidate()
    const path = `/api/candidate/applications/${person.id}/licenses`
    const body = { home_state: null, licenses: [{ license_type: 'RN', license_state: 'TX', is_multistate }] }
    expect((await app.call({ ...saveLicenses, path } as never, body as never, person.as)).status).toBe(200)
    return person.id
  }
  const [multistate, single] = [await abroad(true), await abroad(false)]
  const found = await list(id)
  expect(found.find((one) => one.user_session_id === multistate)?.sentence).toBe('Covers 1 of 2 states; missing FL; review: home outside the US.')
  expect(found.map((one) => one.user_session_id)).not.toContain(single)
  expect((await invite([multistate, single], id)).body.results.map(({ status }) => status)).toEqual([201, 409])
})

test("the list gives the age of the compact facts behind a sentence if they haven't been checked in a long time", async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['VA'] })
  const [nurse, worker] = [await makeReturningCandidate(), await makeReturningCandidate()]
  const save = (person: typeof nurse, license_type: string) => {
    const path = `/api/candidate/applications/${person.id}/licenses`
    return app.call({ ...saveLicenses, path } as never, { home_state: 'VA', licenses: [{ license_type, license_state: 'VA' }] } as never, person.as)
  }
  expect([(await save(nurse, 'LMFT')).status, (await save(worker, 'LCSW')).status]).toEqual([200, 200])
  const old = {
    place: 'VA',
    compact: 'SW',
    standing: 'member',
    since: '2025-01-01',
    source: 'swcompact.org',
    seen_on: '2025-01-02',
    reason: 'In force',
  } as const
  expect((await app.call(addCompact, old, world.admin)).status).toBe(201)
  const ages = new Map((await list(id)).map((one) => [one.user_session_id, one.facts_seen_on]))
  expect([ages.get(nurse.id), ages.get(worker.id)]).toEqual([null, '2025-01-02'])
})

test('a person gets at most one invitation a month, with the headers and link for one-click unsubscribe', async () => {
  const { id, as, email } = await makeReturningCandidate()
  const other = (await makeRole(app.db, { function_role_name: 'Day Nurse' })).ref_function_role_id
  const both = await Promise.all([invite([id, id]), invite([id], other)])
  expect(both.flatMap(({ body }) => body.results.map(({ status }) => status)).toSorted()).toEqual([201, 409])
  const again = (await makeRole(app.db)).ref_function_role_id
  expect((await invite([id], again)).body.results).toMatchObject([{ status: 409, detail: 'This person was invited to a role less than a month ago.' }])
  expect((await list(again)).find((one) => one.user_session_id === id)?.invitable_at).toEqual(expect.any(String))

  const { rows } = await app.db.execute<Record<string, string>>(sql`select * from email_outbox where to_address = ${email} and unsubscribe_url is not null`)
  expect(rows).toHaveLength(1)
  const [sent] = rows
  expect(sent!['html']).toContain(`href="${sent!['unsubscribe_url']}"`)
  expect(asMail(sent as never, senderOf('careers@example.com'))?.headers).toMatchObject({
    'List-Unsubscribe': `<${sent!['unsubscribe_url']}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  await app.db.execute(
    sql`update email_outbox set created_at = now() - interval '32 days', sent_at = now(), state = 'sent' where email_id = ${sent!['email_id']}`,
  )
  expect((await invite([id], again)).body.results).toMatchObject([{ status: 201 }])
  await app.db.execute(sql`update email_outbox set created_at = now() - interval '32 days' where to_address = ${email}`)
  await app.send('POST', new URL(sent!['unsubscribe_url']!).pathname, 'List-Unsubscribe=One-Click', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await listed((await makeRole(app.db)).ref_function_role_id)).not.toContain(id)
  const { rows: suggestions } = await app.db.execute<{ id: number }>(
    sql`select min(role_suggestion_id)::int as id from role_suggestion where user_session_id = ${id}`,
  )
  expect((await app.call(answerSuggestion, { id, role_suggestion_id: suggestions[0]!.id, answer: 'no' }, as)).status).toBe(200)
})

test('only people who can decide can invite, and only people on the list can be invited', async () => {
  const unproved = await apply(app, world.ref_function_role_id, { email: 'never.opened@example.com' })
  const { id } = await makeReturningCandidate()
  expect((await invite([unproved.user_session_id, id, 999_999])).body.results.map(({ status }) => status)).toEqual([409, 201, 404])
  expect(await listed()).not.toContain(id)
  expect((await invite([id], texas, await makeStaff(app, 'hiring-manager', { scope: [texas] }))).status).toBe(403)
})

test('everyone with matching licenses is listed, however many others opted in without them', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['WA'] })
  const fits = []
  while (fits.length < 5) fits.push((await makeReturningCandidate()).id)
  await app.db.execute(sql`
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, email, email_key,
      proved_email_key, wants_updates)
    select ${world.ref_function_role_id}::int, 5, 'floridian' || n, now(), address, address, address, true
    from generate_series(1, 1500) n, lateral (select 'floridian' || n || '@example.com' as address) a`)
  const floridians = sql`from user_session where capability_hash like 'floridian%'`
  await app.db.execute(sql`insert into license_holder (user_session_id, home_state) select user_session_id, 'FL' ${floridians}`)
  await app.db.execute(sql`
    insert into license (user_session_id, place, license_type, license_state, is_multistate, is_in_progress, privileges)
    select user_session_id, 0, 'RN', 'FL', false, false, '{}' ${floridians}`)
  expect(await listed(id)).toEqual(expect.arrayContaining(fits))
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { checkAudit, exportAudit, listAudit } from '#contract/audit-trail.ts'
import * as lists from '#contract/licenses/law-and-lists.ts'
import { saveLicenses } from '#contract/licenses/licenses.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { ownApplications } from '#test/own-applications.ts'
import { packetIn, packetOf, verdictOn } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { readEnv } from '#server/env.ts'
import { visitor } from '#server/http/caller.ts'
import { exclusionContact } from '#server/operate/commands/operating-checks.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { exportApplicant } from '#server/operate/privacy/applicant-commands.ts'
import { compareWithExclusions, loadExclusions } from './exclusions.ts'
import { readLeie } from './leie.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, move } = await ownApplications(app)
let sequence = 0
const role = await makeRole(app.db, { license_states: ['TX', 'FL', 'CA'] })

const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2099-06-30' }
const list = (licenses: object[] = [RN], more = {}) => ({ home_state: 'TX', npi: '1234567893', licenses, ...more }) as never
const save = (one: { user_session_id: number; as: object }, body: object) =>
  app.call(saveLicenses, { user_session_id: one.user_session_id, ...body } as never, one.as)

const HEADER = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'
const row = (last: string, first: string, npi = '0000000000', dates = '20240531,00000000') =>
  `"${last}","${first}","","","NURSE","NURSE/NURSES AIDE","","${npi}","19800101","1 ST, APT ""2""","TOWN","TX","77001","1128a1",${dates},00000000,`
const file = (...rows: string[]) => [HEADER, ...rows, ''].join('\r\n')

test('loading the exclusion list replaces the previous one, and a possible match becomes a task without changing a status', async () => {
  const person = await apply(app, role.ref_function_role_id, { email: 'match@example.com', first_name: 'Grétel', last_name: "O'Hara-Quist" })
  await save(person, list([RN], { npi: '1500000009' }))
  const away = await apply(app, role.ref_function_role_id, { email: 'away@example.com', first_name: 'Gretel', last_name: 'Quist' })
  await move(person.user_session_id, PROCEED)
  const result = await loadExclusions(app.db, file(row('QUIST', 'GRETEL'), row('OTHER', 'PERSON', '1500000009', '20200101,20210101'), row('', 'BUSINESS')))
  expect(result).toEqual({ rows: 2, matches: 1 })
  const { body } = await app.call(lists.listExclusionMatches, {}, admin)
  expect(body).toMatchObject([{ user_session_id: person.user_session_id, matched_on: 'name', excluded_name: 'GRETEL QUIST', closed_at: null }])
  expect(body.some((match) => match.user_session_id === away.user_session_id)).toBe(false)
  expect(await app.db.transaction(compareWithExclusions)).toBe(0)
  const { rows } = await app.db.execute(sql`select ref_application_status_id as status from user_session where user_session_id = ${person.user_session_id}`)
  expect(rows).toEqual([{ status: PROCEED }])
  const close = (reason: string) => app.call(lists.closeExclusionMatch, { id: body[0]!.exclusion_match_id, reason }, admin)
  expect([(await close(' ')).status, (await close('Another birth date')).status, (await close('Again')).status]).toEqual([422, 200, 404])
  expect((await app.call(lists.listExclusionMatches, {}, await makeStaff(app, 'recruiter'))).status).toBe(403)
  expect((await loadExclusions(app.db, file(row('SOMEONE', 'ELSE', '1500000009'), row('MORE', 'PEOPLE')))).matches).toBe(1)
})

test('only whole last names and their parts suggest the same person: not particles or suffixes, which thousands share', async () => {
  const people = { León: 'De León', Cruz: 'de la Cruz', Joined: 'De Lacruz', Berg: 'Van den Berg', Hassan: 'Al-Hassan', Smith: 'Smith Jr.', Third: 'Smith III' }
  const ids = new Map<number, string>()
  for (const [name, last_name] of Object.entries(people)) {
    const { user_session_id } = await apply(app, role.ref_function_role_id, { email: `${sequence++}@example.com`, first_name: 'Marie Ann', last_name })
    await move(user_session_id, PROCEED)
    ids.set(user_session_id, name)
  }
  const matchesOf = async (...lasts: string[]) => {
    await loadExclusions(app.db, file(...lasts.map((last) => row(last, 'MARIE'))), { isSmaller: true })
    const found = (await app.call(lists.listExclusionMatches, {}, admin)).body.filter(({ excluded_name }) =>
      lasts.includes(excluded_name.slice('MARIE '.length)),
    )
    return found.flatMap(({ user_session_id }) => ids.get(user_session_id) ?? []).toSorted()
  }
  expect(await matchesOf('DE LA CRUZ')).toEqual(['Cruz', 'Joined'])
  expect(await matchesOf('VAN DER MEER', 'EL AL-AMIN', 'JONES JR', 'JONES, III', 'ST LA SALLE', 'DE LOS SANTOS')).toEqual([])
  expect(await matchesOf('LEON GARCIA', 'VANDENBERG', 'HASSAN')).toEqual(['Berg', 'Hassan', 'León'])
  expect(await matchesOf('SMITH', 'SMITH II')).toEqual(['Smith', 'Smith', 'Third', 'Third'])
})

test('a name on the list is a possible match even if the applicant entered a different NPI', async () => {
  const person = await apply(app, role.ref_function_role_id, { email: 'another@example.com', first_name: 'Nora', last_name: 'Number' })
  await save(person, list([RN], { npi: '1999999992' }))
  await move(person.user_session_id, PROCEED)
  expect((await loadExclusions(app.db, file(row('NUMBER', 'NORA', '2040608012'), row('NUMBER', 'OTTO', '2040608012')))).matches).toBe(1)
  const { body } = await app.call(lists.listExclusionMatches, {}, admin)
  expect(body.find((match) => match.user_session_id === person.user_session_id)).toMatchObject({ matched_on: 'name', excluded_name: 'NORA NUMBER' })
})

test("any owner can review matches, and doctor warns if EXCLUSION_CONTACT isn't an owner", async () => {
  const { env } = app.services
  const problem = (EXCLUSION_CONTACT: string) => exclusionContact(app.db, { ...env, EXCLUSION_CONTACT })
  expect(readEnv({ ADMIN_EMAILS: 'one@example.com', EXCLUSION_CONTACT: 'added@example.com' })).toMatchObject({
    env: { EXCLUSION_CONTACT: 'added@example.com' },
  })
  expect([await problem(env.EXCLUSION_CONTACT), await problem('nobody@example.com')]).toEqual([null, expect.stringContaining("isn't an owner")])
  await app.db.execute(sql`insert into staff_account (email, owner_flag) values ('added@example.com', true)`)
  expect(await problem('added@example.com')).toBe(null)
})

test('an owner loads the list in the product: the response reveals no matches, and an incomplete file changes nothing', async () => {
  const upload = (content: string, fields = {}, as: object = admin) => {
    const { body, headers } = formWith(fields, { name: 'list', filename: 'UPDATED.csv', type: 'text/csv', content: Buffer.from(content) })
    return app.send('POST', '/api/licenses/exclusions', body, { ...as, headers })
  }
  const fullFile = file(row('LOADED', 'ONE'), row('LOADED', 'TWO'), row('LOADED', 'THREE'))
  expect(await upload(fullFile, { is_smaller: 'yes' })).toMatchObject({ status: 201, body: { rows: 3 } })
  expect(await upload(file(row('A', 'B')))).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'list', message: expect.stringContaining('may be incomplete') }] },
  })
  expect((await upload(`${file(row('A', 'B'))}"SMITH","JO`, { is_smaller: 'yes' })).status).toBe(422)
  expect((await upload(fullFile, {}, await makeStaff(app, 'recruiter'))).status).toBe(403)
  const { rows } = await app.db.execute(sql`select excluded_name from exclusion order by exclusion_id`)
  expect(rows.map(({ excluded_name }) => excluded_name)).toEqual(['ONE LOADED', 'TWO LOADED', 'THREE LOADED'])
})

test.each([
  ['cut in the middle of a line', `${file(row('A', 'B'))}"SMITH","JO`, /incomplete/],
  ['cut at the end of a field', `${file(row('A', 'B'))}"SMITH","JO"\n`, /Line 3 has 2 fields/],
  ['with columns in a different order', file().replace('LASTNAME,FIRSTNAME', 'FIRSTNAME,LASTNAME'), /columns/],
  ['with an invalid date', file(row('A', 'B', '0000000000', '20241399,00000000')), /date/],
  ['with a day that no month has', file(row('A', 'B', '0000000000', '20240531,20250231')), /Line 2 has an invalid date: 20250231/],
  ['with a quote that never ends', file(row('A', 'B'), row('C', 'D').replace('"C"', '"C')), /Line 3 is damaged/],
  ['with a character that no text has', file(row('A\0', 'B')), /Line 2 is damaged/],
  ['without people', file(), /no people/],
  ['much smaller than the last one', file(row('A', 'B')), /may be incomplete/],
])('an exclusion list %s is rejected, and the previous one stays', async (_what, text, words) => {
  await loadExclusions(app.db, file(row('FIRST', 'ONE'), row('SECOND', 'ONE'), row('THIRD', 'ONE')), { isSmaller: true })
  await expect(loadExclusions(app.db, text)).rejects.toThrow(words)
  const { rows } = await app.db.execute(sql`select excluded_name from exclusion order by exclusion_id`)
  expect(rows).toHaveLength(3)
})

test('a list of 80,000 people loads within a minute', async () => {
  const people = Array.from({ length: 80_000 }, (_, n) => row(`LAST${String.fromCharCode(65 + (n % 26))}`, `F${'ABCDEFGHIJ'.repeat(1 + (n % 3))}`))
  const startedAt = performance.now()
  expect((await loadExclusions(app.db, file(...people))).rows).toBe(80_000)
  expect(performance.now() - startedAt).toBeLessThan(60_000)
})

test('other requests are served while a long list loads', async () => {
  const text = file(...Array.from({ length: 2_000 }, (_, n) => row(`LAST${n}`, `F${n}`)))
  let turns = 0
  const countTurn = (): NodeJS.Immediate => {
    turns += 1
    return (waiting = setImmediate(countTurn))
  }
  let waiting = setImmediate(countTurn)
  expect(await readLeie(text)).toHaveLength(2_000)
  clearImmediate(waiting)
  expect(turns).toBeGreaterThan(20)
})

test('only the person responsible sees and can close a possible match, and two listed people with the same name count as two', async () => {
  const person = await apply(app, role.ref_function_role_id, { email: 'once@example.com', first_name: 'Ida', last_name: 'Twin' })
  await move(person.user_session_id, PROCEED)
  const twins = file(row('TWIN', 'IDA', '0000000000', '20240531,00000000'), row('TWIN', 'IDA', '0000000000', '20190101,00000000'), row('THIRD', 'ONE'))
  expect((await loadExclusions(app.db, twins, { isSmaller: true })).matches).toBe(2)
  expect(await app.db.transaction(compareWithExclusions)).toBe(0)
  const mine = (await app.call(lists.listExclusionMatches, {}, admin)).body.filter((match) => match.user_session_id === person.user_session_id)
  expect(mine.map(({ excluded_on }) => excluded_on)).toEqual(['2019-01-01', '2024-05-31'])
  expect(mine[0]).toMatchObject({ alias: expect.stringMatching(/^Applicant /), function_role_name: role.function_role_name })
  const colleague = await app.admin(app.services.env.ADMIN_EMAILS[1]!)
  expect((await app.call(lists.listExclusionMatches, {}, colleague)).body).toEqual([])
  expect((await app.call(lists.closeExclusionMatch, { id: mine[0]!.exclusion_match_id, reason: 'Not theirs' }, colleague)).status).toBe(404)
  expect((await app.call(lists.closeExclusionMatch, { id: mine[0]!.exclusion_match_id, reason: 'Another birth date' }, admin)).status).toBe(200)
  const { body: trail } = await app.call(listAudit, { action: 'license.exclusion-closed' }, colleague)
  expect(trail[0]).toMatchObject({ sentence: `Closed possible exclusion match ${mine[0]!.exclusion_match_id}`, subject_id: null })
  expect(JSON.stringify(trail)).not.toMatch(/birth date|Twin|Applicant/)
})

test('who a match was about, and why an earlier version closed it, is hidden from everyone in the trail, its CSV and packets', async () => {
  const { user_session_id } = await apply(app, role.ref_function_role_id, { email: 'earlier@example.com' })
  const closed = { action: 'license.exclusion-closed', subject_kind: 'applicant', subject_id: user_session_id, facts: { exclusion_match_id: 1 } } as const
  const actor = { ...visitor({ ip: '127.0.0.1' } as never), staff_account_id: admin.staff_account_id }
  await app.db.transaction((tx) => recordAudit(tx, { actor, ...closed, personal: { reason: 'Another birth date' } }))
  const colleague = await app.admin(app.services.env.ADMIN_EMAILS[1]!)
  const { body: trail } = await app.call(listAudit, { action: closed.action }, colleague)
  expect(trail[0]).toMatchObject({ sentence: 'Closed possible exclusion match 1', subject_kind: 'exclusions', subject_id: null })
  const { body: about } = await app.call(listAudit, { user_session_id }, colleague)
  expect(about.map(({ action }) => action)).not.toContain(closed.action)
  const csv = String((await app.call(exportAudit, { action: closed.action }, colleague)).body)
  expect(csv).toContain('"Closed possible exclusion match 1","license.exclusion-closed","exclusions",""')
  const { zip } = await packetOf(app, user_session_id)
  expect(JSON.stringify(packetIn(zip))).not.toMatch(/exclusion|Another birth date/)
  expect(verdictOn(zip).faults).toEqual([])
  expect((await app.call(checkAudit, {}, colleague)).body).toMatchObject({ is_whole: true })
})

test("a person's export never mentions a match, even one an earlier version recorded; an erasure deletes both", async () => {
  const { user_session_id } = await apply(app, role.ref_function_role_id, { email: 'exported@example.com', first_name: 'Otto', last_name: 'Match' })
  await move(user_session_id, PROCEED)
  expect((await loadExclusions(app.db, file(row('MATCH', 'OTTO')), { isSmaller: true })).matches).toBe(1)
  const closed = { action: 'license.exclusion-closed', subject_kind: 'applicant', subject_id: user_session_id, facts: { exclusion_match_id: 1 } } as const
  await app.db.transaction((tx) => recordAudit(tx, { actor: null, ...closed, personal: { reason: 'Another middle name' } }))
  const { document } = await exportApplicant(app.services, user_session_id)
  const lists = document as unknown as Record<string, object[]>
  expect(lists['audit_trail']!.length).toBeGreaterThan(0)
  expect(lists['exclusion_matches']).toEqual([])
  expect(JSON.stringify(document)).not.toMatch(/exclusion-closed|exclusion_match_id|middle name/)
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  const { rows } = await app.db.execute(sql`select (select count(*)::int from exclusion_match where user_session_id = ${user_session_id}) as matches,
    (select count(*)::int from audit_personal where personal like '%middle name%') as reasons`)
  expect(rows).toEqual([{ matches: 0, reasons: 0 }])
})

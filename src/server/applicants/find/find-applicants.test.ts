import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { writeTexts } from '#server/applicants/search/open-text-writer.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let zoe: Awaited<ReturnType<typeof makeApplicant>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  zoe = await makeApplicant(app.db, { first_name: 'Zoë', last_name: 'Ångström', email: 'Zoe.A@example.com' })
  await makeApplicant(app.db)
})
afterAll(() => app.close())

const find = async (text: string, identifiable: boolean) => (await app.call(findApplicants, { text, identifiable }, admin)).body

test.each(['zo', 'Zoë', 'zoe ang', 'ångs', 'zoe.a@', 'ZOE.A@EXAMPLE.COM'])('an applicant is found by the start of a name or email: %s', async (text) => {
  expect((await find(text, true)).map(({ user_session_id, last_name }) => [user_session_id, last_name])).toEqual([[zoe.user_session_id, 'Ångström']])
})

test('an exact match comes before prefix matches, however many there are', async () => {
  for (let one = 0; one < 60; one++) await makeApplicant(app.db, { first_name: 'Ann', last_name: `Leeson${one}`, email: `lee@example.com${one}` })
  const lee = await makeApplicant(app.db, { first_name: 'Bo', last_name: 'Lee', email: 'lee@example.com' })
  for (const text of ['lee', 'Bo Lee', 'LEE@example.com']) expect((await find(text, true))[0]!.user_session_id, text).toBe(lee.user_session_id)
})

test('with identities hidden, an applicant can be found only by alias, ID or reference, and nothing reveals who they are', async () => {
  for (const text of ['zo', 'Zoë', 'ångs', 'zoe.a@']) expect(await find(text, false), text).toEqual([])
  const { reference } = zoe
  const spelled = [reference, `${reference.slice(0, 4).toLowerCase()}-${reference.slice(4)}`, `Your reference number is ${reference}.`]
  for (const text of [zoe.alias, zoe.alias.slice(-4).toLowerCase(), ...spelled]) {
    const found = await find(text, false)
    expect(found.map((one) => one.user_session_id)).toEqual([zoe.user_session_id])
    expect(JSON.stringify(found)).not.toMatch(/zo|ångs|20\d\d-/i)
  }
})

test('either half of a hyphenated name matches, with or without accents, and a word that appears only in an answer matches no one', async () => {
  const maia = await makeApplicant(app.db, { first_name: 'Maia', last_name: 'Lövdahl-Étienne', email: 'm@example.com', answers: { why_this_role: 'Quixotic' } })
  while ((await writeTexts(app.services)) > 0);
  for (const text of ['etienne', 'Étienne', 'lovdahl', 'Maia Etienne', 'etienne maia']) {
    expect(
      (await find(text, true)).map((one) => one.user_session_id),
      text,
    ).toEqual([maia.user_session_id])
    expect(await find(text, false), text).toEqual([])
  }
  expect(await find('quixotic', true)).toEqual([])
})

test('wildcards have no special meaning, and erased applicants are not found', async () => {
  expect(await find('%%', true)).toEqual([])
  expect(await find('z_', true)).toEqual([])
  const gone = await makeApplicant(app.db, { first_name: 'Quentin' })
  expect(await find('quentin', true)).toHaveLength(1)
  await app.db.execute(sql`update user_session set restricted_at = now() where user_session_id = ${gone.user_session_id}`)
  expect(await find('quentin', true)).toEqual([])
})

test('the audit trail records who was found by name but not the search text; interviewers are denied', async () => {
  await find('zoe', true)
  const { rows } = await app.db.execute<{ row: string }>(
    sql`select to_jsonb(t)::text as row from audit_trail t where action = 'applicants.found' order by audit_id desc limit 1`,
  )
  expect(rows[0]!.row).toContain(`[${zoe.user_session_id}]`)
  expect(rows[0]!.row).not.toMatch(/zo/i)
  expect((await app.call(findApplicants, { text: 'zoe' }, await app.interviewer())).status).toBe(403)
})

test('each kind of search uses an index, whatever the size of the table', async () => {
  const { rows } = await app.db.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where tablename = 'user_session' and indexdef like '%text_pattern_ops%'`,
  )
  expect(rows).toHaveLength(5)
})

test('an email, profile, phone number in any format or pasted signature finds that person and no one else', async () => {
  const mia = await makeApplicant(app.db, {
    first_name: 'Mia',
    last_name: 'Fairweather',
    email: 'mia.fair.weather+jobs@gmail.com',
    linkedin_profile_url: 'https://www.linkedin.com/in/mia-fw/',
    answers: { care_story: 'Call me at (415) 555-0134 after six.' },
  })
  await makeApplicant(app.db, { first_name: 'Mia', last_name: 'Fairweather-Other', email: 'else@example.com' })
  await writeTexts(app.services)
  const signature = 'Best,\nMia Fairweather\nRN, Austin\nm: +1.415.555.0134 | miafairweather@gmail.com'
  for (const text of [
    'miafairweather@gmail.com',
    'linkedin.com/in/mia-fw?trk=x',
    '415-555-0134',
    '+1 415 555 0134',
    '4155550134',
    signature,
    signature.replaceAll('\n', ' | '),
  ]) {
    expect(
      (await find(text, true)).map((one) => one.user_session_id),
      text,
    ).toEqual([mia.user_session_id])
    expect(await find(text, false), text).toEqual([])
  }
})

test.each([
  'Thank you so much,\nKind regards,\nMia Fairweather',
  'Hi Lena,\nwhere does my application stand?\nThanks,\nBest,\nMia Fairweather\nSent from my phone',
  'Mia Fairweather RN BSN CCRN',
  'Best\nMIA FAIRWEATHER\n(312) 555-0100',
])('greetings and credentials around a name in a pasted signature are ignored: %s', async (text) => {
  expect((await find(text, true)).map((one) => one.last_name)).toContain('Fairweather')
})

test.each([
  'Best,\nMia Fairweather',
  'Best,\r\nMia Fairweather',
  'Thanks, Mia Fairweather',
  'Mia Fairweather, thanks',
  'Dear Mia Fairweather',
  'Dear Ms. Mia Fairweather,',
  'Dear Hiring Team,\nThank you all,\nMia Fairweather',
  'MIA FAIRWEATHER R.N. RN-BC',
  'Mia FAIRWEATHER',
])('a name on a separate line, after a greeting or before credentials, is found: %s', async (text) => {
  expect((await find(text, true))[0]!.first_name).toBe('Mia')
})

test.each([
  ['Maria J. GONZALEZ', 'Maria', 'Gonzalez'],
  ['Maria J. GONZALEZ RN', 'Maria', 'Gonzalez'],
  ['Mia DE LA CRUZ', 'Mia', 'De La Cruz'],
  ['Jo An LEE', 'Jo An', 'Lee'],
])('a last name in capitals is not taken for a credential: %s', async (text, first_name, last_name) => {
  const { user_session_id } = await makeApplicant(app.db, { first_name, last_name })
  expect((await find(text, true)).map((one) => one.user_session_id)).toContain(user_session_id)
})

test('a reference without a digit is found alone and inside a sentence, in upper or lower case, with or without a hyphen', async () => {
  const { user_session_id } = await makeApplicant(app.db)
  await app.db.execute(sql`update user_session set reference = 'CDFGHJKM' where user_session_id = ${user_session_id}`)
  for (const text of [
    'CDFGHJKM',
    'cdfg hjkm',
    'ref: CDFG-HJKM',
    'Your reference is CDFGHJKM.',
    'your reference is cdfg-hjkm, thank you',
    'Hi, I applied (CDFG-HJKM) in May',
  ]) {
    for (const identifiable of [true, false]) {
      expect(
        (await find(text, identifiable)).map((one) => one.user_session_id),
        text,
      ).toEqual([user_session_id])
    }
  }
})

test.each(['Thank you for considering my application for the registered nurse position at your ', 'x', 'x@', '@', 'x.', 'A ', 'X-', 'a\n', ', '])(
  'searching for a long pasted text is fast: %s',
  async (part) => {
    const before = process.cpuUsage()
    await find(part.repeat(2000 / part.length), true)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1500)
  },
)

test.each(['Fairwaether', 'fairweathr', 'Fairweeather', 'Mai Fairweather', 'Fairweather, Mia', 'fairweather mia', 'Fayrweather'])(
  'typos and name order are tolerated: %s',
  async (text) => {
    expect((await find(text, true)).map((one) => one.first_name)).toContain('Mia')
  },
)

test.each(['Angstrom', 'angstrom zoe', 'Zoe Angstrm'])('missing accents are tolerated: %s', async (text) => {
  expect((await find(text, true)).map((one) => one.user_session_id)).toEqual([zoe.user_session_id])
})

test.each([
  'Lindqvist',
  'Lindqwist',
  'lindkvist',
  'lindkwist',
  'Lindkwst',
  'lovdahl',
  'lovd',
  'Løvdahl',
  'lovdhal',
  'ostergard',
  'ostegard',
  'strauss',
  'Yildiz',
  'yldiz',
  'mari thord',
])('names are found when special letters are spelled plainly or phonetically: %s', async (text) => {
  await makePeople()
  expect(await find(text, true)).toHaveLength(1)
})

test.each(['Lindqvist', 'lovdahl', 'lovd', 'Løvdahl', 'ostergard', 'strauss', 'Yildiz', 'mari thord'])(
  'the list finds the same people as the palette, except for guesses: %s',
  async (text) => {
    await makePeople()
    const ids = (await find(text, true)).map((one) => one.user_session_id)
    const list = async (q: string, identifiable: boolean) => (await app.call(listReview, { roleId: 'all', days_ago: 36500, q, identifiable }, admin)).body.ids
    expect([await list(text, true), await list(text, false)]).toEqual([ids, []])
    expect(await list('Lindkwst', true)).toEqual([])
  },
)

async function makePeople(): Promise<void> {
  for (const last_name of ['Lindqvist', 'Sørdahl', 'Østergård', 'Strauß', 'Yıldız', 'Þórdís']) {
    if ((await find(last_name, true)).length === 0) await makeApplicant(app.db, { first_name: 'Mari', last_name })
  }
  while ((await writeTexts(app.services)) > 0);
}

test('someone with several applications is one row: the most recently active one, with its date and the number of applications', async () => {
  const twice = { first_name: 'Odalys', last_name: 'Quennell', email: 'oda@example.com' }
  const earlier = await makeApplicant(app.db, { ...twice, daysAgo: 90 })
  const later = await makeApplicant(app.db, { ...twice, email: 'Oda@Example.com', daysAgo: 2 })
  await app.db.execute(sql`update user_session set last_action_at = now() - interval '80 days' where user_session_id = ${earlier.user_session_id}`)
  const found = await find('odalys', true)
  expect(found).toMatchObject([{ user_session_id: later.user_session_id, applications: 2, last_activity_at: expect.stringMatching(/Z$/) }])
})

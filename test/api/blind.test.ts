import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL, NAMES } from '#contract/all.ts'
import { assignApplicant, writeNote } from '#contract/applicants/collaboration.ts'
import { changeContact } from '#contract/candidate/candidate.ts'
import { WORKLISTS } from '#contract/dashboard.ts'
import { sendPreferences } from '#contract/scheduling/own-times.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { user_session } from '#server/db/tables.ts'
import { makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { makeInvited, planFor } from '#test/scheduling.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { askAbout } from './ask-about.ts'

/** The name was corrected twice; earlier versions are still in what people wrote. */
const NAMES_GIVEN = [
  { first_name: 'Zanzibar', last_name: 'Qanary', linkedin_profile_url: 'https://www.linkedin.com/in/zq.canary' },
  { first_name: 'Wilhelmina', last_name: 'Jabberwock', linkedin_profile_url: 'https://www.linkedin.com/in/wj-slithy' },
  { first_name: 'Persimmon', last_name: 'Underhill', linkedin_profile_url: 'https://www.linkedin.com/in/pu-frumious' },
]
const CANARIES = ['Zanzi', 'Qan', 'zq.canary', 'Wilhel', 'Jabber', 'slithy', 'Persim', 'Underhill', 'frumious']
const GIVEAWAY = [
  'I am Zanzibar Qanary, zanzibarqanary, zq.canary@example.com.',
  'ZANZÍBAR, Qanary’s resume, Zanzibra Qannary.',
  'Wilhelmina and WILHELMINA JABBERWOCK, wilhelmina.jabberwock, Wilhelmnia, linkedin.com/in/wj-slithy.',
  'Ms. Underhill is Persimmon, PERSIMMON-UNDERHILL or Persimon.',
].join(' ')

/** Packets have their own parameter, `blind`. */
const ASKED_FOR = ['readPacketZip', 'readPacketPdf', 'readPacketJson']

/** Everything a reviewer can read: all staff reads, and any call that can show names. */
const READS = ALL.filter((one) => (one.reveals || (one.may && one.method === 'GET')) && !ASKED_FOR.includes(NAMES.get(one)!))

let app: TestApp
let admin: Actor & { staff_account_id: number }
let id: number

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  const invited = await makeInvited(app)
  id = invited.id
  const by = await makeInterviewer(app)
  const [given, ...corrections] = NAMES_GIVEN
  await app.db.update(user_session).set(given!).where(eq(user_session.user_session_id, id))
  await app.db.execute(sql`update user_session_answer set user_answer_text_box = ${JSON.stringify(given)}::jsonb ->> question_name
    where user_session_id = ${id} and question_name = any(${sql.param(Object.keys(given!))}::text[])`)
  await app.db.execute(
    sql`update user_session_answer set user_answer_text_box = ${GIVEAWAY} where question_type = 'Extended Open Text Box' and user_session_id = ${id}`,
  )
  await writeFeedback(app, by, { user_session_id: id, ref_interview_id: 1, texts: [GIVEAWAY] })
  const told = [
    await planFor(app, id, [by]),
    await app.call(sendPreferences, { id, first: GIVEAWAY }, invited.as),
    await app.call(writeNote, { id, note_text: `${GIVEAWAY} @${app.env.ADMIN_EMAILS[0]}` }, admin),
    await app.call(assignApplicant, { id, email: app.env.ADMIN_EMAILS[0]! }, admin),
  ]
  const corrected = []
  for (const names of corrections) corrected.push(await app.call(changeContact, { id, ...names }, invited.as))
  expect([...told, ...corrected].filter(({ status }) => status >= 300)).toEqual([])
  await app.db.update(user_session).set({ email: 'zq.canary@example.com' }).where(eq(user_session.user_session_id, id))
  await app.db.execute(
    sql`update email_outbox set to_address = 'zq.canary@example.com', state = 'failed', last_error = '550 <zq.canary@example.com> unknown' where user_session_id = ${id}`,
  )
})
afterAll(() => app.close())

test.each(READS.map((endpoint) => [NAMES.get(endpoint)!, endpoint] as const))("%s doesn't reveal names unless the call requests them", async (_, endpoint) => {
  for (const worklist of endpoint.path.includes('{worklist}') ? WORKLISTS : [WORKLISTS[0]]) {
    const about = { user_session_id: id, ref_application_status_id: PROCEED, roleId: 'all', identifiable: false, worklist }
    const { method, path, body } = askAbout(endpoint, about)
    const said = await app.send(method, path, body, admin)
    expect(said.status, JSON.stringify(said.body)).toBeLessThan(500)
    const text = JSON.stringify([said.body, said.headers])
    expect(
      CANARIES.filter((one) => text.toLowerCase().includes(one.toLowerCase())),
      text.slice(0, 400),
    ).toEqual([])
  }
})

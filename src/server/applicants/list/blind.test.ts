import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exportApplicants, listApplicants, listApplicantsByStatus, listLinkedApplications, readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { exportShownApplicants, listReview, listReviewRows } from '#contract/applicants/applicant-list.ts'
import { listCandidateEmails, previewCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

const EMAILS = 'abcdefghijklmnopqrstuvwxyz'
/** A word that occurs only in emails. */
const canary = (kind: string, index: number) => `Zq${kind}${EMAILS[index % 26]}${EMAILS[Math.floor(index / 26)]}xv`

/** What the pages request until someone asks for names. */
const hidden = { identifiable: false }

/** 50 applicants with canaries for names, addresses and profiles, who also repeated these in their answers; every 10th shares an address. */
async function makeCanaries(app: TestApp) {
  const { ref_function_role_id } = await makeRole(app.db)
  const made: Awaited<ReturnType<typeof makeApplicant>>[] = []
  for (let index = 0; index < 50; index++) {
    const [first_name, last_name] = [canary('fn', index), canary('ln', index)]
    const person = {
      first_name,
      last_name,
      email: `${canary('em', index)}@canary.example`,
      linkedin_profile_url: `https://www.linkedin.com/in/${canary('li', index)}`,
    }
    const told = `I am ${first_name} ${last_name.toUpperCase()}, ${person.email}, ${person.linkedin_profile_url}, ${first_name.toLowerCase()}${last_name.toLowerCase()}.`
    const twin: { email?: string } = index % 10 === 9 ? { email: made[index - 1]!.email! } : {}
    made.push(
      await makeApplicant(app.db, { ...person, ...twin, ref_function_role_id, daysAgo: 3 + index / 7, answers: { why_this_role: told, care_story: told } }),
    )
  }
  return { ref_function_role_id, made }
}

type CanaryApplicants = Awaited<ReturnType<typeof makeCanaries>>['made']
type ResponseCheck = (response: { status: number; body: unknown; headers: object }) => void
type Reviewer = { app: TestApp; admin: Awaited<ReturnType<TestApp['admin']>>; check: ResponseCheck }

/** Decides on each applicant and emails them, then opens each one separately. */
async function checkEach({ app, admin, check }: Reviewer, made: CanaryApplicants): Promise<void> {
  for (const { user_session_id } of made) {
    check(await app.call(updateStatus, { user_session_id, ref_application_status_id: PROCEED }, admin))
    check(await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Schedule Panel Interview' }, admin))
    check(await app.call(previewCandidateEmail, { user_session_id, template_name: 'First Day Prep' }, admin))
  }
  await app.db.execute(sql`update email_outbox set state = 'failed', last_error = '550 <' || to_address || '> unknown'`)
  for (const { user_session_id: id, alias } of made) {
    check(await app.call(readApplicant, { id, ...hidden }, admin))
    check(await app.call(listHistory, { id }, admin))
    check(await app.call(listLinkedApplications, { user_session_id: id, ...hidden }, admin))
    check(await app.call(listCandidateEmails, { user_session_id: id }, admin))
    check(await app.call(findApplicants, { text: alias, ...hidden }, admin))
    check(await app.call(findApplicants, { text: String(id).padStart(2, '0'), ...hidden }, admin))
  }
}

async function checkLists({ app, admin, check }: Reviewer, { made, ref_function_role_id }: Awaited<ReturnType<typeof makeCanaries>>): Promise<void> {
  const ids = made.map((one) => one.user_session_id)
  check(await app.call(listApplicants, { roleId: 'all', ...hidden }, admin))
  check(await app.call(listApplicants, { roleId: ref_function_role_id, limit: 20, ...hidden }, admin))
  check(await app.call(listApplicantsByStatus, { statusId: PROCEED, ...hidden }, admin))
  check(await app.call(exportApplicants, { roleId: 'all' }, admin))
  check(await app.call(exportShownApplicants, { roleId: 'all', ids }, admin))
  check(await app.call(listReview, { roleId: 'all' }, admin))
  check(await app.call(listReview, { roleId: 'all', sort: 'name.asc' }, admin))
  check(await app.call(listReviewRows, { roleId: 'all', ids }, admin))
}

test("a reviewer who didn't request names can't fetch anything that identifies any of 50 applicants", async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const canaries = await makeCanaries(app)
  const { made } = canaries
  const seen: string[] = []
  const check: ResponseCheck = (response) => {
    expect(response.status).toBeLessThan(300)
    seen.push(JSON.stringify(response.body), JSON.stringify(response.headers))
  }
  await checkEach({ app, admin, check }, made)
  await checkLists({ app, admin, check }, canaries)
  for (const { first_name, email } of made.slice(0, 5)) {
    const found = await app.call(listReview, { roleId: 'all', q: first_name!.toLowerCase() }, admin)
    const byAddress = await app.call(listReview, { roleId: 'all', q: email! }, admin)
    expect([found.body.ids, byAddress.body.ids]).toEqual([[], []])
  }

  const all = seen.join('\n')
  expect(all.length).toBeGreaterThan(100_000)
  expect(all.includes('[name]')).toBe(true)
  expect(all.match(/.{60}zq(fn|ln|em|li)[a-z]{2}xv.{20}/gi) ?? []).toEqual([])
  const days = made.map((one) => one.application_submitted_datetime_utc!.slice(0, 10))
  expect([...new Set(days)].filter((day) => all.includes(day))).toEqual([])
  const { rows } = await app.db.execute(sql`select count(*)::int as reveals from audit_trail where action in ('applicant.revealed', 'applicants.revealed')`)
  expect(rows[0]).toEqual({ reveals: 0 })
})

test("a reviewer who requests names gets them, and it's audited", async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const { user_session_id, email, ref_function_role_id } = await makeApplicant(app.db, { answers: { why_this_role: 'Because I am Juniper.' } })

  const { body } = await app.call(listApplicants, { roleId: ref_function_role_id, identifiable: true }, admin)
  expect(body[0]).toMatchObject({ user_session_id, email, first_name: 'Juniper', application_submitted_datetime_utc: expect.stringMatching(/Z$/) })
  expect(body[0]!.answers.find((one) => one.question_name === 'why_this_role')!.applicants_answer).toBe('Because I am Juniper.')
  await app.call(readApplicant, { id: user_session_id, identifiable: true }, admin)

  const { rows } = await app.db.execute(sql`select action, actor_id from audit_trail order by audit_id`)
  expect(rows).toEqual([
    { action: 'applicants.revealed', actor_id: admin.staff_account_id },
    { action: 'applicant.revealed', actor_id: admin.staff_account_id },
  ])
  const history = await app.call(listHistory, { id: user_session_id }, admin)
  expect(history.body.map((event) => [event.what, event.who])).toEqual([['Viewed a list with names', app.env.ADMIN_EMAILS[0]]])
})

test("with names hidden, the history omits lists from the day someone applied, since they'd reveal the order", async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const { user_session_id: id } = await makeApplicant(app.db, { daysAgo: 0 })
  await app.call(listApplicants, { roleId: 'all', identifiable: true }, admin)
  const hasList = async (identifiable: boolean) =>
    (await app.call(listHistory, { id, identifiable }, admin)).body.some(({ what }) => what === 'Viewed a list with names')
  expect([await hasList(false), await hasList(true)]).toEqual([false, true])
  await app.db.execute(sql`update user_session set application_submitted_datetime_utc = application_submitted_datetime_utc - interval '1 day'`)
  expect(await hasList(false)).toBe(true)
})

test('a call without the names option returns the documented fields, and the access is audited', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const made = await makeApplicant(app.db, { ref_application_status_id: PROCEED })
  const twin = await makeApplicant(app.db, { email: made.email })
  const { user_session_id: id, email } = made

  const person = { first_name: 'Juniper', email, application_submitted_datetime_utc: expect.stringMatching(/Z$/) }
  expect((await app.call(listApplicants, { roleId: made.ref_function_role_id }, admin)).body).toEqual([expect.objectContaining(person)])
  expect((await app.call(readApplicant, { id }, admin)).body).toMatchObject(person)
  expect((await app.call(listLinkedApplications, { user_session_id: id }, admin)).body).toEqual([
    expect.objectContaining({ user_session_id: twin.user_session_id, application_submitted_datetime_utc: expect.stringMatching(/Z$/) }),
  ])
  expect((await app.call(listApplicantsByStatus, { statusId: PROCEED }, admin)).body[0]).toMatchObject({ first_name: 'Juniper' })

  const { rows } = await app.db.execute(sql`select count(*)::int as reveals from audit_trail where action in ('applicant.revealed', 'applicants.revealed')`)
  expect(rows[0]).toEqual({ reveals: 4 })
})

test('aliases are stable and unique', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const first = await makeApplicant(app.db)
  await makeApplicant(app.db, { ref_function_role_id: first.ref_function_role_id })
  const ask = async () => (await app.call(listApplicants, { roleId: 'all' }, admin)).body.map((one) => one.alias)
  const aliases = await ask()
  expect(await ask()).toEqual(aliases)
  expect(new Set(aliases).size).toBe(2)
  expect(aliases[0]).toMatch(/^Applicant [0-9A-F]{4}$/)
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { exportApplicants, listApplicants } from '#contract/applicants/applicants.ts'
import { listWorklist } from '#contract/dashboard.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const ZONE = 'America/Chicago'
const app = await startApp({ TIME_ZONE: ZONE })
afterAll(() => app.close())
const admin = await app.admin()

/** Twelve applications on one local day, an hour apart, and one late the day before; in a different order than their aliases. */
async function dayOf(daysAgo: number) {
  const { ref_function_role_id: roleId } = await makeRole(app.db)
  const made: { user_session_id: number; alias: string }[] = []
  for (let place = 0; place < 13; place++) {
    const { user_session_id, alias } = await makeApplicant(app.db, { ref_function_role_id: roleId })
    const hours = place === 0 ? -0.5 : place * 1.5
    const at = sql`(date_trunc('day', now() at time zone ${ZONE}) - make_interval(days => ${daysAgo}) + make_interval(secs => ${hours * 3600})) at time zone ${ZONE}`
    await app.db.execute(
      sql`update user_session set application_submitted_datetime_utc = ${at}, status_changed_at = ${at} where user_session_id = ${user_session_id}`,
    )
    made.push({ user_session_id, alias: alias! })
  }
  const [before, ...same] = made
  const byAlias = [...same.toSorted((a, b) => (a.alias < b.alias ? -1 : 1)), before!].map((one) => one.user_session_id)
  return { roleId, byAlias, newest: made.map((one) => one.user_session_id).toReversed() }
}

test('while names are hidden, no list reveals who applied first on a day; with names, the newest comes first', async () => {
  const { roleId, byAlias, newest } = await dayOf(3)
  const ids = async (identifiable: boolean) => (await app.call(listApplicants, { roleId, identifiable }, admin)).body.map((one) => one.user_session_id)
  expect([await ids(false), await ids(true)]).toEqual([byAlias, newest])
  expect((await app.call(listReview, { roleId }, admin)).body.ids).toEqual(byAlias)
  expect((await app.call(listReview, { roleId, sort: 'status.asc' }, admin)).body.ids).toEqual(byAlias)
  const paged: number[] = []
  for (let cursor: number | undefined; ;) {
    const { body } = await app.call(listApplicants, { roleId, identifiable: false, limit: 4, ...(cursor && { cursor }) }, admin)
    paged.push(...body.map((one) => one.user_session_id))
    if (body.length < 4) break
    cursor = paged.at(-1)
  }
  expect(paged).toEqual(byAlias)
  const csv = String((await app.call(exportApplicants, { roleId }, admin)).body)
  const aliases = [...csv.matchAll(/Applicant [0-9A-F-]{4,}/g)].map(([alias]) => alias)
  expect(aliases.slice(0, 12)).toEqual(aliases.slice(0, 12).toSorted())
})

test('no worklist reveals who applied first on a day, or at what time', async () => {
  const { roleId, byAlias } = await dayOf(20)
  const { body } = await app.call(listWorklist, { worklist: 'waiting-submitted' }, admin)
  const rows = body.filter((row) => row.ref_function_role_id === roleId)
  expect(rows.map((row) => row.user_session_id)).toEqual([byAlias.at(-1), ...byAlias.slice(0, -1)])
  expect(rows.map((row) => [row.days_in_status, row.days_ago])).toEqual([[21, 22], ...byAlias.slice(1).map(() => [20, 21])])
})

test("days are whole days in the site's time zone: a filter shows all of a day or none of it", async () => {
  const { roleId, byAlias } = await dayOf(3)
  const count = async (days_ago: number) => (await app.call(listReview, { roleId, days_ago }, admin)).body.total
  expect([await count(2), await count(3), await count(4)]).toEqual([0, 12, byAlias.length])
})

test.each([
  ['since', '2026-05-04T09:30:00Z'],
  ['since', 'today'],
  ['days_ago', '0.5'],
  ['days_ago', '2026-05-04T09:30:00Z'],
])("every list and export rejects a filter that isn't in whole days: %s=%s", async (field, value) => {
  const query = new URLSearchParams({ [field]: value, identifiable: 'false' })
  const asked = [
    await app.send('POST', listReview.path, { [field]: value }, admin),
    await app.send('GET', `/api/user-session/applicants_with_answers/all?${query}`, undefined, admin),
    await app.send('GET', `${exportApplicants.path}?${query}`, undefined, admin),
  ]
  expect(asked.map(({ status, body }) => [status, (body as { errors?: { path: string }[] }).errors?.[0]!.path])).toEqual(asked.map(() => [422, field]))
})

test('every list and export accepts a start date, on every page', async () => {
  const { roleId, byAlias } = await dayOf(3)
  const { rows } = await app.db.execute<{ since: string }>(sql`select to_char(now() at time zone ${ZONE} - interval '3 days', 'YYYY-MM-DD') as since`)
  const { since } = rows[0]!
  const same = byAlias.slice(0, 12)
  expect((await app.call(listApplicants, { roleId, since, identifiable: false }, admin)).body.map((row) => row.user_session_id)).toEqual(same)
  const first = await app.call(listApplicants, { roleId, since, identifiable: false, limit: 5 }, admin)
  expect(first.headers.link).toContain(`since=${since}`)
  expect(String((await app.call(exportApplicants, { roleId, since }, admin)).body).match(/Applicant [0-9A-F-]{4,}/g)).toHaveLength(12)
})

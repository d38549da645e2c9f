import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { ACCEPTED_OFFER, REJECTED } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('a reply is late, due soon or due later; with names hidden, nothing else is shown', async () => {
  const admin = await app.admin()
  const read = async (id: number, identifiable = true) => (await app.call(readApplicant, { id, identifiable }, admin)).body
  const due = async (daysAgo: number, but = {}) => (await read((await makeApplicant(app.db, { daysAgo, ...but })).user_session_id)).due
  expect([await due(1), await due(12), await due(15)]).toEqual(['later', 'soon', 'late'])
  const told = { ref_application_status_id: REJECTED, has_emailed_application_status: true }
  expect([await due(15, told), await due(15, { ...told, has_emailed_application_status: false })]).toEqual([null, 'late'])

  const { user_session_id } = await makeApplicant(app.db, { daysAgo: 15, reply_due_at: sql`now() + interval '2 days'` as unknown as string })
  expect(await read(user_session_id)).toMatchObject({ due: 'soon', is_late: false, reply_by: expect.stringMatching(/Z$/) })
  const blind = await read(user_session_id, false)
  expect([blind.due, 'reply_by' in blind, 'is_late' in blind, 'status_changed_at' in blind]).toEqual(['soon', false, false, false])
})

test('a list can be filtered by "due" and "late", and sorted by reply date', async () => {
  const admin = await app.admin()
  const { ref_function_role_id: roleId } = await makeRole(app.db)
  const make = async (daysAgo: number, but = {}) => (await makeApplicant(app.db, { ref_function_role_id: roleId, daysAgo, ...but })).user_session_id
  const dueIn = (days: number) => ({ reply_due_at: sql`now() + make_interval(days => ${days})` as unknown as string })
  const [later, soon, late, overdue] = [await make(1), await make(2, dueIn(2)), await make(3, dueIn(-1)), await make(4, dueIn(-9))]
  await make(20, { ref_application_status_id: ACCEPTED_OFFER })
  const told = await make(20, { ref_application_status_id: REJECTED, has_emailed_application_status: true })
  const ask = async (requested: object) => (await app.call(listReview, { roleId, ...requested }, admin)).body

  expect((await ask({ due: 'late' })).ids).toEqual([late, overdue])
  expect((await ask({ due: 'due' })).ids).toEqual([soon, late, overdue])
  expect((await ask({ due: 'late' })).total).toBe(2)
  expect((await ask({ sort: 'due.asc', identifiable: true })).ids.slice(0, 4)).toEqual([overdue, late, soon, later])
  const blind = await ask({ sort: 'due.asc' })
  expect(blind.ids.slice(0, 4), 'within late, newest first: the exact moment would give away the submission date').toEqual([late, overdue, soon, later])
  expect(blind.ids).toContain(told)
})

test('"today" and "this week" are calendar days, the week ends on Sunday, and late replies are excluded', async () => {
  const admin = await app.admin()
  const { ref_function_role_id: roleId } = await makeRole(app.db)
  const make = async (at: string) => {
    const reply_due_at = sql`(${sql.raw(at)}) at time zone ${app.env.TIME_ZONE}` as unknown as string
    return (await makeApplicant(app.db, { ref_function_role_id: roleId, reply_due_at })).user_session_id
  }
  const [day, week] = ['day', 'week'].map((unit) => `date_trunc('${unit}', now() at time zone '${app.env.TIME_ZONE}')`)
  await make(`${day} - interval '1 second'`)
  const today = [await make(day!), await make(`${day} + interval '1 day' - interval '1 second'`)]
  const sunday = await make(`${week} + interval '7 days' - interval '1 second'`)
  await make(`${week} + interval '7 days'`)
  const ids = async (due: 'today' | 'week') => new Set((await app.call(listReview, { roleId, due }, admin)).body.ids)
  const isSunday = (await app.db.execute(sql.raw(`select extract(isodow from ${day}) = 7 as yes`))).rows[0]!['yes']
  expect(await ids('today')).toEqual(new Set([...today, ...(isSunday ? [sunday] : [])]))
  expect(await ids('week')).toEqual(new Set([...today, sunday]))
})

test("the due list changes only at midnight, so polling can't reveal when someone applied", async () => {
  const admin = await app.admin()
  const due = async (day: number, time: string) => {
    const reply_due_at = sql`(date_trunc('day', now() at time zone 'UTC') + make_interval(days => ${day}) + ${time}::interval) at time zone 'UTC'`
    const { user_session_id: id } = await makeApplicant(app.db, { daysAgo: 5, reply_due_at: reply_due_at as unknown as string })
    return (await app.call(readApplicant, { id, identifiable: false }, admin)).body.due
  }
  expect([await due(-1, '00:00'), await due(-1, '23:59:59')]).toEqual(['late', 'late'])
  expect([await due(0, '00:00'), await due(0, '23:59:59')]).toEqual(['soon', 'soon'])
  expect([await due(3, '00:00'), await due(3, '23:59:59')]).toEqual(['soon', 'soon'])
  expect([await due(4, '00:00'), await due(4, '23:59:59')]).toEqual(['later', 'later'])
})

import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { describeExport, MAX_EXPORT_ROWS } from '#contract/applicants/applicant-list.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

test("an export's description says when more applicants match than one file can have", async () => {
  const { ref_function_role_id } = await makeRole(app.db)
  const describe = async (more = {}) => (await app.call(describeExport, { roleId: ref_function_role_id, ...more }, admin)).body
  const add = (from: number, to: number) =>
    app.db.execute(sql`
      insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc)
      select ${ref_function_role_id}, 5, 'many' || i, now() - make_interval(secs => i) from generate_series(${from}::int, ${to}::int) i`)
  for (let made = 0; made < MAX_EXPORT_ROWS; made += 5_000) await add(made + 1, made + 5_000)
  expect(await describe()).toMatchObject({ rows: MAX_EXPORT_ROWS, is_cut: false })
  await add(MAX_EXPORT_ROWS + 1, MAX_EXPORT_ROWS + 1)
  expect(await describe()).toMatchObject({ rows: MAX_EXPORT_ROWS, is_cut: true })
  expect(await describe({ sort: 'status.asc' })).toMatchObject({ rows: MAX_EXPORT_ROWS, is_cut: true })
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select user_session_id as id from user_session where ref_function_role_id = ${ref_function_role_id} limit 2`,
  )
  expect(await describe({ ids: rows.map(({ id }) => id) })).toMatchObject({ rows: 2, is_cut: false })
})

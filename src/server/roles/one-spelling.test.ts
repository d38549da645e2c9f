import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { function_role, staff_department } from '#server/db/tables.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())

test('the migration unifies the spelling of departments and shifts, including departments in staff scopes', async () => {
  const { staff_account_id } = await app.admin()
  const spellings = ['Wound  Care ', 'wound care', 'WOUND CARE', 'Surgery']
  const roles: { ref_function_role_id: number }[] = []
  for (const department of spellings) roles.push(await makeRole(app.db, { department, shift: department }))
  await app.db.insert(staff_department).values(spellings.slice(0, 3).map((department) => ({ staff_account_id, department })))

  const migration = readFileSync('src/server/db/migrations/0031_one_spelling_of_departments.sql', 'utf8')
  for (const statement of migration.split('--> statement-breakpoint')) await app.db.execute(sql.raw(statement))

  const stored = (await app.db.select().from(function_role)).filter((one) => roles.some((role) => role.ref_function_role_id === one.ref_function_role_id))
  expect(stored.map(({ department, shift }) => [department, shift]).toSorted()).toEqual([
    ['Surgery', 'Surgery'],
    ...Array.from({ length: 3 }, () => ['Wound Care', 'Wound Care']),
  ])
  expect((await app.db.select().from(staff_department)).map((one) => one.department)).toEqual(['Wound Care'])
})

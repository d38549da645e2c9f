import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POSITION_CLOSED, SUBMITTED } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { findCommand } from './command-table.ts'
import type { Operator } from './operator.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

/** Runs a command and returns its output. */
async function runCommand(...words: string[]): Promise<string[]> {
  const output: string[] = []
  const { command, given } = findCommand(words)!
  command.check?.(given)
  await command.run({ ...app.services, say: (line: string) => void output.push(line) } as unknown as Operator, given)
  return output
}

async function roleWithTwo() {
  const { ref_function_role_id } = await makeRole(app.db)
  const people = [await makeApplicant(app.db, { ref_function_role_id }), await makeApplicant(app.db, { ref_function_role_id })]
  const readState = async () => {
    const { rows } = await app.db.execute<{ status: number; queued: string | null }>(sql`
      select ref_application_status_id as status, (select template_name from email_outbox o where o.user_session_id = u.user_session_id and state = 'queued') as queued
      from user_session u where u.ref_function_role_id = ${ref_function_role_id} order by user_session_id`)
    return rows.map(({ status, queued }) => [status, queued])
  }
  return { id: String(ref_function_role_id), people, standing: readState }
}

test("`roles close` doesn't close anything if people would be left without a reply", async () => {
  const { id, standing } = await roleWithTwo()
  await expect(runCommand('roles', 'close', id)).rejects.toThrow('2 applicants are waiting for a reply. Choose what to tell them.')
  expect(await standing()).toEqual([
    [SUBMITTED, null],
    [SUBMITTED, null],
  ])
  expect((await runCommand('roles', 'list')).find((line) => line.startsWith(id.padStart(4)))).toContain('published ')
})

test("`--waiting email` closes and emails everyone who's waiting", async () => {
  const { id, standing } = await roleWithTwo()
  expect(await runCommand('roles', 'close', id, '--waiting', 'email')).toEqual([
    "'Remote Care Coordinator' is closed. 0 applicants are still waiting for a reply.",
  ])
  expect(await standing()).toEqual([
    [POSITION_CLOSED, 'Position Closed'],
    [POSITION_CLOSED, 'Position Closed'],
  ])
})

test('`--waiting stay-due` keeps every application open and awaiting a reply', async () => {
  const { id, standing } = await roleWithTwo()
  expect(await runCommand('roles', 'close', id, '--waiting', 'stay-due')).toEqual([
    "'Remote Care Coordinator' is closed. 2 applicants are still waiting for a reply.",
  ])
  expect(await standing()).toEqual([
    [SUBMITTED, null],
    [SUBMITTED, null],
  ])
})

test('an unknown word after --waiting, or an unknown role number, is a usage error', async () => {
  await expect(runCommand('roles', 'close', '1', '--waiting', 'nothing')).rejects.toThrow('--waiting is email or stay-due.')
  await expect(runCommand('roles', 'close', 'nurse')).rejects.toThrow("'nurse' isn't the number of a role.")
})

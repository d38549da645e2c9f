import { expect, test } from 'vitest'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { findCommand } from '#server/operate/commands/command-table.ts'
import type { Operator } from '#server/operate/commands/operator.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { eraseApplicant, holdApplicant } from './erase-applicant.ts'
import { lockSubject } from './privacy-store.ts'
import { listTombstones, putTombstone } from './tombstones.ts'

/** Writes the note that a later erasure leaves next to the files when the database is restored to an earlier time. */
async function noteErasure({ db, services: { files } }: TestApp, user_session_id: number) {
  const subject = await db.transaction((tx) => lockSubject(tx, user_session_id))
  await putTombstone(files, { user_session_id, created_at: subject!.created_at, erased_at: new Date().toISOString() })
}

function operatorOf({ db, services: { env, files, database, log } }: TestApp, output: string[]): Operator {
  const say = (line: string) => void output.push(line)
  return { env, log, files, database, db, cwd: '', output: null, input: null, text: null, say, warn: () => {} }
}

async function run(app: TestApp, ...words: string[]): Promise<string[]> {
  const output: string[] = []
  const { command, given } = findCommand(['applicant', ...words])!
  expect(await command.run(operatorOf(app, output), given)).toBe(true)
  return output
}

test("a hold removes the note of an erasure that was cut off, so a restore to a time before the hold doesn't erase the person", async () => {
  await using app = await startApp()
  const { user_session_id } = await makeApplicant(app.db)
  await noteErasure(app, user_session_id)
  expect(await run(app, 'hold', String(user_session_id), '--reason', 'case 12')).toEqual([
    `Application ${user_session_id} is on legal hold.`,
    expect.stringContaining('Its note was removed'),
  ])
  expect(await listTombstones(app.services.files)).toEqual([])
})

test('erasures recorded before someone was put on legal hold are not repeated, and named; those recorded after an earlier hold are', async () => {
  await using app = await startApp()
  const [held, heldBefore] = [await makeApplicant(app.db), await makeApplicant(app.db)]
  await holdApplicant(app.services, heldBefore.user_session_id, 'case 11')
  await noteErasure(app, heldBefore.user_session_id)
  const [note] = (await noteErasure(app, held.user_session_id), await listTombstones(app.services.files)).filter(
    ({ user_session_id }) => user_session_id === held.user_session_id,
  )
  await holdApplicant(app.services, held.user_session_id, 'case 12')
  await putTombstone(app.services.files, note!)

  expect(await run(app, 'erase-again')).toEqual([
    '1 erasures were carried out again, 0 were left out.',
    expect.stringContaining(`legal hold after the erasure was recorded: ${held.user_session_id}.`),
  ])
  const isErased = async (id: number) => (await app.db.transaction((tx) => lockSubject(tx, id)))!.erased_at !== null
  expect([await isErased(held.user_session_id), await isErased(heldBefore.user_session_id)]).toEqual([false, true])
})

test('after point-in-time recovery, erasures are repeated, except the mistaken one the recovery was meant to undo', async () => {
  await using app = await startApp()
  const [asked, mistaken, stranger] = [await makeApplicant(app.db), await makeApplicant(app.db), await makeApplicant(app.db)]
  await noteErasure(app, asked.user_session_id)
  await noteErasure(app, mistaken.user_session_id)
  const output: string[] = []
  const { env, files } = app.services
  const operator = operatorOf(app, output)

  const { command, given } = findCommand(['applicant', 'erase-again', '--except', String(mistaken.user_session_id)])!
  expect(await command.run(operator, given)).toBe(true)

  expect(output).toEqual(['1 erasures were carried out again, 1 were left out.'])
  const isErased = async (id: number) => (await app.db.transaction((tx) => lockSubject(tx, id)))!.erased_at !== null
  expect(await Promise.all([asked, mistaken, stranger].map((one) => isErased(one.user_session_id)))).toEqual([true, false, false])
  expect((await listTombstones(files)).map((tombstone) => tombstone.user_session_id)).toEqual([asked.user_session_id])
  expect(await verifyAudit(app.db, { erasures: { secret: env.SECRET_KEY } })).toMatchObject({ broken: null })
  expect(() => findCommand(['applicant', 'erase-again', '--except', 'anna'])).toThrow('--except takes the numbers')
})

test("an erasure that fails to commit doesn't leave a note for a restore to act on, or remove an earlier note", async () => {
  await using app = await startApp()
  const [person, noted] = [await makeApplicant(app.db), await makeApplicant(app.db)]
  await noteErasure(app, noted.user_session_id)
  const { pool } = app.services.database
  await pool.query(`create function reject() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`)
  await pool.query('create constraint trigger reject after update on user_session deferrable initially deferred for each row execute function reject()')
  const erase = (user_session_id: number) => eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  const noteIds = async () => (await listTombstones(app.services.files)).map(({ user_session_id }) => user_session_id)

  for (const { user_session_id } of [person, noted]) await expect(erase(user_session_id)).rejects.toThrow()
  expect(await noteIds()).toEqual([noted.user_session_id])

  await pool.query('drop trigger reject on user_session')
  expect(await erase(person.user_session_id)).toMatchObject({ outcome: 'erased' })
  expect(await noteIds()).toContain(person.user_session_id)
})

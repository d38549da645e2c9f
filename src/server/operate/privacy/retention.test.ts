import { pino } from 'pino'
import { expect, test } from 'vitest'
import { uploadResume } from '#contract/applications/applications.ts'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { apply, formWith, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { minimalPdf } from '#test/setup/pdf-files.ts'
import { eraseApplicant, holdApplicant } from './erase-applicant.ts'
import { runNightlyJobs } from './nightly.ts'
import { purgeAbandoned, runRetention } from './run-retention.ts'
import { sweepFiles } from './sweep-files.ts'
import { CANARY, readEverything, ageBy, move, find } from '#test/operating/personal-canary.ts'

test.each([
  ['four years', undefined, 1461],
  ['RETENTION_DAYS, if it is shorter', '400', 400],
  ['four years, if RETENTION_DAYS is longer', '3650', 1461],
])('an application with an erasure request is restricted for %s after the last action, then erased', async (_kept, RETENTION_DAYS, days) => {
  await using app = await startApp(RETENTION_DAYS === undefined ? {} : { RETENTION_DAYS })
  const { ref_function_role_id } = await makeRole(app.db)
  const { user_session_id } = await apply(app, ref_function_role_id, { first_name: CANARY })
  expect(await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'restrict' })).toMatchObject({
    outcome: 'restricted',
    mandatory_until: expect.stringContaining(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  })
  expect(await find(app, user_session_id)).toMatchObject({ first_name: CANARY, restricted_reason: 'asked for', erased_at: null })
  expect((await app.call(readApplicant, { id: user_session_id } as never, await app.admin())).status).toBe(404)

  await ageBy(app, days - 1, user_session_id)
  expect((await runRetention(app.services, { dryRun: false })).released).toBe(0)
  await ageBy(app, days + 1, user_session_id)
  expect((await runRetention(app.services, { dryRun: false })).released).toBe(1)
  expect(await readEverything(app)).not.toContain(CANARY)
})

test("a legal hold blocks erasure and retention until it's lifted", async () => {
  await using app = await startApp({ RETENTION_DAYS: '400' })
  const { ref_function_role_id } = await makeRole(app.db)
  const { user_session_id } = await apply(app, ref_function_role_id)
  await move(app, 11, user_session_id)
  await ageBy(app, 500, user_session_id)
  await holdApplicant(app.services, user_session_id, 'case 12')
  await expect(eraseApplicant(app.services, { user_session_id, reason: 'x', insideMandatory: 'erase' })).rejects.toThrow('on legal hold (case 12)')
  expect((await runRetention(app.services, { dryRun: false })).erased).toBe(0)

  await holdApplicant(app.services, user_session_id, null)
  expect((await runRetention(app.services, { dryRun: false })).erased).toBe(1)
})

test('retention counts from the last action and covers only unsuccessful applications, and a dry run changes nothing', async () => {
  await using app = await startApp({ RETENTION_DAYS: '400' })
  const { ref_function_role_id } = await makeRole(app.db)
  const due: number[] = []
  for (const [status, days, isDue] of [
    [3, 401, true],
    [12, 401, true],
    [3, 399, false],
    [13, 900, false],
    [5, 900, false],
    [2, 900, false],
  ] as const) {
    const { user_session_id } = await apply(app, ref_function_role_id, { email: `p${status}-${days}@example.com` })
    await move(app, status, user_session_id)
    await ageBy(app, days, user_session_id)
    if (isDue) due.push(user_session_id)
  }
  const dry = await runRetention(app.services, { dryRun: true })
  expect(dry.due.map((one) => one.user_session_id).toSorted()).toEqual(due.toSorted())
  expect(dry.erased).toBe(0)
  expect((await runRetention(app.services, { dryRun: false })).erased).toBe(2)
  expect((await runRetention(app.services, { dryRun: true })).due).toEqual([])
})

test("retention doesn't remove anyone who was never notified", async () => {
  await using app = await startApp({ RETENTION_DAYS: '400' })
  const { ref_function_role_id } = await makeRole(app.db)
  for (const [status, isEmailed] of [
    [3, false],
    [6, false],
    [8, false],
    [8, true],
  ] as const) {
    const { user_session_id } = await apply(app, ref_function_role_id, { email: `told${status}-${isEmailed}@example.com` })
    await move(app, status, user_session_id, isEmailed)
    await ageBy(app, 900, user_session_id)
  }
  const { due } = await runRetention(app.services, { dryRun: true })
  expect(due.map((one) => one.ref_application_status_id)).toEqual([8])
})

test('a requested erasure is carried out after 30 days, unless a legal hold prevents it', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  const [old, young, held] = [await apply(app, ref_function_role_id), await apply(app, ref_function_role_id), await apply(app, ref_function_role_id)]
  await holdApplicant(app.services, held.user_session_id, 'a claim')
  for (const [{ user_session_id }, due] of [
    [old, "now() - interval '1 hour'"],
    [young, "now() + interval '1 hour'"],
    [held, "now() - interval '1 hour'"],
  ] as const)
    await app.services.database.pool.query(`insert into erasure_request (user_session_id, due_at) values (${user_session_id}, ${due})`)
  await runRetention(app.services, { dryRun: false })
  const restricted = await Promise.all([old, young, held].map(async ({ user_session_id }) => (await find(app, user_session_id)).restricted_at !== null))
  expect(restricted).toEqual([true, false, false])
})

test("an application that fails, or was just put on hold, doesn't stop other erasures or the other nightly jobs", async () => {
  await using app = await startApp({ RETENTION_DAYS: '400' })
  const { ref_function_role_id } = await makeRole(app.db)
  const ids: number[] = []
  for (const name of ['unrecorded', 'undeleted', 'held', 'last', 'requested', 'abandoned']) {
    const { user_session_id, as } = await (name === 'abandoned' ? startApplying(app, ref_function_role_id) : apply(app, ref_function_role_id))
    ids.push(user_session_id)
    if (name === 'requested' || name === 'abandoned') continue
    const { body, headers } = formWith({ user_session_id: String(user_session_id) }, { filename: 'cv.pdf', type: 'application/pdf', content: minimalPdf() })
    expect((await app.send('POST', uploadResume.path, body, { ...as, headers })).status).toBe(201)
    await move(app, 11, user_session_id)
    await ageBy(app, 500 - ids.length, user_session_id)
  }
  const [unrecorded, undeleted, held, last, requested, abandoned] = ids as [number, number, number, number, number, number]
  const { pool } = app.services.database
  await pool.query(`insert into erasure_request (user_session_id, due_at) values (${requested}, now() - interval '1 hour')`)
  await pool.query(`update user_session set created_at = now() - interval '31 days' where user_session_id = ${abandoned}`)

  const failing = failingFiles(app, { unrecorded, onDeletion: async () => void (await holdApplicant(app.services, held, 'case 12')) })
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await runNightlyJobs({ ...app.services, files: failing, log })

  const erased = await Promise.all(ids.slice(0, 4).map(async (id) => (await find(app, id)).erased_at !== null))
  expect(erased).toEqual([false, true, false, true])
  expect((await find(app, requested)).restricted_at).not.toBeNull()
  expect(await find(app, abandoned)).toBeUndefined()
  expect(lines.filter(({ level }) => level === 50).map(({ user_session_id, code }) => [user_session_id, code])).toEqual([
    [unrecorded, undefined],
    [undeleted, 'ECONNREFUSED'],
  ])
  expect(lines.find(({ msg }) => msg === 'the nightly work is done')).toMatchObject({ erased: 1, failed: 2, purged: 1 })
  expect(lines.at(-1)).toMatchObject({ msg: 'the audit trail is whole' })

  await holdApplicant(app.services, held, null)
  expect(await runRetention(app.services, { dryRun: false })).toMatchObject({ erased: 2, failed: 0 })
  expect((await find(app, last)).erased_at).not.toBeNull()
})

/** The app's files, except that the tombstone of this application can't be written and the first resume can't be deleted. */
function failingFiles({ services: { files } }: TestApp, { unrecorded, onDeletion }: { unrecorded: number; onDeletion: () => Promise<void> }) {
  let deletions = 0
  return {
    ...files,
    put: async (key: string, content: Buffer) =>
      key.startsWith(`erasures/${unrecorded}-`) ? Promise.reject(new Error('The disk is full.')) : files.put(key, content),
    remove: async (key: string) => {
      if (!key.startsWith('resumes/') || ++deletions > 1) return files.remove(key)
      await onDeletion()
      throw Object.assign(new Error('The storage is away.'), { code: 'ECONNREFUSED' })
    },
  }
}

test('applications that were never submitted are purged after 30 days', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  const old = await startApplying(app, ref_function_role_id)
  const recentApplication = await startApplying(app, ref_function_role_id)
  const sent = await apply(app, ref_function_role_id)
  for (const { user_session_id, days } of [
    { ...old, days: 31 },
    { ...recentApplication, days: 29 },
    { ...sent, days: 31 },
  ]) {
    await app.services.database.pool.query(
      `update user_session set created_at = now() - make_interval(days => ${days}) where user_session_id = ${user_session_id}`,
    )
  }
  expect(await purgeAbandoned(app.services)).toBe(1)
  expect(await find(app, old.user_session_id)).toBeUndefined()
  expect(await find(app, recentApplication.user_session_id)).toBeDefined()
  expect(await find(app, sent.user_session_id)).toBeDefined()
})

test('the sweep deletes files that no row refers to and no others, even while people upload', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  const upload = async (at: number) => {
    const { user_session_id, as } = await apply(app, ref_function_role_id, { email: `u${at}@example.com` })
    const { body, headers } = formWith({ user_session_id: String(user_session_id) }, { filename: 'cv.pdf', type: 'application/pdf', content: minimalPdf() })
    return (await app.send('POST', uploadResume.path, body, { ...as, headers })).status
  }
  await app.services.files.put('resumes/orphan.pdf', Buffer.from('x'))
  expect(await sweepFiles(app.services)).toBe(0)
  const finished = new AbortController()
  const sweeping = (async () => {
    // A margin of half a second instead of a day, for files that are still being uploaded.
    let swept = 0
    while (!finished.signal.aborted) swept += await sweepFiles(app.services, 500)
    return swept + (await sweepFiles(app.services, 0))
  })()
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(upload))).toEqual([201, 201, 201, 201, 201, 201])
  finished.abort()
  expect(await sweeping).toBe(1)
  const { rows } = await app.services.database.pool.query('select storage_key from resume')
  expect(rows).toHaveLength(6)
  for (const { storage_key } of rows) expect(await app.services.files.read(storage_key)).not.toBeNull()
})

test('nightly jobs run once a night, no matter how many processes try', async () => {
  await using app = await startApp()
  await Promise.all([runNightlyJobs(app.services), runNightlyJobs(app.services), runNightlyJobs(app.services)])
  await runNightlyJobs(app.services)
  const { rows } = await app.services.database.pool.query(`select count(*)::int as nights from audit_trail where action = 'nightly.started'`)
  expect(rows).toEqual([{ nights: 1 }])
})

test('nightly jobs run between 2 and 5 AM in TIME_ZONE; a missed night is made up at any hour', async () => {
  await using app = await startApp()
  const { pool } = app.services.database
  await runNightlyJobs(app.services)
  const nightsAfter = async (hours: number, TIME_ZONE: string) => {
    await pool.query('alter table audit_trail disable trigger user')
    await pool.query(`update audit_trail set at = now() - make_interval(hours => $1) where action = 'nightly.started'`, [hours])
    await pool.query('alter table audit_trail enable trigger user')
    await Promise.all([1, 2].map(() => runNightlyJobs({ ...app.services, env: { ...app.services.env, TIME_ZONE } })))
    return (await pool.query(`select count(*)::int as nights from audit_trail where action = 'nightly.started'`)).rows[0].nights as number
  }
  expect([await nightsAfter(21, zoneAt(10)), await nightsAfter(21, zoneAt(20)), await nightsAfter(21, zoneAt(3))]).toEqual([1, 1, 2])
  expect([await nightsAfter(35, zoneAt(10)), await nightsAfter(37, zoneAt(10)), await nightsAfter(37, zoneAt(20))]).toEqual([2, 3, 4])
})

/** Returns a time zone in which it's this hour now. */
function zoneAt(hour: number): string {
  const offsetHours = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // These zone names have reversed signs.
  return `Etc/GMT${offsetHours > 0 ? '-' : '+'}${Math.abs(offsetHours)}`
}

test("a clock that ran an hour ahead doesn't make nightly jobs run twice, and one that ran days ahead doesn't block them", async () => {
  await using app = await startApp()
  const { pool } = app.services.database
  await runNightlyJobs(app.services)
  const nightsAfter = async (ahead: string) => {
    await pool.query('alter table audit_trail disable trigger user')
    await pool.query(`update audit_trail set at = now() + $1::interval where action = 'nightly.started'`, [ahead])
    await pool.query('alter table audit_trail enable trigger user')
    await runNightlyJobs(app.services)
    return (await pool.query(`select count(*)::int as nights from audit_trail where action = 'nightly.started'`)).rows[0].nights as number
  }
  expect([await nightsAfter('1 hour'), await nightsAfter('3 days')]).toEqual([1, 2])
})

import { afterAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { rationale_run, staff_account } from '#server/db/tables.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { RationaleGenerator } from '#server/rationale/generator.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { generateRationale, claimRun } from './generate-rationale.ts'

const app = await startApp({ LIMITS_SCALE: '1000' })
afterAll(() => app.close())
await app.admin()
await app.admin(app.env.ADMIN_EMAILS[1])
const [one, other] = (await app.db.select().from(staff_account)).map(({ staff_account_id, email }) => ({
  staff_account_id,
  email,
  roles: ['admin' as const],
  powers: ['read' as const, 'decide' as const],
  scope: 'everyone' as const,
  has_passkey: false,
  mustProve: null,
  isHead: false,
  owesPasskey: false,
  ip: '',
}))
const ivo = await makeInterviewer(app)
const DRAFT = {
  agent_absent_flag: false,
  agent_rationale: 'A draft.',
  citations: [],
  generator: 'slow',
  sufficient_evidence: false,
  model: null,
  prompt_hash: null,
  tokens: 0,
}

const PATIENT = { timeout: 30_000 }

async function candidate(): Promise<number> {
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: ['She was late.'] })
  return user_session_id
}

/** Returns a generator that responds on command, used by two processes that share only the database. */
function twoProcesses() {
  const waiting: (() => void)[] = []
  const rationale: RationaleGenerator = { name: 'slow', generate: () => new Promise((resolve) => waiting.push(() => resolve(DRAFT))) }
  const tools = [
    { ...app.services, rationale },
    { ...app.services, rationale: { ...rationale } },
  ]
  const click = (process: number, caller: typeof one, row: { user_session_id: number; fgl_ref_red_flag_id: number }) =>
    generateRationale(tools[process % 2]!, caller!, { ...row, overwrite: true, isGone: () => false }).then(
      () => 200,
      (refusal: HttpError) => refusal.status,
    )
  return { waiting, click }
}

test('fifty clicks by one person in two processes start two drafts', async () => {
  const { waiting, click } = twoProcesses()
  const user_session_id = await candidate()
  const rejected: number[] = []
  const clicks = Array.from({ length: 50 }, async (_, i) => {
    const status = await click(i, one, { user_session_id, fgl_ref_red_flag_id: 1 + (i % 5) })
    if (status !== 200) rejected.push(status)
    return status
  })
  await expect.poll(() => rejected.length, PATIENT).toBe(48)
  expect(waiting).toHaveLength(2)
  for (const answer of waiting) answer()
  expect((await Promise.all(clicks)).filter((status) => status === 200)).toHaveLength(2)
})

test('only one draft per row runs at a time, and the next can start afterward', async () => {
  const { waiting, click } = twoProcesses()
  const row = { user_session_id: await candidate(), fgl_ref_red_flag_id: 1 }
  const first = click(0, one, row)
  await expect.poll(() => waiting.length, PATIENT).toBe(1)
  expect(await click(1, other, row)).toBe(429)
  waiting[0]!()
  expect(await first).toBe(200)

  const second = click(1, other, row)
  await expect.poll(() => waiting.length, PATIENT).toBe(2)
  waiting[1]!()
  expect(await second).toBe(200)
})

test('a run left behind by a dead process frees its slot automatically', async () => {
  const row = { user_session_id: await candidate(), fgl_ref_red_flag_id: 1 }
  await claimRun(app.db, row, one!.staff_account_id)
  await expect(claimRun(app.db, row, other!.staff_account_id)).rejects.toThrow('A rationale for this row is already being generated.')

  await app.db.update(rationale_run).set({ ends_at: sql`now() - interval '1 second'` })
  const end = await claimRun(app.db, row, other!.staff_account_id)
  await end()
  expect(await app.db.select().from(rationale_run)).toEqual([])
})

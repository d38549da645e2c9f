import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { ask, applyOnce } from '#lab/faults/client.ts'
import { openStage } from '#lab/faults/stage.ts'
import { runCli } from '#test/setup/cli.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { hasPgBouncer, startPgBouncer } from '#test/setup/pgbouncer.ts'

const PEOPLE = 40

test.runIf(kindOfRun() === 'postgres' && hasPgBouncer)(
  'two processes and the command line work behind PgBouncer in transaction mode with fewer connections than they request',
  async () => {
    const stage = await openStage('postgres')
    const pooler = await startPgBouncer(stage.databaseUrl!, 3)
    const folder = await mkdtemp(join(tmpdir(), 'rounds-pooled-'))
    try {
      const pooled = { DATABASE_URL: pooler.url }
      const products = await Promise.all([stage.start(pooled), stage.start(pooled)])
      const as = { token: stage.token }
      const at = <Body = unknown>(place: number, path: string, how = {}) => ask<Body>(`${products[place % 2]!.url}${path}`, { ...as, ...how })

      const applied = await Promise.all(Array.from({ length: PEOPLE }, (_, one) => applyOnce(products[one % 2]!.url, stage.role, `p${one}@example.com`)))
      expect(applied.map((said) => said?.status)).toEqual(Array(PEOPLE).fill(200))
      const lists = await Promise.all(Array.from({ length: 20 }, (_, one) => at<Applicant[]>(one, '/api/user-session/applicants_with_answers/all?days_ago=30')))
      expect(lists.map(({ status, body }) => `${status}: ${body.length}`)).toEqual(Array(20).fill(`200: ${PEOPLE}`))
      const ids = lists[0]!.body.map((one) => one.user_session_id)
      const responses = await Promise.all(
        ids.map((user_session_id, one) => at(one, '/api/user-session/update_status', { body: { user_session_id, ref_application_status_id: 2 } })),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200))
      expect((await at<string>(0, '/api/applicants/export.csv?roleId=all&days_ago=30')).body.split('\r\n')).toHaveLength(PEOPLE + 2)

      const operate = (...words: string[]) => runCli(words, { ...stage.settings, ...pooled })
      expect(await operate('audit', 'verify')).toMatchObject({ code: 0, err: '' })
      expect(await operate('backup', join(folder, 'b.tar'))).toMatchObject({ code: 0, err: '' })
      expect(await operate('doctor')).toMatchObject({ code: 0 })
      for (const product of products) expect(await product.stop()).toBe(0)
      expect(await operate('restore', join(folder, 'b.tar'), '--force')).toMatchObject({ code: 0 })
      const [stored] = await stage.ask<{ people: number; changes: number }>(
        `select (select count(*)::int from user_session where email like 'p%@example.com') as people, (select count(*)::int from status_change) as changes`,
      )
      expect(stored).toEqual({ people: PEOPLE, changes: PEOPLE })
    } finally {
      await stage.close()
      await pooler.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
  240_000,
)

import { expect, test } from 'vitest'
import { linkedinKey } from '#contract/applications/person-keys.ts'
import { createDatabase, silent, startPostgres } from '#test/setup/database.ts'
import { connect } from './connect.ts'
import { migrate, migrateTo } from './migrate.ts'

/** How many migrations there are before 0088, which makes the keys of shared LinkedIn pages again. */
const BEFORE_PROFILES = 88

test('an upgrade unlinks people who entered the same generic LinkedIn page, and keeps links based on real profiles', async () => {
  const server = await startPostgres()
  const database = await connect({ databaseUrl: await createDatabase(server.url, 'profiles'), dataDir: '', log: silent })
  const client = await database.pool.connect()
  await client.query('begin')
  await migrateTo(client, BEFORE_PROFILES)
  await client.query('set local session_replication_role = replica')
  // Each page with the key that earlier versions made of it.
  await client.query(`insert into user_session (user_session_id, ref_function_role_id, capability_hash, linkedin_profile_url, linkedin_key)
    select n, 1, n::text, 'https://www.linkedin.com/' || page, key from (values
      (1, 'feed/', 'feed'), (2, 'in/me/', 'in/me'), (3, 'in/', 'in'), (4, 'profile/view?id=1', 'profile/view'), (5, 'company/acme', 'company/acme'),
      (6, 'pub/anna-smith', 'pub/anna-smith'), (7, 'in/https://www.linkedin.com/in/anna', 'in/https:'), (8, 'in/in/anna', 'in/in'), (9, 'in/%20', 'in/ '),
      (10, 'mwlite/in/Anna?x=1', 'mwlite/in'), (11, 'pub/anna-smith/12/345/6B7', 'pub/anna-smith'), (12, 'in/jos%C3%A9/', 'in/josé'), (13, 'in/medea', 'in/medea'),
      (14, 'm/in/me', 'm/in'), (15, 'mwlite/in/jos%C3%A9', 'mwlite/in')) one (n, page, key)`)
  await client.query('commit')
  client.release()
  await migrate(database)
  const { rows } = await database.pool.query<{ page: string; linkedin_key: string }>(
    'select linkedin_profile_url as page, linkedin_key from user_session order by user_session_id',
  )
  const kept = rows.filter((row) => row.linkedin_key !== null)
  expect(kept.map((row) => row.linkedin_key)).toEqual(['in/anna', 'pub/anna-smith/12/345/6b7', 'in/josé', 'in/medea'])
  expect(kept.map(({ page }) => linkedinKey(page))).toEqual(kept.map((row) => row.linkedin_key))
  await database.close()
  await server.stop()
})

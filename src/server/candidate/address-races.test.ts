import { afterAll, expect, test } from 'vitest'
import * as calls from '#contract/candidate/candidate.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { ref_function_role_id: role } = await makeRole(app.db)
const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

test('a cookie from a link opened during a correction gives no access afterward', async () => {
  let opened = 0
  for (let round = 0; round < 4; round++) {
    const [mine, stranger] = [`mine-${round}@example.com`, `stranger-${round}@example.com`]
    const theirs = await apply(app, role, { email: stranger })
    const { as } = await apply(app, role, { email: mine, first_name: `Round ${'abcd'[round]}` })
    const link = (await newestLink(app, mine))!
    const body = new URLSearchParams({ email: stranger }).toString()
    const first = Array.from({ length: 15 }, () => app.send('GET', link))
    const correct = app.send('POST', `/roles/${role}/email`, body, { ...as, ...form })
    const openings = Array.from({ length: 25 }, () => app.send('GET', link))
    const visits = await Promise.all([...first, ...openings])
    expect((await correct).status).toBe(303)
    const cookies = visits.flatMap((one) => one.cookies['own-page'] ?? [])
    opened += cookies.length
    for (const cookie of cookies) {
      const { status, body: listed } = await app.call(calls.listOwnApplications, {}, { cookies: { 'own-page': cookie } })
      expect([status, JSON.stringify(listed).includes(`"user_session_id":${theirs.user_session_id}`)]).toEqual([401, false])
    }
  }
  expect(opened).toBeGreaterThan(0)
})

test('correcting the address while another is being confirmed never causes a server error', async () => {
  const seen: string[] = []
  for (let round = 0; round < 30; round++) {
    const { as, user_session_id } = await apply(app, role, { email: `first-${round}@example.com` })
    const own = (await app.send('GET', (await newestLink(app, `first-${round}@example.com`))!)).cookies['own-page']!
    await app.call(calls.changeContact, { id: user_session_id, email: `second-${round}@example.com` }, { cookies: { 'own-page': own } })
    const confirm = (await newestLink(app, `second-${round}@example.com`))!
    const [a, b] = await Promise.all([
      app.send('POST', `/roles/${role}/email`, new URLSearchParams({ email: `third-${round}@example.com` }).toString(), { ...as, ...form }),
      app.send('POST', confirm, '', form),
    ])
    seen.push(`${a.status}/${b.status}`)
  }
  expect(seen.filter((one) => /\b5\d\d\b/.test(one))).toEqual([])
})

import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { updateRole } from '#contract/roles.ts'
import { DEMO_ROLES } from '#demo/roles.ts'
import { function_role } from '#server/db/tables.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())

/** The content is checked at least every half second. */
function waitForRefresh(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 900))
}

test("search and filters are in the URL and need no script; roles that don't match aren't sent", async () => {
  await makeRole(app.db, { function_role_name: 'Night Ward Nurse', department: 'Nursing', shift: 'Nights', license_states: ['TX'] })
  await makeRole(app.db, { function_role_name: 'Day Ward Nurse', department: 'Nursing', shift: 'Days', license_states: ['NY'] })
  await waitForRefresh()
  for (const [query, found] of [
    ['q=night+ward', ['Night Ward Nurse']],
    ['q=ward&shift=Days', ['Day Ward Nurse']],
    ['state=TX', ['Night Ward Nurse']],
    ['q=nobody+like+this', []],
  ] as const) {
    const html = String((await app.send('GET', `/?${query}`)).body)
    expect(['Night Ward Nurse', 'Day Ward Nurse'].filter((name) => html.includes(`>${name}</a>`))).toEqual(found)
    expect(html).toMatch(/<form[^>]*method="get"[^>]*action="\/#openings"|<form[^>]*action="\/#openings"[^>]*method="get"/)
  }
})

test('a role candidates have seen returns 410 with its name, its date and similar roles; one they never saw is a plain 404', async () => {
  const admin = await app.admin()
  const open = await makeRole(app.db, { function_role_name: 'Closing Ward Nurse', department: 'Nursing' })
  const id = open.ref_function_role_id
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  const byDate = await makeRole(app.db, { function_role_name: 'Dated Ward Nurse', published_at: '2026-01-01T00:00:00Z', closes_at: '2026-02-03T12:00:00Z' })
  const never = await makeRole(app.db, { function_role_name: 'Secret Nurse', disabled_flag: true })
  await waitForRefresh()

  const closed = await app.send('GET', `/roles/${id}`)
  expect(closed.status).toBe(410)
  expect(String(closed.body)).toContain('Closing Ward Nurse')
  expect(String(closed.body)).toContain('>Night Ward Nurse</a>')
  expect((await app.send('GET', `/roles/${id}/apply`)).status).toBe(410)
  const dated = await app.send('GET', `/roles/${byDate.ref_function_role_id}`)
  expect([dated.status, String(dated.body).includes('February 3, 2026')]).toEqual([410, true])
  const plain = await app.send('GET', `/roles/${never.ref_function_role_id}`)
  expect([plain.status, String(plain.body).includes('Secret Nurse')]).toEqual([404, false])

  await app.call(updateRole, { id, disabled_flag: false }, admin)
  expect((await app.send('GET', `/roles/${id}`)).status).toBe(200)
})

const shown = (html: string) => [...html.matchAll(/<a href="\/roles\/\d+">([^<]+)<\/a>/g)].map(([, name]) => name)

test('a script gets the openings in the same order as the page; a browser gets the page', async () => {
  for (const search of ['', '?q=nurse', '?q=wrad', '?state=TX', '?q=nights&state=CA']) {
    const page = String((await app.send('GET', `/${search}`, undefined, { headers: { accept: 'text/html' } })).body)
    const { status, body, headers } = await app.send('GET', `/openings${search}`, undefined, { headers: { accept: '*/*' } })
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(String(body)).not.toContain('<html')
    expect(shown(String(body)), search).toEqual(shown(page))
  }
  const { status, headers } = await app.send('GET', '/openings?q=nurse', undefined, { headers: { accept: 'text/html,*/*' } })
  expect([status, headers['location']]).toEqual([302, '/?q=nurse#openings'])
})

test('a search shows what it treated as a typo, or which filter excludes the most results', async () => {
  await makeRole(app.db, { function_role_name: 'Ward Sweeper', department: 'Facilities', shift: 'Days' })
  await waitForRefresh()
  const read = async (search: string) => String((await app.send('GET', `/?${search}`)).body)
  expect(await read('q=sweper')).toMatch(/Showing results for (<!-- -->)?sweeper: /)
  const nothing = (await read('q=sweeper&department=Facilities&shift=Nights')).replaceAll('<!-- -->', '')
  for (const words of [
    'No openings match. The shift “Nights” rules out the most openings.',
    '<a href="/?q=sweeper&amp;department=Facilities#openings">Show 1 opening without this filter</a>',
    '<a href="/#openings">Show all openings</a>',
  ])
    expect(nothing.includes(words), words).toBe(true)
  const anywhere = await read('state=TX&q=sweeper')
  expect(anywhere).toMatch(/>Ward Sweeper<\/a>[^]*?Any state/)
})

test('500 roles take at most 30 KiB', async () => {
  const words = (n: number) => Array.from({ length: 40 }, (_, at) => ((n * 7919 + at * 104_729) % 9973).toString(36)).join(' ')
  const rows = Array.from({ length: 500 }, (_, n) => ({
    function_role_name: `Role ${n}`,
    function_role_description: DEMO_ROLES[n % 8]!.function_role_description + words(n),
    department: `Department ${n % 9}`,
  }))
  await app.db.insert(function_role).values(rows.map((row) => ({ ...row, hiring_lead_email: 'lead@example.com', hiring_lead_name: 'Lead' })))
  await waitForRefresh()
  // The first response may stream its openings after skeletons; the second is cached.
  for (const which of ['first', 'second']) {
    const { headers, rawPayload } = await app.fastify.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect([which, headers['content-encoding']]).toEqual([which, 'br'])
    expect(/>50\d openings</.test(brotliDecompressSync(rawPayload).toString())).toBe(true)
    expect(rawPayload.length, which).toBeLessThanOrEqual(20 * 1024)
  }

  // Every role can be reached through links alone: from its group, page by page.
  const read = async (path: string) => String((await app.send('GET', path)).body).replaceAll('&amp;', '&')
  const names = new Set<string | undefined>()
  const groups = [...(await read('/')).matchAll(/class="unfold" href="([^"#]+)/g)].map(([, href]) => href!)
  for (let next = groups.shift(); next; next = groups.shift()) {
    const html = await read(next)
    for (const name of shown(html)) names.add(name)
    groups.push(...[...html.matchAll(/class="unfold" href="([^"#]+)/g)].map(([, href]) => href!))
  }
  expect([...names].filter((name) => /^Role \d+$/.test(name!))).toHaveLength(500)
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

async function get(path: string, as: Actor & { headers?: Record<string, string> } = {}) {
  const said = await app.send('GET', path, undefined, as)
  return { ...said, html: String(said.body) }
}

/** The content is checked at least every half second. */
function waitForRefresh(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 900))
}

test('the home page lists open roles, and only those, in its first response', async () => {
  await makeRole(app.db, { function_role_name: 'Open Nurse' })
  await makeRole(app.db, { function_role_name: 'Disabled Nurse', disabled_flag: true })
  await makeRole(app.db, { function_role_name: 'Closed Nurse', closes_at: '2020-01-01T00:00:00Z' })
  await makeRole(app.db, { function_role_name: 'Future Nurse', published_at: '2999-01-01T00:00:00Z' })
  await waitForRefresh()
  const { status, html } = await get('/')
  expect(status).toBe(200)
  expect(html).toContain('Open Nurse')
  expect(html).toContain('Remote • Full Time')
  for (const hidden of ['Disabled Nurse', 'Closed Nurse', 'Future Nurse', 'application/ld+json']) expect(html).not.toContain(hidden)
})

test('the meta description is the first 50 words of the intro, cut at 300 characters with an ellipsis', async () => {
  const { html } = await get('/')
  const description = /<meta name="description" content="([^"]+)"/.exec(html)![1]!
  const intro = /<p class="intro">([^<]+)</.exec(html)![1]!
  expect(description.length).toBeLessThanOrEqual(300)
  expect(description.split(/\s+/).length).toBeLessThanOrEqual(50)
  expect(description.endsWith('…')).toBe(true)
  expect(intro.startsWith(description.slice(0, -1))).toBe(true)
})

test('an edit by anyone shows up within a second', async () => {
  const role = await makeRole(app.db, { function_role_name: 'Before The Edit' })
  await waitForRefresh()
  expect((await get(`/roles/${role.ref_function_role_id}`)).html).toContain('Before The Edit')
  await app.db.execute(sql`update function_role set function_role_name = 'After The Edit' where ref_function_role_id = ${role.ref_function_role_id}`)
  await waitForRefresh()
  expect((await get(`/roles/${role.ref_function_role_id}`)).html).toContain('After The Edit')
  expect((await get('/')).html).toContain('After The Edit')
})

test('a role page says when applications close, or gives the last day if the role closes at midnight', async () => {
  await using there = await startApp({ TIME_ZONE: 'America/New_York' })
  const pageOf = async (closes_at: string) => {
    const { ref_function_role_id } = await makeRole(there.db, { closes_at })
    return String((await there.send('GET', `/roles/${ref_function_role_id}`)).body).replaceAll(/<\/?time[^>]*>/g, '')
  }
  const afternoon = await pageOf('2998-12-01T20:30:00Z')
  expect(afternoon).toContain('Applications close on December 1, 2998 at 3:30 PM EST.')
  expect(afternoon).toContain('<dt>Apply by</dt><dd>December 1, 2998 at 3:30 PM EST</dd>')
  expect(await pageOf('2998-12-01T05:00:00Z')).toContain('<dt>Apply by</dt><dd>November 30, 2998</dd>')
  expect(await pageOf('2998-07-02T04:00:00Z')).toContain('<dt>Apply by</dt><dd>July 1, 2998</dd>')
})

test("a role's structured data matches its page", async () => {
  const role = await makeRole(app.db, { function_role_name: 'Nurse </script><b>', salary_min: 78_000, salary_max: 96_000, closes_at: '2999-05-01T00:00:00Z' })
  await waitForRefresh()
  const { html } = await get(`/roles/${role.ref_function_role_id}`)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  const posting = JSON.parse(json!) as Record<string, never>
  expect(posting).toMatchObject({
    '@type': 'JobPosting',
    title: 'Nurse </script><b>',
    employmentType: 'FULL_TIME',
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'USA' },
    directApply: true,
    validThrough: expect.stringContaining('2999-05-01'),
    baseSalary: { currency: 'USD', value: { minValue: 78_000, maxValue: 96_000, unitText: 'YEAR' } },
  })
  expect(posting['description']).toMatch(/<li>Call patients<\/li>/)
  expect(html).toContain('$78,000 to $96,000 a year')
  expect(html).toContain(`<link rel="canonical" href="${app.env.BASE_URL}/roles/${role.ref_function_role_id}"`)
  expect(html).toContain('summary_large_image')
})

test('an unknown or closed role returns 404 and links to the openings', async () => {
  const closed = await makeRole(app.db, { disabled_flag: true })
  for (const path of [
    '/roles/999999',
    '/roles/abc',
    '/roles/0',
    '/roles/2147483648',
    `/roles/${closed.ref_function_role_id}`,
    `/roles/${closed.ref_function_role_id}/apply`,
  ]) {
    const { status, html } = await get(path)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain('Role not found')
    expect(html).toContain('href="/#openings"')
  }
})

test('a role without requirements says so, and one without a description has a default meta description', async () => {
  const role = await makeRole(app.db, { function_role_requirements: '', function_role_description: '' })
  const { html } = await get(`/roles/${role.ref_function_role_id}`)
  expect(html).toContain('No specific requirements listed.')
})

test('staff markup cannot inject a script into a page', async () => {
  const role = await makeRole(app.db, {
    function_role_description: '<p onclick="x()">Text <script>alert(1)</script><a href="javascript:alert(2)">link</a><img src=x onerror=alert(3)></p>',
    function_role_requirements: '<ul><li>One</li><svg><style><img src=x onerror=alert(4)></style></svg></ul>',
  })
  await waitForRefresh()
  const { html } = await get(`/roles/${role.ref_function_role_id}`)
  expect(html).not.toMatch(/alert\(|onclick|onerror|javascript:/)
  expect(html).toContain('<li>One</li>')
})

test('an unchanged page returns 304, and pages are compressed in advance', async () => {
  const first = await get('/how-we-hire')
  const etag = String(first.headers['etag'])
  expect((await get('/how-we-hire', { headers: { 'if-none-match': etag } })).status).toBe(304)
  await get('/')
  const zipped = await app.fastify.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(zipped.headers['content-encoding']).toBe('br')
  expect(zipped.rawPayload.length).toBeLessThan(14 * 1024)
})

test('while openings load slowly, skeletons are shown, and replacing them needs no script', async () => {
  await makeRole(app.db, { function_role_name: 'Slow Nurse' })
  await waitForRefresh()
  const client = await app.services.database.pool.connect()
  await client.query('begin')
  await client.query('lock table function_role in access exclusive mode')
  const response = await fetch(`${await app.fastify.listen({ port: 0, host: '127.0.0.1' })}/`)
  const parts = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let html = ''
  while (!html.includes('skeleton role-card')) html += (await parts.next()).value ?? ''
  await client.query('rollback')
  client.release()
  for (let part = await parts.next(); !part.done; part = await parts.next()) html += part.value
  expect(html.match(/class="skeleton role-card"/g)).toHaveLength(3)
  expect(html).toContain('aria-label="Loading openings"')
  // Text browsers show a template's text, and never replace it.
  expect(html.replace(/<[^>]+>/g, '')).not.toContain('Loading openings')
  expect(html.indexOf('shadowrootmode')).toBeLessThan(html.indexOf('<div slot="openings">'))
  expect(html).toContain('Slow Nurse')
  expect(html.endsWith('</html>')).toBe(true)
})

test('if openings cannot be loaded, the page shows an error with Retry, and a role page says that loading failed', async () => {
  const role = await makeRole(app.db)
  await app.db.execute(sql`alter table function_role rename to function_role_away`)
  await waitForRefresh()
  const home = await get('/')
  const page = await get(`/roles/${role.ref_function_role_id}`)
  await app.db.execute(sql`alter table function_role_away rename to function_role`)
  expect(home.status).toBe(503)
  expect(home.html).toContain('Error: Failed to load role listings')
  expect(home.html).toMatch(/<a[^>]*href="\/#openings"[^>]*>Retry/)
  expect(page.status).toBe(500)
  expect(page.html).toContain('Failed to load role details. Please try again later.')
  expect(page.html).toContain(`include <code>${String(page.headers['x-request-id'])}</code>`)
  expect((await get('/')).status).toBe(200)
})

test('search engines and feed readers get the open roles', async () => {
  const role = await makeRole(app.db, { function_role_name: 'Nurse & <Friend>' })
  const hidden = await makeRole(app.db, { disabled_flag: true })
  await waitForRefresh()
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.html).toContain(`<loc>${app.env.BASE_URL}/roles/${role.ref_function_role_id}</loc>`)
  expect(sitemap.html).not.toContain(`/roles/${hidden.ref_function_role_id}<`)
  expect((await get('/jobs.rss')).html).toContain('<title>Nurse &amp; &lt;Friend&gt;</title>')
  const robots = (await get('/robots.txt')).html
  for (const path of ['/admin', '/interviewer', '/api']) expect(robots).toContain(`Disallow: ${path}`)
  expect((await get('/.well-known/security.txt')).html).toContain('Contact: mailto:security@')
})

const Job = z.strictObject({
  title: z.string().min(1),
  date: z.string().refine((date) => !Number.isNaN(Date.parse(date)) && date.endsWith('GMT')),
  referencenumber: z.string().regex(/^\d+$/),
  url: z.url(),
  company: z.string().min(1),
  city: z.literal('Remote'),
  state: z.string(),
  country: z.literal('US'),
  description: z.string().min(1),
  salary: z.string(),
  jobtype: z.literal('fulltime'),
  category: z.string(),
})

test('job boards get each open role with the field names they expect', async () => {
  const pay = { salary_min: 40, salary_max: 55, salary_unit: 'HOUR' as const }
  const role = await makeRole(app.db, { function_role_name: 'Nurse\uFFFF & <Boards>', department: 'Nursing', license_states: ['CA', 'TX'], ...pay })
  const { ref_function_role_id: paused } = await makeRole(app.db, { disabled_flag: true, was_public_flag: true, paused_at: '2026-01-01T00:00:00Z' })
  await waitForRefresh()
  const { html, headers } = await get('/jobs.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const text = (escaped: string) =>
    escaped.replace(/&(lt|gt|quot|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!).replaceAll('&amp;', '&')
  const jobs = [...html.matchAll(/<job>(.*?)<\/job>/gs)].map(([, job]) =>
    Job.parse(Object.fromEntries([...job!.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, value]) => [name, text(value!)]))),
  )
  const { ref_function_role_id: id } = role
  expect(jobs.map(({ referencenumber }) => referencenumber)).not.toContain(String(paused))
  const job = jobs.find(({ referencenumber }) => referencenumber === String(id))
  expect(job).toMatchObject({
    title: 'Nurse & <Boards>',
    url: `${app.env.BASE_URL}/roles/${id}`,
    state: 'CA, TX',
    category: 'Nursing',
    salary: '$40 to $55 an hour',
  })
  expect(job!.description).toContain('<li>Call patients</li>')
})

test('a role has a 1200×630 share image', async () => {
  const role = await makeRole(app.db)
  await waitForRefresh()
  const { rawPayload, headers } = await app.fastify.inject({ url: `/roles/${role.ref_function_role_id}/og.png` })
  expect(headers['content-type']).toBe('image/png')
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  expect(rawPayload.length).toBeLessThan(300_000)
})

test('any other public path redirects to the home page', async () => {
  const { status, headers } = await get('/nowhere/at/all')
  expect([status, headers['location']]).toEqual([302, '/'])
})

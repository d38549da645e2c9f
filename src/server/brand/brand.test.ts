import { createCanvas, loadImage } from '@napi-rs/canvas'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { previewBrandEmail, readBrand, updateBrand, type Picture, type PictureKind } from '#contract/brand/brand.ts'
import { sendCode } from '#contract/auth/auth.ts'
import { audit_trail, brand_picture, email_outbox } from '#server/db/tables.ts'
import { formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ COMPANY_NAME: 'Prairie Clinics', COMPANY_DOMAIN: 'prairie.example' })
afterAll(() => app.close())
const owner = await app.admin()

const pageOf = async (path: string) => String((await app.send('GET', path)).body)

async function upload(kind: PictureKind, content: Buffer, as: object = owner) {
  const { body, headers } = formWith({ kind }, { name: 'picture', filename: 'x.png', type: 'image/png', content })
  return app.send('POST', '/api/brand/pictures', body, { ...as, headers })
}

async function picture(width: number, height: number, type: 'image/png' | 'image/jpeg' = 'image/png'): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#3355aa'
  context.fillRect(0, 0, width, height / 2)
  return type === 'image/png' ? canvas.encode('png') : canvas.encode('jpeg')
}

test('until an owner changes something, the site shows its default text with the company filled in', async () => {
  const { body } = await app.call(readBrand, {}, owner)
  expect(body).toMatchObject({ version: 0, accent: '#0f5a52', logo: null, hero: null, modified_by_email: null })
  const html = await pageOf('/')
  expect(html).toContain('At Prairie Clinics, we bring care')
  expect(html).toContain('A reply within 14 days')
  expect(html).not.toContain('/brand/')
})

test('only an owner can read or change the brand', async () => {
  const interviewer = await app.interviewer()
  for (const [endpoint, ask] of [
    [readBrand, {}],
    [updateBrand, { headline: 'Mine' }],
  ] as const) {
    expect((await app.call(endpoint, ask)).status).toBe(401)
    expect((await app.call(endpoint, ask, interviewer)).status).toBe(403)
  }
  expect((await upload('logo', await picture(200, 80), interviewer)).status).toBe(403)
})

test('updated texts, contact details and statements appear on every page that has them, on the next request', async () => {
  const role = await makeRole(app.db, { function_role_name: 'Night Nurse' })
  const benefits = [{ icon: 'heart' as const, title: 'Paid leave', text: '<b>Six</b> weeks' }]
  const facts = ['12 clinics', 'Since 1978']
  const texts = {
    headline: 'Care close to home.',
    lead: 'Work where you live.',
    intro: '{company_name} is small.',
    facts,
    benefits,
    contact_email: 'jobs@prairie.example',
  }
  const statements = { eeo_statement: '{company_name} hires fairly.', accommodation_statement: 'Write to {contact_email} any time.' }

  const { status, body } = await app.call(updateBrand, { ...texts, ...statements, version: 0 }, owner)

  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 1, headline: 'Care close to home.', modified_by_email: app.env.ADMIN_EMAILS[0] })
  const home = await pageOf('/')
  for (const said of [
    '<h1>Care close to home.</h1>',
    'Work where you live.',
    'Prairie Clinics is small.',
    '12 clinics',
    'Since 1978',
    'Paid leave',
    '&lt;b&gt;Six&lt;/b&gt; weeks',
  ])
    expect(home).toContain(said)
  expect(home).not.toContain('Annual Hackathon')
  for (const path of [`/roles/${role.ref_function_role_id}`, `/roles/${role.ref_function_role_id}/apply`, '/how-we-hire'])
    expect(await pageOf(path)).toMatch(
      /Prairie Clinics hires fairly\.[^]*Write to .*<a href="mailto:jobs@prairie\.example">jobs<wbr\/>@prairie<wbr\/>\.example<\/a>.* any time/,
    )
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'brand.changed'))
  expect(row!.facts).toEqual({ fields: ['headline', 'lead', 'intro', 'facts', 'benefits', 'contact_email', 'eeo_statement', 'accommodation_statement'] })
})

test.each([
  [{ accent: 'teal' }, 'accent'],
  [{ headline: ' ' }, 'headline'],
  [{ intro: 'We are {company}' }, 'intro'],
  [{ contact_email: 'nobody' }, 'contact_email'],
  [{ facts: ['a', 'b', 'c', 'd'] }, 'facts'],
  [{ hero_focus_x: 101 }, 'hero_focus_x'],
])('%o is rejected with an error on its field', async (change, path) => {
  const { status, body } = await app.call(updateBrand, change, owner)
  expect(status).toBe(422)
  expect(body.errors![0]!.path.split('.')[0]).toBe(path)
})

test('a change based on an older version returns 409 and changes nothing', async () => {
  const { status, body } = await app.call(updateBrand, { headline: 'Late', version: 0 }, owner)
  expect(status).toBe(409)
  expect(body.detail).toContain(app.env.ADMIN_EMAILS[0])
})

test('the accent color applies to the site, the sign-in page and emails; the sign-in stylesheet can be cached forever', async () => {
  await app.call(updateBrand, { accent: '#7a1fa2' }, owner)
  for (const path of ['/', '/how-we-hire']) expect(await pageOf(path)).toContain('--brand:light-dark(#7a1fa2,#')
  const href = /href="(\/brand\/[0-9a-f]{16}\.css)"/.exec(await pageOf('/admin/login'))![1]!
  const styles = await app.send('GET', href)
  expect(styles.headers['cache-control']).toContain('immutable')
  expect(String(styles.body)).toContain('--brand:light-dark(#7a1fa2,#')
  expect((await app.send('GET', '/brand/0000000000000000.css')).headers['cache-control']).toBe('no-store')
  await app.call(sendCode, { email: app.env.ADMIN_EMAILS[0]! })
  const [email] = await app.db.select().from(email_outbox).where(eq(email_outbox.purpose, 'sign-in'))
  expect(email!.html).toContain('color:#7a1fa2')
})

test('a hero picture is re-encoded in several sizes, served as immutable and shown with its focal point and description', async () => {
  const file = Buffer.concat([await picture(2000, 1000, 'image/jpeg'), Buffer.from('<script>GPS 41.2')])
  const { status, body } = (await upload('hero', file)) as unknown as { status: number; body: Picture }
  expect(status).toBe(201)
  expect(body).toMatchObject({ width: 1600, height: 800, widths: [480, 800, 1200, 1600] })

  await app.call(updateBrand, { hero_key: body.picture_key, hero_alt: 'A nurse on a video call', hero_focus_x: 20, hero_focus_y: 80 }, owner)
  const html = await pageOf('/')
  expect(html).toContain('alt="A nurse on a video call"')
  for (const format of ['avif', 'webp']) expect(html).toContain(`/pictures/${body.picture_key}-480.${format} 480w`)
  expect(html).toContain('--hero-focus:20% 80%')
  for (const [format, mark] of [
    ['avif', 'ftypavif'],
    ['webp', 'WEBP'],
  ] as const) {
    const served = await app.fastify.inject(`/pictures/${body.picture_key}-800.${format}`)
    expect(served.headers).toMatchObject({ 'content-type': `image/${format}`, 'cache-control': 'public, max-age=31536000, immutable' })
    expect(served.rawPayload.toString('latin1', 0, 16)).toContain(mark)
    expect(served.rawPayload.includes('GPS')).toBe(false)
    expect(await loadImage(served.rawPayload)).toMatchObject({ width: 800, height: 400 })
  }
})

test('a logo replaces the name in the header, the sign-in page, emails and the sharing image', async () => {
  const before = await app.fastify.inject('/share.png')
  const { body } = (await upload('logo', await picture(600, 200))) as unknown as { body: Picture }
  await app.call(updateBrand, { logo_key: body.picture_key }, owner)
  expect(await pageOf('/')).toMatch(new RegExp(`<img src="/pictures/${body.picture_key}-240.webp"[^>]*alt="Prairie Clinics Careers"`))
  expect(await pageOf('/admin/login')).toContain(`data-logo="/pictures/${body.picture_key}-480.webp"`)
  const after = await app.fastify.inject('/share.png')
  expect(after.headers['content-type']).toBe('image/png')
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false)

  await app.call(updateBrand, { logo_key: null }, owner)
  expect(await pageOf('/')).not.toContain(`/pictures/${body.picture_key}`)
})

test('the sharing image shows a long headline and long facts in full', async () => {
  const imageOf = async (headline: string, fact: string) => {
    expect((await app.call(updateBrand, { headline, facts: [LONG_FACT, LONG_FACT, fact] }, owner)).status).toBe(200)
    return (await app.fastify.inject('/share.png')).rawPayload
  }
  const LONG_FACT = 'Fifty-nine clinics in Texas, New Mexico, Utah and Colorado'
  const headline = 'Care for people and their families, from wherever you are, with a team around'
  const image = await imageOf(`${headline} you.`, 'Paid time to learn, every month of the year, for us')
  expect(image.equals(await imageOf(`${headline} us.`, 'Paid time to learn, every month of the year, for us'))).toBe(false)
  expect(image.equals(await imageOf(`${headline} you.`, 'Paid time to learn, every month of the year, for all'))).toBe(false)
  expect(image.equals(await imageOf(`${headline} you.`, 'Paid time to learn, every month of the year, for us'))).toBe(true)
})

test('a dark-background logo is shown in the dark scheme of the header, sign-in page and emails, and can be previewed before saving', async () => {
  const { body: light } = (await upload('logo', await picture(600, 200))) as unknown as { body: Picture }
  const { body: dark } = (await upload('logo', await picture(660, 220))) as unknown as { body: Picture }
  const look = { accent: '#7a1fa2', contact_email: 'jobs@prairie.example', logo_key: light.picture_key, dark_logo_key: dark.picture_key }
  const preview = await app.call(previewBrandEmail, look, owner)
  const night = (base: string) => `class="by-night" src="${base}/pictures/${dark.picture_key}-480.png"`
  for (const part of [night(''), `class="by-day" src="/pictures/${light.picture_key}`, 'background:#7a1fa2', 'jobs@prairie.example'])
    expect(preview.body.html).toContain(part)
  expect(preview.body.html).not.toContain('.plate{background')
  expect(await pageOf('/')).not.toContain(dark.picture_key)

  await app.call(updateBrand, { logo_key: light.picture_key, dark_logo_key: dark.picture_key }, owner)
  expect(await pageOf('/')).toContain(`<source media="(prefers-color-scheme: dark)" srcSet="/pictures/${dark.picture_key}-240.webp 1x`)
  expect(await pageOf('/admin/login')).toContain(`data-dark-logo="/pictures/${dark.picture_key}-480.webp"`)
  await app.call(sendCode, { email: app.env.ADMIN_EMAILS[0]! })
  const emails = await app.db.select().from(email_outbox).where(eq(email_outbox.purpose, 'sign-in'))
  expect(emails.at(-1)!.html).toContain(night(app.env.BASE_URL))

  const hero = (await upload('hero', await picture(900, 300))) as unknown as { body: Picture }
  expect((await app.call(updateBrand, { dark_logo_key: hero.body.picture_key }, owner)).status).toBe(422)
  expect((await app.call(previewBrandEmail, look, await app.interviewer())).status).toBe(403)
  await app.call(updateBrand, { logo_key: null, dark_logo_key: null }, owner)
})

test('a tall or square logo is shown small, with the name next to it, in the header, the sign-in page and emails', async () => {
  const { body } = (await upload('logo', await picture(200, 400))) as unknown as { body: Picture }
  await app.call(updateBrand, { logo_key: body.picture_key }, owner)
  expect(await pageOf('/')).toMatch(/alt="" class="own-logo"\/><span>Prairie Clinics/)
  expect(await pageOf('/admin/login')).toContain('data-name-beside=""')
  await app.call(sendCode, { email: app.env.ADMIN_EMAILS[0]! })
  const emails = await app.db.select().from(email_outbox).where(eq(email_outbox.purpose, 'sign-in'))
  expect(emails.at(-1)!.html).toMatch(/<img src="[^"]*" alt="" width="16"[^>]*><\/span> Prairie Clinics Careers<\/a>/)
  await app.call(updateBrand, { logo_key: null }, owner)
})

test("a file that isn't a picture, or is too small or too large, is rejected before it's stored", async () => {
  const stored = await app.db.$count(brand_picture)
  const bomb = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.from([0, 0, 0x60, 0, 0, 0, 0x60, 0]), Buffer.alloc(64)])
  for (const [content, status] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
    [(await picture(900, 300)).subarray(0, 60), 415],
    [await picture(300, 200), 422],
    [await picture(1200, 33_333), 422],
    [bomb, 422],
    [Buffer.alloc(0), 422],
  ] as const)
    expect((await upload('hero', content)).status, String(content.subarray(0, 12))).toBe(status)
  expect((await app.call(updateBrand, { hero_key: 'f'.repeat(24) }, owner)).body.errors![0]!.path).toBe('hero_key')
  expect(await app.db.$count(brand_picture)).toBe(stored)
})

test('when a new logo is chosen, emails already sent keep theirs; other pictures and logos replaced long ago are deleted', async () => {
  const age = (days: number) => app.db.update(brand_picture).set({ created_at: sql`created_at - make_interval(days => ${days})` })
  const choose = async (kind: PictureKind, width: number) => {
    const { picture_key } = (await upload(kind, await picture(width, 60))).body as unknown as Picture
    expect((await app.call(updateBrand, { [`${kind}_key`]: picture_key }, owner)).status).toBe(200)
    return picture_key
  }
  const hero = await choose('hero', 900)
  await choose('logo', 250)
  await app.call(sendCode, { email: app.env.ADMIN_EMAILS[0]! })
  const [email] = await app.db.select().from(email_outbox).where(eq(email_outbox.purpose, 'sign-in')).orderBy(desc(email_outbox.email_id)).limit(1)
  const logo = new URL(/src="([^"]+\/pictures\/[^"]+)"/.exec(email!.html)![1]!).pathname
  await age(2)
  await choose('hero', 901)
  await choose('logo', 251)
  expect((await app.send('GET', logo)).status).toBe(200)
  expect((await app.send('GET', `/pictures/${hero}-800.webp`)).status).toBe(404)

  const later = Array.from({ length: 40 }, (_, at) => ({ picture_key: String(at).padStart(24, '0'), kind: 'logo' as const, width: 240, height: 60 }))
  await app.db.insert(brand_picture).values(later)
  await choose('logo', 252)
  expect((await app.send('GET', logo)).status).toBe(404)
})

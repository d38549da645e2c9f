import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { readBrand } from '#contract/brand/brand.ts'
import { openFirstRun } from '#contract/dashboard.ts'
import { formWith } from '#test/applying.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { makeFirstRunLink } from './first-run-link.ts'

const send = (app: TestApp, path: string, fields: Record<string, string>, as: Actor) =>
  app.send('POST', path, new URLSearchParams({ sent: 'yes', ...fields }).toString(), {
    ...as,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('the browser that used the link, or an owner, can save a color, logo and picture; invalid ones are rejected on the step', async () => {
  await using app = await startApp({ NODE_ENV: 'production', FIRST_RUN: 'yes', EMBEDDED_IN_PRODUCTION: 'yes', SEED: 'reference' })
  const { cookies } = await send(app, new URL((await makeFirstRunLink(app.services))!).pathname, {}, {})
  const as = { cookies }
  const rejectedForm = await send(app, '/first-run/look', { accent: 'red' }, as)
  expect([rejectedForm.status, String(rejectedForm.body).includes('Use a color such as #0f5a52')]).toEqual([422, true])
  expect((await send(app, '/first-run/look', { accent: '#7A1F5C' }, as)).status).toBe(200)
  const upload = async (kind: string, content: Buffer, by: Actor) => {
    const { body, headers } = formWith({ kind }, { name: 'picture', filename: 'x.png', type: 'image/png', content })
    return app.send('POST', '/first-run/look-picture', body, { ...by, headers })
  }
  expect((await upload('logo', await createCanvas(300, 100).encode('png'), {})).status).toBe(403)
  const text = await upload('logo', Buffer.from('not a picture'), as)
  expect([text.status, String(text.body).includes('be read. Use a PNG, JPEG or WebP file.')]).toEqual([415, true])
  expect((await upload('flag', await createCanvas(300, 100).encode('png'), as)).status).toBe(422)
  const logo = await upload('logo', await createCanvas(300, 100).encode('png'), as)
  expect([logo.status, String(logo.body).includes('Saved.')]).toEqual([200, true])
  expect((await upload('hero', await createCanvas(900, 600).encode('png'), as)).status).toBe(200)
  expect(String((await app.send('GET', '/first-run/look', undefined, as)).body)).toMatch(/id="look-preview".*class="own-logo".*class="hero-picture"/)
  expect((await app.send('GET', '/first-run/look-picture', undefined, as)).headers['location']).toBe('/first-run/look')

  await send(app, '/first-run/owner', { email: 'owner@clinic.example' }, as)
  const owner = await app.admin('owner@clinic.example')
  expect((await app.call(readBrand, {}, owner)).body).toMatchObject({ accent: '#7a1f5c', logo: { width: 300 }, hero: { width: 900 }, modified_by_email: null })
  const back = { cookies: (await app.call(openFirstRun, {}, owner)).cookies }
  expect((await send(app, '/first-run/look', { accent: '#14415f' }, back)).status).toBe(200)
  expect((await app.call(readBrand, {}, owner)).body).toMatchObject({ accent: '#14415f', modified_by_email: 'owner@clinic.example' })
})

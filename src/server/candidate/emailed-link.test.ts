import { afterAll, expect, test } from 'vitest'
import { requestLink } from '#contract/candidate/candidate.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { readMailFiles } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())

test('the link in the delivered email opens the page', async () => {
  const email = 'reader@example.com'
  const { ref_function_role_id } = await makeRole(app.db)
  const { as } = await apply(app, ref_function_role_id, { email })
  await app.send('POST', `/roles/${ref_function_role_id}/finish`, undefined, as)
  await app.call(requestLink, { email })
  await app.outbox.sendDue()
  const emails = (await readMailFiles(app.env)).filter(({ to }) => to?.[0]?.address === email)
  expect(emails).toHaveLength(2)
  for (const { text, html } of emails) {
    expect(`${text}${html}`).not.toContain('sealed')
    const [, path] = /http:\S+?(\/application\/[\w-]{43,})/.exec(text!)!
    expect(html).toContain(path)
    expect((await app.send('GET', path!)).headers['location']).toBe('/application')
  }
})

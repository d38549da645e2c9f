import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, openProduct, OTHER_ADMIN, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

test('an owner can allow email to an address again after a bounce', { tag: '@full' }, async ({ page }) => {
  await product.query(`
    with one as (select user_session_id, email from user_session where application_submitted_datetime_utc is not null order by 1 limit 1)
    insert into email_outbox (purpose, message_id, to_address, subject, html, text, state, dead_since)
    select 'notice', 'stopped', email, 's', 'h', 't', 'failed', now() from one
    union all select 'notice', 'stopped-staff', '${OTHER_ADMIN}', 's', 'h', 't', 'sent', now() - interval '1 day'`)
  await page.setViewportSize({ width: 390, height: 844 })
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto(`${product.url}/admin/system`)
  const stopped = page.getByRole('region', { name: 'Addresses that get no emails' })
  await expect(stopped.getByRole('listitem')).toHaveCount(2)
  await expect(stopped.getByRole('listitem').nth(1)).toContainText('Reported our email as spam')
  await expect(page.getByRole('heading', { name: 'No problems found' })).toBeVisible()
  await expectAccessible(page)
  await stopped.getByRole('button', { name: `Allow emails: ${OTHER_ADMIN}` }).click()
  await expect(page.getByText('Emails go to this address again.')).toBeVisible()
  await expect(stopped.getByRole('listitem')).toHaveCount(1)
  await stopped.getByRole('button', { name: /^Allow emails: / }).click()
  await expect(stopped).toBeHidden()
})

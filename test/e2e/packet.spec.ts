import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { unpackZip } from '#contract/packet/zip.ts'
import { ADMIN, storeSession, openProduct, type Product } from './setup/product.ts'

let product: Product
const folder = mkdtempSync(join(tmpdir(), 'rounds-packet-'))
test.beforeAll(async () => {
  product = await openProduct()
})
test.afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Unzips the packet of someone who was rejected after interviews, the way a lawyer would. */
async function handedOver(): Promise<{ zip: Buffer; page: string; keys: string; fingerprint: string }> {
  const rows = await product.query('select user_session_id as id from hiring_decision_detail where decided group by 1 order by count(*) desc, 1 limit 1')
  const as = await product.signIn(ADMIN, 'admin')
  const response = await fetch(`${product.url}/api/applicants/${(rows[0] as { id: number }).id}/packet.zip`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  const zip = Buffer.from(await response.arrayBuffer())
  writeFileSync(join(folder, 'packet.zip'), zip)
  for (const { name, content } of unpackZip(zip)!) writeFileSync(join(folder, name), content)
  const keys = join(folder, 'rounds-keys.json')
  const published = await (await fetch(`${product.url}/.well-known/rounds-keys.json`)).text()
  writeFileSync(keys, published)
  const { keys: all } = JSON.parse(published) as { keys: { kid: string }[] }
  return { zip, page: pathToFileURL(join(folder, 'verify.html')).href, keys, fingerprint: all[0]!.kid }
}

const verdict = (page: Page) => page.getByRole('status')

test('verify.html verifies a packet offline from a file, displays it, and rejects a modified one', async ({ page, context }) => {
  const { zip, page: verifier, keys, fingerprint } = await handedOver()
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto(`${product.url}/admin/audit`)
  await expect(page.getByText(fingerprint)).toBeVisible()
  await context.setOffline(true)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (said) => said.type() === 'error' && errors.push(said.text()))
  await page.goto(verifier)
  await page.getByLabel(/The packet's ZIP/).setInputFiles(join(folder, 'packet.zip'))
  await expect(verdict(page).getByRole('heading', { name: 'This packet is unchanged since it was sealed' })).toBeVisible()
  await expect(verdict(page)).toContainText(`valid for the key ${fingerprint}.`)
  await expect(page.getByRole('heading', { name: 'Questions as asked, and answers' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Red flags', exact: true })).toBeVisible()
  await page.getByLabel(/saved earlier/).setInputFiles(keys)
  await expect(verdict(page)).toContainText(', the one you provided.')
  await page.getByLabel(/The packet's ZIP/).setInputFiles(['packet.json', 'packet.pdf', 'verify.html'].map((name) => join(folder, name)))
  await expect(verdict(page)).toContainText('packet.pdf and verify.html match the sealed files')

  const changed = join(folder, 'changed.json')
  writeFileSync(changed, readFileSync(join(folder, 'packet.json'), 'utf8').replace('"edition":1', '"edition":2'))
  await page.getByLabel(/The packet's ZIP/).setInputFiles([changed, join(folder, 'packet.pdf')])
  await expect(verdict(page)).toContainText("The manifest doesn't match the signed one.")
  await expect(page.getByRole('heading', { name: 'Red flags', exact: true })).toHaveCount(0)
  writeFileSync(join(folder, 'cut.zip'), zip.subarray(0, -50))
  await page.getByLabel(/The packet's ZIP/).setInputFiles(join(folder, 'cut.zip'))
  await expect(verdict(page)).toContainText("This isn't the original ZIP")
  expect(errors).toEqual([])
})

import { expect, test } from '@playwright/test'
import { openProduct, type Product } from '../setup/product.ts'
import { hasTextBrowser, openTextBrowser } from '../setup/text-browser.ts'

test.describe.configure({ timeout: 300_000 })
test.skip(() => !hasTextBrowser(), 'There is no text browser here: lynx is needed, and script of util-linux (Debian: apt-get install lynx).')

const EMAIL = 'linus.owner@example.com'
const ANSWERS = {
  first_name: 'Linus',
  last_name: 'Textman',
  email: EMAIL,
  opt_in_legally_authorized: 'Yes',
  require_sponsorship: 'No',
  startup_previously: 'No',
  recent_role_tenure: '18',
  why_this_role: 'To learn.',
  proudest_work: 'A clinic.',
}

let product: Product
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
})
test.afterAll(() => product.close())

async function linkAfter(count: number): Promise<string> {
  const links = () =>
    product.received.flatMap(({ to, mail: { text } }) => (to.includes(EMAIL) ? (/http\S+\/application\/[\w-]{43,}/.exec(text ?? '')?.[0] ?? []) : []))
  await expect.poll(() => links().length).toBeGreaterThan(count)
  return product.url + new URL(links().at(-1)!).pathname
}

test(
  'in a text browser, a candidate finds, withdraws, restores and corrects their application, and requests accommodation and erasure',
  { tag: '@access' },
  async () => {
    const answers = Object.entries(ANSWERS).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
    expect(await product.ask({ path: '/roles/1/apply', body: { answers } })).toMatchObject({ status: 201 })
    await linkAfter(0)
    const finding = openTextBrowser(`${product.url}/application`)
    await finding.write('Email address', EMAIL)
    await finding.choose('Email me a link')
    expect((await finding.read()).replaceAll(/\s+/g, ' ')).toContain("If we have an application with this address, we'll email it a link")
    await finding.close()

    const browser = openTextBrowser(await linkAfter(1))
    expect(await browser.read()).toMatch(/background check if I'm offered the job\.\s+Not checked/)
    await browser.choose('Withdraw application')
    expect(await browser.read()).toContain('Withdrawn. You withdrew this application.')
    await browser.choose('Undo withdrawal')
    expect(await browser.read()).toMatch(/Your application is active again\.[^]*Received\. /)
    await browser.write('Last name', 'Textmann')
    await browser.choose(') Save')
    expect(await browser.read()).toContain('Your details are saved.')
    await browser.write('What would help?', 'Captions, please.')
    await browser.choose(') Send request')
    expect(await browser.read()).toContain("We've passed your request on to")
    await browser.choose(') Opt out')
    expect(await browser.read()).toContain("We won't use software to draft anything about you.")
    await browser.choose('Request erasure')
    expect((await browser.read()).replaceAll(/\s+/g, ' ')).toMatch(/We'll lock it by [^.]+\. The law may require us to keep it until \w+ \d+, \d{4} or longer/)
    await browser.choose('See everything on one page')
    expect(await browser.read()).toMatch(/AI drafts\s+You opted out[^]*Last name\s+Textmann/)
    await browser.close()
  },
)

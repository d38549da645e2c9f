import { afterAll, expect, test } from 'vitest'
import { readSession, verifyCode } from '#contract/auth/auth.ts'
import { finishSingleSignOn, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { changeContact, listOwnApplications } from '#contract/candidate/candidate.ts'
import { readDraft, saveDraft } from '#contract/candidate/drafts.ts'
import { saveLicenses } from '#contract/licenses/licenses.ts'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { interviewSeal, unseal } from '#server/mail/sealed.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { answerLink } from '#server/scheduling/answering/answer-link.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { interviewsLinkOf, openScheduling } from '#test/scheduling.ts'
import { openOidcServer } from '#test/setup/oidc-server.ts'
import { startApp } from '#test/setup/app.ts'
import { codeFor } from '#test/signing-in.ts'

const provider = await openOidcServer({ origin: 'http://localhost:3000', people: {} })
const app = await startApp(provider.settings)
afterAll(async () => {
  await app.close()
  await provider.close()
})
const ADMIN = app.env.ADMIN_EMAILS[0]!
const EMAIL = 'every.key@example.com'
const { ref_function_role_id } = await makeRole(app.db)
const { user_session_id, as: browser } = await apply(app, ref_function_role_id, { email: EMAIL })
const lastPart = (path: string) => path.split('/').at(-1)!
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const { row, candidate } = await openScheduling(app).booked()

/** One key for each purpose, all created by the product. */
async function everyKey() {
  const link = lastPart((await newestLink(app, EMAIL))!)
  const own = await openOwnPage(app, EMAIL)
  await app.call(changeContact, { id: user_session_id, email: 'next.key@example.com' }, own)
  await app.call(saveDraft, { ref_function_role_id, email: 'draft.key@example.com', answers: [] })
  const interviews = await interviewsLinkOf(app, candidate)
  const entered = await app.send('GET', interviews)
  const answer = unseal(app.services.keys, answerLink(app.services, row), { opened: interviewSeal(row.user_session_id) })
  const signedIn = await app.call(verifyCode, { email: ADMIN, code: await codeFor(app, ADMIN) })
  return {
    link,
    'own page': own.cookies!['own-page']!,
    application: browser.cookies![`application-${ref_function_role_id}`]!,
    address: lastPart((await newestLink(app, 'next.key@example.com'))!),
    draft: lastPart((await newestLink(app, 'draft.key@example.com'))!),
    staff: signedIn.body.token,
    'known browser': signedIn.cookies['browser']!,
    'interviews link': lastPart(interviews),
    interviews: entered.cookies[`interviews-${candidate.id}`]!,
    'interview answer': lastPart(answer),
    unsubscribe: lastPart(unsubscribeUrl(app.services, { email: ADMIN, kind: 'colleagues' })),
    'sso state': (await app.call(startSingleSignOn, { role: 'admin' })).cookies['sso']!,
  }
}
type Name = keyof Awaited<ReturnType<typeof everyKey>>
const KEYS = Object.entries(await everyKey()) as [Name, string][]

const location = (headers: Record<string, unknown>) => String(headers['location'] ?? '')
/** Whether an endpoint accepts a key, by the name of the key it's meant for. None of these calls uses up a key. */
const DOORS: Record<Exclude<Name, 'known browser' | 'sso state'>, (key: string) => Promise<boolean>> = {
  link: async (key) => location((await app.send('GET', `/application/${key}`)).headers) === '/application',
  'own page': async (key) => (await app.call(listOwnApplications, {}, { cookies: { 'own-page': key } })).status === 200,
  application: async (key) => {
    const cookies = { [`application-${ref_function_role_id}`]: key }
    return (await app.call(saveLicenses, { user_session_id, home_state: null, licenses: [] }, { cookies })).status === 200
  },
  address: async (key) => (await app.send('GET', `/application/confirm/${key}`)).status === 200,
  draft: async (key) => {
    const opened = await app.send('GET', `/application/draft/${key}`)
    return location(opened.headers).startsWith('/roles/') || (await app.call(readDraft, { key: key.slice(0, 100) })).status === 200
  },
  staff: async (key) => (await app.call(readSession, {}, { token: key })).status === 200,
  'interviews link': async (key) => location((await app.send('GET', `/application/interviews/${key}`)).headers).endsWith('/times'),
  interviews: async (key) => (await app.call(readOwnTimes, { id: candidate.id }, { cookies: { [`interviews-${candidate.id}`]: key } })).status === 200,
  'interview answer': async (key) => (await app.send('GET', `/interviews/answer/${key}`)).status === 200,
  unsubscribe: async (key) => (await app.send('GET', `/unsubscribe/${key}`)).status === 200,
}

test('each key works only at its own endpoint', async () => {
  const opened: string[] = []
  for (const [door, opens] of Object.entries(DOORS))
    for (const [name, key] of KEYS) {
      expect(key.length, name).toBeGreaterThan(40)
      if (await opens(key)) opened.push(`${name} at ${door}`)
    }
  expect(opened).toEqual(Object.keys(DOORS).map((name) => `${name} at ${name}`))
})

test('no other key is accepted as single sign-on state', async () => {
  for (const [name, key] of KEYS.filter(([other]) => other !== 'sso state')) {
    const finished = await app.call(finishSingleSignOn, { code: 'any', state: key.slice(0, 100) }, { cookies: { sso: key.slice(0, 100) } })
    expect([name, finished.status]).toEqual([name, 401])
  }
})

test('confirming a page with another key changes nothing', async () => {
  for (const [name, key] of KEYS.filter(([other]) => other !== 'address')) {
    const posted = await app.send('POST', `/application/confirm/${key}`, '', { headers: FORM })
    expect([name, location(posted.headers)]).toEqual([name, '/application?ended'])
  }
})

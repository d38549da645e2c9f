import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnv, type Env } from '#server/env.ts'
import { startNameServer } from '#test/mail/name-server.ts'
import { dkim, dmarc, spf } from './mail-alignment.ts'

let names: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => void (names = await startNameServer()))
beforeEach(() => void (names.current.zone = {}))
afterAll(() => names.stop())

function settings(more: Record<string, string> = {}): Env {
  const mail = { SMTP_URL: 'smtp://relay.provider.internal', MAIL_FROM: 'Clinic Careers <careers@mail.clinic.internal>' }
  const read = readEnv({ NODE_ENV: 'test', DNS_SERVER: names.address, ...mail, ...more })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.env
}

test("each missing record is reported in one sentence with the record to publish; DKIM can't be checked without a selector", async () => {
  expect(await spf(settings())).toBe(
    'mail.clinic.internal has no SPF record, so providers may reject your mail: publish the TXT record "v=spf1 a:relay.provider.internal ~all" at mail.clinic.internal, or the one that your mail provider names',
  )
  expect(await dkim(settings())).toEqual({ warning: expect.stringContaining('set DKIM_SELECTOR') })
  expect(await dkim(settings({ DKIM_SELECTOR: 'mail2026' }))).toContain("there's no DKIM key at mail2026._domainkey.mail.clinic.internal")
  expect(await dmarc(settings())).toBe(
    'mail.clinic.internal has no DMARC record, so large providers may reject your mail: publish the TXT record "v=DMARC1; p=none; rua=mailto:careers@mail.clinic.internal" at _dmarc.mail.clinic.internal',
  )
})

test('published records pass, even when split into parts or set on a parent domain', async () => {
  names.current.zone = {
    'mail.clinic.internal': ['something-else=1', 'v=spf1 include:provider.internal -all'],
    'mail2026._domainkey.mail.clinic.internal': ['v=DKIM1; k=rsa; p=TUlJQg=='],
    '_dmarc.clinic.internal': ['v=DMARC1; p=reject; rua=mailto:a@clinic.internal'],
  }
  expect(await spf(settings())).toEqual({ note: 'v=spf1 include:provider.internal -all' })
  expect(await dkim(settings({ DKIM_SELECTOR: 'mail2026' }))).toEqual({ note: 'published at mail2026._domainkey.mail.clinic.internal' })
  expect(await dmarc(settings())).toEqual({ note: 'v=DMARC1; p=reject; rua=mailto:a@clinic.internal' })
})

test('records that providers ignore, or that protect no one, are reported', async () => {
  names.current.zone = {
    'mail.clinic.internal': ['v=spf1 -all', 'v=spf1 a -all'],
    'mail2026._domainkey.mail.clinic.internal': ['v=DKIM1; p='],
    '_dmarc.clinic.internal': ['v=DMARC1; p=reject; sp=none'],
  }
  expect(await spf(settings())).toContain('mail.clinic.internal has 2 SPF records, so providers ignore them all: merge them into one')
  expect(await dkim(settings({ DKIM_SELECTOR: 'mail2026' }))).toContain('was revoked: publish')
  expect(await dmarc(settings())).toEqual({ warning: expect.stringContaining('change it to p=quarantine') })
  names.current.zone = { 'mail.clinic.internal': ['v=spf1 +all'], '_dmarc.mail.clinic.internal': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }
  expect(await spf(settings())).toContain('lets any server send as you: end it with ~all')
  expect(await dmarc(settings())).toContain('has 2 DMARC records')
})

test('an unresponsive name server is a warning, and nothing is looked up without mail or for an example domain', async () => {
  names.current.zone = null
  expect(await spf(settings())).toEqual({ warning: expect.stringMatching(/couldn't be looked up \(ESERVFAIL\): try again, or set DNS_SERVER/) })
  expect(await spf(settings({ MAIL_FROM: 'a@careers.example' }))).toEqual({ note: "careers.example is a name for examples, so it wasn't looked up" })
  expect(await dmarc(settings({ SMTP_URL: '', MAIL_FROM: '', DNS_SERVER: '' }))).toEqual({ note: 'no mail server is configured' })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { exampleFile, readmeTable } from '#server/settings/documents.ts'
import { settingOf } from '#server/settings/rules.ts'
import { SETTING_NAMES, type SettingName } from '#server/settings/table.ts'
import { summaryOf } from '#server/settings/summary.ts'

const settings = (given: Record<string, string>) => readEnv(given)

test('.env.example and the table in the README are generated from the settings table (npm run settings)', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile())
  expect(readFileSync('README.md', 'utf8')).toContain(`<!-- settings: begin -->\n\n${readmeTable()}\n\n<!-- settings: end -->`)
  for (const name of SETTING_NAMES) expect(exampleFile(), name).toMatch(new RegExp(`^${name}=`, 'm'))
})

test('every example in the table is valid, and so are the settings it depends on', () => {
  const isFile = (name: SettingName) => name === 'PROTECTED_PDF_PATH'
  for (const name of SETTING_NAMES) {
    const { schema, example, needs = [], otherwise } = settingOf(name)
    if (!isFile(name)) expect(schema.safeParse(example.replace(/^"(.*)"$/, '$1')), name).toMatchObject({ success: true })
    for (const needed of needs) expect(SETTING_NAMES, name).toContain(needed)
    expect(schema.safeParse(undefined).data !== undefined || otherwise !== undefined, `${name} says what applies when it's empty`).toBe(true)
  }
})

test('all errors are reported together, one per line, without values', () => {
  const read = settings({ PORT: 'many', BASE_URL: 'ftp://secret-value', RETENTION_DAYS: '30', SMTP_URL: 'secret-value' })
  const errors = 'errors' in read ? read.errors : []
  expect(errors.map((error) => error.split(' ')[0]).toSorted()).toEqual(['BASE_URL', 'PORT', 'RETENTION_DAYS', 'SMTP_URL'])
  expect(errors.join()).not.toContain('secret-value')
})

test('missing and invalid settings are reported together, each once', () => {
  const read = settings({ PORT: 'many', LIMITS_SCALE: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'postgres://localhost/rounds', LLM_BASE_URL: 'http://localhost' })
  const wrong = settings({ ADMIN_EMAILS: 'nobody', DATABASE_URL: 'postgres://localhost/rounds' })
  expect('errors' in read && read.errors.toSorted()).toEqual([
    'ADMIN_EMAILS is required: the addresses that may sign in as admin, separated by commas, for example ADMIN_EMAILS=owner@example.com',
    'LIMITS_SCALE must be more than 0, for example LIMITS_SCALE=1',
    'LLM_MODEL is required with LLM_BASE_URL, for example LLM_MODEL=model-name',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, for example LOG_LEVEL=info',
    'PORT must be a whole number, for example PORT=3000',
  ])
  expect(wrong).toEqual({ errors: ['ADMIN_EMAILS must be email addresses separated by commas, for example ADMIN_EMAILS=owner@example.com'] })
})

test('a missing protected document is reported at startup', () => {
  const read = settings({ PROTECTED_PDF_PATH: '/nowhere/guide.pdf', PROTECTED_PDF_PASSWORD: 'secret-value' })
  expect(read).toEqual({ errors: ['PROTECTED_PDF_PATH must name an existing file, for example PROTECTED_PDF_PATH=/var/lib/rounds/candidate-guide.pdf'] })
})

test("outside production, a mail server doesn't need MAIL_FROM", () => {
  expect(settings({ SMTP_URL: 'smtp://localhost' })).toMatchObject({ env: { MAIL_FROM: 'Meridian Health Careers <careers@meridianhealth.example>' } })
})

const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://careers.clinic.example',
  COMPANY_NAME: 'Clinic',
  COMPANY_DOMAIN: 'clinic.example',
  ADMIN_EMAILS: 'a@clinic.example',
  SMTP_URL: 'smtp://mail.clinic.example',
  MAIL_FROM: 'careers@clinic.example',
  DATABASE_URL: 'postgres://database/rounds',
}
const errorsOf = (given: Record<string, string>) => {
  const read = settings(given)
  return 'errors' in read ? read.errors.map((error) => error.split(' ')[0]) : []
}

test('production starts only with every required setting', () => {
  expect(errorsOf(PRODUCTION)).toEqual([])
  for (const name of Object.keys(PRODUCTION).filter((one) => one !== 'NODE_ENV')) expect(errorsOf({ ...PRODUCTION, [name]: '' }), name).toEqual([name])
})

const GIVEN_BY_ONCE = {
  SECRET_KEY_BASE: 'a-secret-of-at-least-32-characters',
  SMTP_ADDRESS: 'mail.clinic.example',
  SMTP_PORT: '587',
  SMTP_USERNAME: 'careers@clinic.example',
  SMTP_PASSWORD: 'p@ss/word',
  MAILER_FROM_ADDRESS: 'jobs@clinic.example',
  DISABLE_SSL: 'true',
  VAPID_PUBLIC_KEY: 'unused',
  NUM_CPUS: '2',
}

test("under ONCE, ONCE's variables apply unless the setting itself is set", () => {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL, ...rest } = PRODUCTION
  const given = { ...rest, ...GIVEN_BY_ONCE, BASE_URL: 'http://careers.lan.example', EMBEDDED_IN_PRODUCTION: 'yes' }
  expect(settings(given)).toMatchObject({
    env: {
      SECRET_KEY: GIVEN_BY_ONCE.SECRET_KEY_BASE,
      SMTP_URL: 'smtp://careers%40clinic.example:p%40ss%2Fword@mail.clinic.example:587',
      MAIL_FROM: 'jobs@clinic.example',
    },
    warnings: [],
  })
  expect(settings({ ...given, SMTP_PORT: '465', SMTP_USERNAME: '', SMTP_PASSWORD: '' })).toMatchObject({ env: { SMTP_URL: 'smtps://mail.clinic.example:465' } })
  const own = { SECRET_KEY: 'x'.repeat(32), SMTP_URL, MAIL_FROM, DATABASE_URL, EMBEDDED_IN_PRODUCTION: '' }
  expect(settings({ ...given, ...own })).toMatchObject({
    env: { SECRET_KEY: own.SECRET_KEY, SMTP_URL, MAIL_FROM, DATABASE_URL },
    warnings: [
      'SECRET_KEY_BASE has no effect with SECRET_KEY',
      'SMTP_ADDRESS, SMTP_PORT, SMTP_USERNAME, SMTP_PASSWORD have no effect with SMTP_URL',
      'MAILER_FROM_ADDRESS has no effect with MAIL_FROM',
    ],
  })
  expect(settings({ ...given, DISABLE_SSL: 'false' })).toEqual({ errors: [expect.stringMatching(/^BASE_URL must begin with https/)] })
})

test('production uses the embedded database only when explicitly told to', () => {
  const { DATABASE_URL: _, ...embedded } = PRODUCTION
  expect(errorsOf(embedded)).toEqual(['DATABASE_URL'])
  expect(errorsOf({ ...embedded, EMBEDDED_IN_PRODUCTION: 'yes' })).toEqual([])
  expect(errorsOf({ ...embedded, EMBEDDED_IN_PRODUCTION: 'true' })).toEqual(['EMBEDDED_IN_PRODUCTION', 'DATABASE_URL'])
})

test.each([
  ['http://careers.clinic.example', false],
  ['http://localhost.clinic.example', false],
  ['http://192.0.2.7', false],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
])('in production, BASE_URL %s is allowed: %s', (BASE_URL, isAllowed) => {
  expect(errorsOf({ ...PRODUCTION, BASE_URL })).toEqual(isAllowed ? [] : ['BASE_URL'])
})

test.each(['https://a.example/careers', 'https://a.example/?x=1', 'https://a.example/#x', 'https://user@a.example'])(
  'BASE_URL must be an origin, and %s is not',
  (BASE_URL) => {
    expect(errorsOf({ ...PRODUCTION, BASE_URL })).toEqual(['BASE_URL'])
  },
)

test.each(['https://careers.clinic.example', 'http://careers.clinic.example', 'https://localhost'])(
  'a mail server is required with %s, in production or not',
  (BASE_URL) => {
    expect(errorsOf({ BASE_URL })).toEqual(['SMTP_URL'])
    expect(errorsOf({ BASE_URL, SMTP_URL: 'smtp://localhost' })).toEqual([])
  },
)

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['ROUNDS_BASE_URL', 'BASE_URL'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['SMTP_URI', 'SMTP_URL'],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['base_url', 'BASE_URL'],
  ['SEEDS', 'SEED'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['LLM_URL', 'LLM_BASE_URL'],
  ['S3_URL', 'STORAGE_URL'],
  ['OIDC_SECRET', 'OIDC_CLIENT_SECRET'],
  ['POSTGRES_URL', 'DATABASE_URL'],
  ['TIMEZONE', 'TIME_ZONE'],
])('%s gets a warning that suggests %s', (name, meant) => {
  expect(settings({ [name]: 'secret-value' })).toMatchObject({ warnings: [`${name} is not a setting of Rounds: did you mean ${meant}?`] })
})

test("a typical machine's variables get no warning, and neither does a name that resembles a setting that's also set", () => {
  const machine = [
    ...'HOME HOSTNAME PATH PWD LANG LOGNAME SHELL TERM USER TZ XDG_DATA_DIRS'.split(' '),
    ...'NODE_OPTIONS AWS_REGION POSTGRES_PASSWORD POSTGRES_OWNER_PASSWORD POSTGRES_APP_PASSWORD'.split(' '),
  ]
  expect(settings(Object.fromEntries(machine.map((name) => [name, 'x'])))).toMatchObject({ warnings: [] })
  expect(settings({ BASE_URL: 'http://localhost:3000', BASE_URI: 'x' })).toMatchObject({ warnings: [] })
})

test("a setting's former name gets a warning if its value differs from the setting's, even if startup fails", () => {
  const both = { SMTP_URL: 'smtp://mail.clinic.example', SMTP_URI: 'smtp://secret-value' }
  const warning = 'SMTP_URI has no effect with SMTP_URL'
  expect(settings(both)).toMatchObject({ warnings: [warning] })
  expect(settings({ ...both, SMTP_URI: both.SMTP_URL })).toMatchObject({ warnings: [] })
  const run = { ADMIN_EMAILS: 'owner@clinic.example', DATABASE_URL: 'postgres://host/rounds', DATABASEURL: 'postgres://other/rounds' }
  expect(settings(run)).toMatchObject({ warnings: ['DATABASEURL has no effect with DATABASE_URL'] })
  expect(settings({ ...both, PORT: 'many' })).toEqual({ errors: [expect.stringContaining('PORT must be'), warning] })
})

test('a misspelled setting is reported together with the setting it leaves missing', () => {
  const { DATABASE_URL, ...rest } = PRODUCTION
  expect(settings({ ...rest, DATABSE_URL: DATABASE_URL })).toEqual({
    errors: [expect.stringContaining('DATABASE_URL is required'), 'DATABSE_URL is not a setting of Rounds: did you mean DATABASE_URL?'],
  })
})

test('the startup line shows what is in use and reveals no secrets', () => {
  const read = settings({
    ...PRODUCTION,
    DATABASE_URL: 'postgres://user:secret@db1.example,db2.example/rounds',
    SMTP_URL: 'smtp://user:secret@mail.example:587',
  })
  const line = 'env' in read ? summaryOf(read.env) : ''
  expect(line).toContain('production at https://careers.clinic.example: PostgreSQL at db1.example,db2.example')
  expect(line).toContain('mail through mail.example:587')
  expect(line).not.toContain('secret')
})

test('ADMIN_EMAILS is required if there is a database server', () => {
  expect(settings({ DATABASE_URL: 'postgres://localhost/rounds' })).toEqual({ errors: [expect.stringContaining('ADMIN_EMAILS is required')] })
})

test('the demo has 13 admins at the company domain, the first of them admin@', () => {
  const read = settings({ COMPANY_DOMAIN: 'clinic.example' })
  const emails = 'env' in read ? read.env.ADMIN_EMAILS : []
  expect(emails).toHaveLength(13)
  expect(emails[0]).toBe('admin@clinic.example')
  expect(emails.every((email) => email.endsWith('@clinic.example'))).toBe(true)
})

test("production doesn't start with demo data", () => {
  expect(errorsOf({ ...PRODUCTION, SEED: 'demo' })).toEqual(['SEED'])
})

const DENIED: [wrong: Record<string, string>, named: string[]][] = [
  [{ BASE_URL: 'careers.example.com' }, ['BASE_URL']],
  [{ BASE_URL: 'nowhere' }, ['BASE_URL']],
  [{ BASE_URL: 'https:careers.example.com' }, ['BASE_URL']],
  [{ MAIL_FROM: 'not an address' }, ['MAIL_FROM', 'SMTP_URL']],
  [{ MAIL_FROM: 'careers@example.com' }, ['SMTP_URL']],
  [{ SMTP_URL: 'smtp:mail' }, ['SMTP_URL']],
  [{ SMTP_URL: 'smtp://user@mail.example.com' }, ['SMTP_URL']],
  // These would turn off encryption and certificate checks.
  [{ SMTP_URL: 'smtp://mail.example.com:587?requireTLS=false' }, ['SMTP_URL']],
  [{ SMTP_URL: 'smtps://mail.example.com/?tls.rejectUnauthorized=false' }, ['SMTP_URL']],
  [{ SMTP_PLAINTEXT: 'yes' }, ['SMTP_URL']],
  [{ IMAP_URL: 'imaps://user:password@mail.example.com' }, ['SMTP_URL']],
  [{ IMAP_URL: 'imaps://mail.example.com', SMTP_URL: 'smtp://mail.example.com' }, ['IMAP_URL']],
  [{ IMAP_URL: 'imaps://user@mail.example.com', SMTP_URL: 'smtp://mail.example.com' }, ['IMAP_URL']],
  [{ IMAP_URL: 'imap://user:password@mail.example.com?tls=no', SMTP_URL: 'smtp://mail.example.com' }, ['IMAP_URL']],
  [{ IMAP_PLAINTEXT: 'yes', SMTP_URL: 'smtp://mail.example.com' }, ['IMAP_URL']],
  [{ STORAGE_URL: 's3://' }, ['STORAGE_URL']],
  [{ STORAGE_URL: 's3://bucket' }, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
  [{ STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'key' }, ['AWS_SECRET_ACCESS_KEY']],
  [{ DATABASE_URL: 'postgres://', SEED: 'demo' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres:///?sslmode=require', SEED: 'demo' }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'postgres://host:port/rounds', SEED: 'demo' }, ['DATABASE_URL']],
  [{ HOST: 'not a host' }, ['HOST']],
  [{ COMPANY_DOMAIN: '...com' }, ['COMPANY_DOMAIN']],
  [{ COMPANY_DOMAIN: '-a.com' }, ['COMPANY_DOMAIN']],
  [{ LLM_API_KEY: 'key' }, ['LLM_BASE_URL']],
  [{ LLM_BASE_URL: 'https://models.example.com' }, ['LLM_MODEL']],
  [{ LLM_MODEL: 'large' }, ['LLM_BASE_URL']],
  [{ OIDC_CLIENT_ID: 'rounds' }, ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET']],
  [{ OIDC_CLIENT_SECRET: 'secret' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID']],
  [{ SIGN_IN: 'oidc' }, ['OIDC_ISSUER']],
  [{ BOOKINGS_TENANT_ID: 'contoso' }, ['BOOKINGS_BASE_URL', 'BOOKINGS_CLIENT_ID', 'BOOKINGS_CLIENT_SECRET', 'BOOKINGS_BUSINESS_IDS']],
  [{ PROTECTED_PDF_PASSWORD: 'secret' }, ['PROTECTED_PDF_PATH']],
]

test.each(DENIED)('%j is rejected, with a line and an example for each of %j', (wrong, named) => {
  const read = settings(wrong)
  const errors = 'errors' in read ? read.errors : []
  expect(errors.map((line) => line.split(' ')[0])).toEqual(named)
  for (const line of errors) {
    const name = line.split(' ')[0]!
    expect(line).toMatch(new RegExp(`^${name} .+, for example ${name}=.+$`))
  }
})

test('with all invalid settings at once, each is reported once, along with a misspelled name', () => {
  const all = Object.assign({}, ...DENIED.toReversed().map(([wrong]) => wrong)) as Record<string, string>
  const read = settings({ ...all, TRUST_PROXIES: '1' })
  const errors = 'errors' in read ? read.errors : []
  const names = errors.map((line) => line.split(' ')[0]!)
  expect(new Set(names).size).toBe(names.length)
  for (const name of [
    'BASE_URL',
    'MAIL_FROM',
    'SMTP_URL',
    'DATABASE_URL',
    'HOST',
    'COMPANY_DOMAIN',
    'OIDC_ISSUER',
    'BOOKINGS_BASE_URL',
    'STORAGE_URL',
    'TRUST_PROXIES',
  ])
    expect(names).toContain(name)
})

test.each([
  [{ LLM_MODEL: 'large', RATIONALE: 'off' }, 'LLM_MODEL has no effect with RATIONALE=off'],
  [{ LLM_MONTHLY_TOKENS: '5' }, 'LLM_MONTHLY_TOKENS has no effect without LLM_BASE_URL'],
  [{ DATABASE_POOL: '5' }, 'DATABASE_POOL has no effect without DATABASE_URL'],
  [{ SMTP_URL: 'smtps://mail.example.com', SMTP_PLAINTEXT: 'yes' }, 'SMTP_PLAINTEXT has no effect with smtps:// in SMTP_URL'],
])('%j starts with a warning', (given, warning) => {
  expect(settings(given)).toMatchObject({ warnings: [warning] })
})

test('no secret value appears in an error or in the startup line', () => {
  const secret = 'a-value-that-no-one-may-see'
  for (const name of SETTING_NAMES.filter((one) => settingOf(one).isSecret)) {
    const read = settings({ [name]: secret })
    expect('errors' in read ? read.errors.join() : summaryOf(read.env), name).not.toContain(secret)
  }
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { VARIABLES } from '#server/variables.ts'
import { summaryOf } from '#server/env-summary.ts'

const settings = (given: Record<string, string>) => readEnv(given)

test('.env.example documents every variable and no other', () => {
  const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(Object.keys(VARIABLES).toSorted())
})

test('the README has every variable in its table', () => {
  const table = readFileSync('README.md', 'utf8').split('## Configuration')[1]!.split('##')[0]!
  const named = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(Object.keys(VARIABLES)))
})

test('all errors are named at once, one line each, without values', () => {
  const read = settings({ PORT: 'many', BASE_URL: 'ftp://secret-value', RETENTION_DAYS: '30', SMTP_URL: 'secret-value' })
  const faults = 'faults' in read ? read.faults : []
  expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual(['BASE_URL', 'PORT', 'RETENTION_DAYS', 'SMTP_URL'])
  expect(faults.join()).not.toContain('secret-value')
})

test('missing and wrong settings are named together, each once', () => {
  const read = settings({ PORT: 'many', LIMITS_SCALE: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'postgres://localhost/rounds', LLM_BASE_URL: 'http://localhost' })
  const wrong = settings({ ADMIN_EMAILS: 'nobody', DATABASE_URL: 'postgres://localhost/rounds' })
  expect('faults' in read && read.faults.toSorted()).toEqual([
    'ADMIN_EMAILS is required: the addresses that may sign in as admin, separated by commas',
    'LIMITS_SCALE must be more than 0',
    'LLM_MODEL is required with LLM_BASE_URL',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
    'PORT must be a whole number',
  ])
  expect(wrong).toEqual({ faults: ['ADMIN_EMAILS must be email addresses separated by commas'] })
})

test('a protected document that does not exist is named at startup', () => {
  const read = settings({ PROTECTED_PDF_PATH: '/nowhere/guide.pdf', PROTECTED_PDF_PASSWORD: 'secret-value' })
  expect(read).toEqual({ faults: ['PROTECTED_PDF_PATH must name a file that is there'] })
})

test('outside production, a mail server needs no MAIL_FROM', () => {
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
const faultsOf = (given: Record<string, string>) => {
  const read = settings(given)
  return 'faults' in read ? read.faults.map((fault) => fault.split(' ')[0]) : []
}

test('production starts only if nothing it needs is missing', () => {
  expect(faultsOf(PRODUCTION)).toEqual([])
  for (const name of Object.keys(PRODUCTION).filter((one) => one !== 'NODE_ENV')) expect(faultsOf({ ...PRODUCTION, [name]: '' }), name).toEqual([name])
})

test('production uses the embedded database only when told that it is intended', () => {
  const { DATABASE_URL: _, ...embedded } = PRODUCTION
  expect(faultsOf(embedded)).toEqual(['DATABASE_URL'])
  expect(faultsOf({ ...embedded, EMBEDDED_IN_PRODUCTION: 'yes' })).toEqual([])
  expect(faultsOf({ ...embedded, EMBEDDED_IN_PRODUCTION: 'true' })).toEqual(['EMBEDDED_IN_PRODUCTION', 'DATABASE_URL'])
})

test.each([
  ['http://careers.clinic.example', false],
  ['http://localhost.clinic.example', false],
  ['http://192.0.2.7', false],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
])('in production, BASE_URL %s is allowed: %s', (BASE_URL, isAllowed) => {
  expect(faultsOf({ ...PRODUCTION, BASE_URL })).toEqual(isAllowed ? [] : ['BASE_URL'])
})

test.each(['https://a.example/careers', 'https://a.example/?x=1', 'https://a.example/#x', 'https://user@a.example'])(
  'BASE_URL is an origin: %s is not',
  (BASE_URL) => {
    expect(faultsOf({ ...PRODUCTION, BASE_URL })).toEqual(['BASE_URL'])
  },
)

test.each(['https://careers.clinic.example', 'http://careers.clinic.example', 'https://localhost'])(
  'a mail server is required at %s, in production or not',
  (BASE_URL) => {
    expect(faultsOf({ BASE_URL })).toEqual(['SMTP_URL'])
    expect(faultsOf({ BASE_URL, SMTP_URL: 'smtp://localhost' })).toEqual([])
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
])('%s gets a warning that names %s', (name, meant) => {
  expect(settings({ [name]: 'secret-value' })).toMatchObject({ warnings: [`${name} is not a setting of Rounds: did you mean ${meant}?`] })
})

test('the variables of an ordinary machine get no warning, nor does a name set beside the setting it resembles', () => {
  const machine = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'LANG',
    'LOGNAME',
    'SHELL',
    'TERM',
    'USER',
    'TZ',
    'XDG_DATA_DIRS',
    'NODE_OPTIONS',
    'AWS_REGION',
    'POSTGRES_PASSWORD',
    'POSTGRES_OWNER_PASSWORD',
    'POSTGRES_APP_PASSWORD',
  ]
  expect(settings(Object.fromEntries(machine.map((name) => [name, 'x'])))).toMatchObject({ warnings: [] })
  expect(settings({ BASE_URL: 'http://localhost:3000', BASE_URI: 'x' })).toMatchObject({ warnings: [] })
})

test('a misspelled setting is named together with what is missing because of it', () => {
  const { DATABASE_URL, ...rest } = PRODUCTION
  expect(settings({ ...rest, DATABSE_URL: DATABASE_URL })).toEqual({
    faults: [expect.stringContaining('DATABASE_URL is required'), 'DATABSE_URL is not a setting of Rounds: did you mean DATABASE_URL?'],
  })
})

test('the line at startup says what is in use and reveals no secret', () => {
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

test('with a database server ADMIN_EMAILS is required', () => {
  expect(settings({ DATABASE_URL: 'postgres://localhost/rounds' })).toEqual({ faults: [expect.stringContaining('ADMIN_EMAILS is required')] })
})

test('the demo has 13 admins at the company domain, the first of them admin@', () => {
  const read = settings({ COMPANY_DOMAIN: 'clinic.example' })
  const emails = 'env' in read ? read.env.ADMIN_EMAILS : []
  expect(emails).toHaveLength(13)
  expect(emails[0]).toBe('admin@clinic.example')
  expect(emails.every((email) => email.endsWith('@clinic.example'))).toBe(true)
})

test('production does not start with demo data', () => {
  expect(faultsOf({ ...PRODUCTION, SEED: 'demo' })).toEqual(['SEED'])
})

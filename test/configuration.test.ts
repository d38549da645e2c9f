import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv, VARIABLES } from '#server/env.ts'

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

test('every fault is named at once, each in one line, without its value', () => {
  const read = settings({ PORT: 'many', BASE_URL: 'ftp://secret-value', RETENTION_DAYS: '30', SMTP_URL: 'secret-value' })
  const faults = 'faults' in read ? read.faults : []
  expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual(['BASE_URL', 'PORT', 'RETENTION_DAYS', 'SMTP_URL'])
  expect(faults.join()).not.toContain('secret-value')
})

test('what is missing is named together with what is wrong, and what is wrong is not missing besides', () => {
  const read = settings({ PORT: 'many', LIMITS_SCALE: '0', LOG_LEVEL: 'loud', DATABASE_URL: 'postgres://localhost/rounds', LLM_BASE_URL: 'http://localhost' })
  const wrong = settings({ ADMIN_EMAILS: 'nobody', DATABASE_URL: 'postgres://localhost/rounds' })
  expect('faults' in read && read.faults.toSorted()).toEqual([
    'ADMIN_EMAILS is required: the addresses that may sign in as admin, with commas between them',
    'LIMITS_SCALE must be more than 0',
    'LLM_MODEL is required with LLM_BASE_URL',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
    'PORT must be a whole number',
  ])
  expect(wrong).toEqual({ faults: ['ADMIN_EMAILS must be e-mail addresses with commas between them'] })
})

test('a protected document that is not there is a fault of the configuration', () => {
  const read = settings({ PROTECTED_PDF_PATH: '/nowhere/guide.pdf', PROTECTED_PDF_PASSWORD: 'secret-value' })
  expect(read).toEqual({ faults: ['PROTECTED_PDF_PATH must name a file that is there'] })
})

test('a mail server is enough to send mail with, except in production', () => {
  expect(settings({ SMTP_URL: 'smtp://localhost' })).toMatchObject({ env: { MAIL_FROM: 'Meridian Health Careers <careers@meridianhealth.example>' } })
  const read = settings({ NODE_ENV: 'production', ADMIN_EMAILS: 'a@clinic.example', SMTP_URL: 'smtp://localhost' })
  expect('faults' in read && read.faults.map((fault) => fault.split(' ')[0])).toEqual(['MAIL_FROM'])
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

test('production starts neither with demo data nor without mail', () => {
  const read = settings({ NODE_ENV: 'production', SEED: 'demo', ADMIN_EMAILS: 'a@clinic.example' })
  expect('faults' in read && read.faults.map((fault) => fault.split(' ')[0])).toEqual(['SEED', 'SMTP_URL'])
})

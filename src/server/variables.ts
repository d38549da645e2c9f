import { existsSync } from 'node:fs'
import { z } from 'zod'
import { isDatabaseUrl } from './db/database-url.ts'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { GivenRole } from '#contract/staff/access.ts'
import { groupRoles, isSafeIssuer } from './env-values.ts'

const count = (fallback: number, smallest = 0) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= smallest, `must be ${smallest} or more`)
    .default(fallback)
const url = z.url({ protocol: /^https?$/, message: 'must be a URL that begins with http:// or https://' })
const origin = url.refine((address) => {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && `${search}${hash}${username}` === ''
}, 'must be an origin, such as https://careers.example.com, without a path or query')
const text = z.string().min(1)
const addresses = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  )
  .refine((list) => list.length > 0 && list.every(isEmailAddress), 'must be email addresses separated by commas')

/** Every variable that Rounds reads. A test compares them with `.env.example` and the README. */
export const VARIABLES = {
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development, production or test').default('development'),
  PORT: count(3000).refine((port) => port <= 65_535, 'must be at most 65535'),
  HOST: text.default('127.0.0.1'),
  BASE_URL: origin.optional(),
  TRUST_PROXY: count(0),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be a URL that begins with postgres:// and, with several hosts, asks for one that takes writes')
    .optional(),
  DATABASE_POOL: count(10, 1),
  EMBEDDED_IN_PRODUCTION: z.enum(['yes'], 'must be yes or empty').optional(),
  SEED: z.enum(['demo', 'reference', 'none'], 'must be demo, reference or none').optional(),
  COMPANY_NAME: text.default('Meridian Health'),
  COMPANY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a domain, such as example.com')
    .transform((domain) => domain.toLowerCase())
    .default('meridianhealth.example'),
  TIME_ZONE: text.refine(isTimeZone, 'must be a time zone such as America/Chicago').default('UTC'),
  ADMIN_EMAILS: addresses.optional(),
  SIGN_IN: z.enum(['code', 'oidc'], 'must be code or oidc').default('code'),
  OIDC_ISSUER: url.refine((address) => isSafeIssuer(address), 'must begin with https://, except on loopback').optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_GROUPS: z
    .string()
    .transform(groupRoles)
    .refine(
      (rules) => rules.every(({ group, role }) => group && GivenRole.safeParse(role).success),
      `must be group=role pairs separated by semicolons, with the roles ${GivenRole.options.join(', ')}`,
    )
    .optional(),
  OIDC_TRUST_EMAIL: z.enum(['yes'], 'must be yes or empty').optional(),
  OWNER_PASSKEYS: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  STAFF_PASSKEYS: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, message: 'must be a URL that begins with smtp:// or smtps://' }).optional(),
  SMTP_PLAINTEXT: z.enum(['yes'], 'must be yes or empty').optional(),
  MAIL_FROM: text.optional(),
  MAIL_DELAY_SECONDS: count(30),
  REPLY_WITHIN_DAYS: count(14, 1),
  DECISION_REASON: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  HIRING_FIGURES: z.enum(['on', 'off'], 'must be on or off').default('off'),
  STORAGE_URL: z.url({ protocol: /^s3$/, message: 'must be s3://bucket?endpoint=…&region=…' }).optional(),
  LLM_BASE_URL: url.optional(),
  LLM_API_KEY: text.optional(),
  LLM_MODEL: text.optional(),
  LLM_MONTHLY_TOKENS: count(0),
  RATIONALE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  BOOKINGS_BASE_URL: url.optional(),
  BOOKINGS_TENANT_ID: text.optional(),
  BOOKINGS_CLIENT_ID: text.optional(),
  BOOKINGS_CLIENT_SECRET: text.optional(),
  BOOKINGS_BUSINESS_IDS: text.optional(),
  BOOKINGS_TOKEN_URL: url.optional(),
  PROTECTED_PDF_PATH: text.refine((path) => existsSync(path), 'must name a file that is there').optional(),
  PROTECTED_PDF_PASSWORD: text.optional(),
  ANALYTICS_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'must look like G-XXXXXXXXXX')
    .optional(),
  TERMS_URL: url.optional(),
  PRIVACY_URL: url.optional(),
  LIMITS_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number')
    .transform(Number)
    .refine((scale) => scale > 0, 'must be more than 0')
    .default(1),
  RETENTION_DAYS: count(0).refine((days) => days === 0 || days >= 365, 'must be 0, or 365 or more (29 CFR 1602.14 keeps applications for a year)'),
  MAIL_RETENTION_DAYS: count(90),
  METRICS_TOKEN: text.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent').default('info'),
  SHUTDOWN_TIMEOUT: count(10, 1),
}

export const Variables = z.object(VARIABLES)
/** The variables as they were set, before defaults that depend on others. */
export type Settings = z.infer<typeof Variables>

import { resolve } from 'node:path'
import { isDemo, misspelledSettings, missingSettings } from './env-rules.ts'
import { Variables, VARIABLES, type Settings } from './variables.ts'

const DEMO_ADMINS = [
  'admin',
  'hiring',
  'nursing',
  'surgery',
  'pharmacy',
  'imaging',
  'laboratory',
  'informatics',
  'therapy',
  'outreach',
  'billing',
  'quality',
  'people',
]

export type Env = Settings & {
  BASE_URL: string
  DATA_DIR: string
  ADMIN_EMAILS: string[]
  MAIL_FROM: string
  TERMS_URL: string
  PRIVACY_URL: string
  /** What to seed; undefined: demo on an empty embedded database, else reference. */
  SEED: 'demo' | 'reference' | 'none' | undefined
  /** Demo accounts and data: only where no one configured the real thing. */
  isDemo: boolean
  isProduction: boolean
  /** `/dev/mail` exists: demo data, and no mail server. It still answers only local requests. */
  hasDevMailbox: boolean
}

/** The configuration, or everything that's wrong with it, one line each, never with a secret's value. `warnings` name likely misspelled settings. */
export function readEnv(source: Record<string, string | undefined>): { env: Env; warnings: string[] } | { faults: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([name, value]) => name in VARIABLES && value !== undefined && value !== ''))
  const warnings = misspelledSettings(source, Object.keys(VARIABLES))
  const parsed = Variables.safeParse(given)
  if (parsed.success) {
    const faults = missingSettings(parsed.data, given)
    return faults.length > 0 ? { faults: [...faults, ...warnings] } : { env: withDefaults(parsed.data), warnings }
  }
  const wrong = new Map(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
  // Missing and wrong values are named together. A wrong value isn't also missing.
  const rest = Variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))
  const missing = missingSettings(rest, given).filter((fault) => !wrong.has(fault.split(' ')[0]!))
  return { faults: [...[...wrong].map((fault) => fault.join(' ')), ...missing, ...warnings] }
}

function withDefaults(env: Settings): Env {
  const domain = env.COMPANY_DOMAIN
  return {
    ...env,
    BASE_URL: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    DATA_DIR: resolve(env.DATA_DIR),
    ADMIN_EMAILS: env.ADMIN_EMAILS ?? DEMO_ADMINS.map((name) => `${name}@${domain}`),
    MAIL_FROM: env.MAIL_FROM ?? `${env.COMPANY_NAME} Careers <careers@${domain}>`,
    TERMS_URL: env.TERMS_URL ?? `https://${domain}/terms`,
    PRIVACY_URL: env.PRIVACY_URL ?? `https://${domain}/privacy`,
    SEED: env.SEED,
    isDemo: isDemo(env),
    isProduction: env.NODE_ENV === 'production',
    hasDevMailbox: isDemo(env) && env.SMTP_URL === undefined,
  }
}

import { editDistance } from '#contract/text/edit-distance.ts'
import { isHttps, isLoopback } from './env-values.ts'
import type { Settings } from './variables.ts'

type Given = Record<string, unknown>

/** Required in production, because the defaults only suit the demo. */
const PRODUCTION = {
  BASE_URL: 'the public origin, such as https://careers.example.com',
  COMPANY_NAME: 'the employer',
  COMPANY_DOMAIN: "the domain of interviewers' addresses",
  SMTP_URL: 'without mail, no one can sign in',
  MAIL_FROM: 'the sender of every email',
} as const

/** Settings that are missing or contradict each other, one line each that starts with the name of the setting. */
export function missingSettings(env: Settings, given: Given): string[] {
  return [...productionFaults(env, given), ...mailFaults(env), ...incompleteGroups(env)]
}

/** Demo data and accounts. In production they're off, and asking for them is an error. */
export function isDemo(env: Settings): boolean {
  if (env.NODE_ENV === 'production') return false
  return env.SEED === 'demo' || (env.SEED === undefined && env.DATABASE_URL === undefined)
}

/** A line for each unknown variable that looks like one of ours. Short names must be closer, because many programs have short names. */
export function misspelledSettings(source: Record<string, string | undefined>, known: string[]): string[] {
  const unset = known.filter((name) => !source[name])
  return Object.keys(source).flatMap((name) => {
    if (known.includes(name)) return []
    const meant = unset.find((one) => isMisspelling(name, one))
    return meant ? [`${name} is not a setting of Rounds: did you mean ${meant}?`] : []
  })
}

function isMisspelling(name: string, setting: string): boolean {
  const plain = (text: string) =>
    text
      .toUpperCase()
      .replace(/^ROUNDS_/, '')
      .replaceAll(/[_-]/g, '')
  const [a, b] = [plain(name), plain(setting)]
  return Math.abs(a.length - b.length) <= 2 && editDistance(a, b) <= (b.length < 6 ? 1 : 2) && (b.length > 4 || name.length >= b.length)
}

function productionFaults(env: Settings, given: Given): string[] {
  const faults: string[] = []
  if (!isDemo(env) && !env.ADMIN_EMAILS) faults.push('ADMIN_EMAILS is required: the addresses that may sign in as admin, separated by commas')
  if (env.NODE_ENV !== 'production') return faults
  if (env.SEED === 'demo') faults.push('SEED must not be demo when NODE_ENV is production')
  for (const [name, why] of Object.entries(PRODUCTION)) if (!given[name]) faults.push(`${name} is required when NODE_ENV is production: ${why}`)
  if (env.BASE_URL && !isHttps(env.BASE_URL) && !isLoopback(env.BASE_URL))
    faults.push('BASE_URL must begin with https:// when NODE_ENV is production: codes and applications would cross the network in the clear')
  if (!env.DATABASE_URL && !env.EMBEDDED_IN_PRODUCTION)
    faults.push('DATABASE_URL is required when NODE_ENV is production; set EMBEDDED_IN_PRODUCTION=yes if the embedded database is what you want')
  return faults
}

/** An installation that's reachable from outside mustn't keep sign-in codes in files or print them. */
function mailFaults(env: Settings): string[] {
  if (env.NODE_ENV === 'production' || env.SMTP_URL || !env.BASE_URL) return []
  const isPublic = isHttps(env.BASE_URL) || !isLoopback(env.BASE_URL)
  return isPublic ? ['SMTP_URL is required with a public BASE_URL: without it, sign-in codes are printed to the console'] : []
}

function incompleteGroups(env: Settings): string[] {
  const faults: string[] = []
  const need = (names: readonly (keyof Settings)[], reason: keyof Settings) => {
    if (env[reason]) for (const name of names) if (!env[name]) faults.push(`${name} is required with ${reason}`)
  }
  need(['LLM_MODEL'], 'LLM_BASE_URL')
  need(['BOOKINGS_TENANT_ID', 'BOOKINGS_CLIENT_ID', 'BOOKINGS_CLIENT_SECRET', 'BOOKINGS_BUSINESS_IDS'], 'BOOKINGS_BASE_URL')
  need(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], 'OIDC_ISSUER')
  need(['OIDC_ISSUER'], 'OIDC_GROUPS')
  need(['OIDC_ISSUER'], 'OIDC_TRUST_EMAIL')
  if (env.SIGN_IN === 'oidc' && !env.OIDC_ISSUER) faults.push('OIDC_ISSUER is required with SIGN_IN=oidc')
  need(['PROTECTED_PDF_PASSWORD'], 'PROTECTED_PDF_PATH')
  return faults
}

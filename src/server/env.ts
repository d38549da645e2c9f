import { resolve } from 'node:path'
import { misspelledSettings } from './settings/hints.ts'
import { idleSettings, isDemo, missingSettings, settingOf, type Fault } from './settings/rules.ts'
import type { Given } from './settings/setting.ts'
import { SETTING_NAMES, type SettingName, type Settings } from './settings/table.ts'

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
  EXCLUSION_CONTACT: string
  MAIL_FROM: string
  TERMS_URL: string
  PRIVACY_URL: string
  /** What to seed; undefined means the demo for an empty embedded database, otherwise the reference data. */
  SEED: 'demo' | 'reference' | 'none' | undefined
  /** Demo accounts and data: only if real ones weren't configured. */
  isDemo: boolean
  isProduction: boolean
  /** Whether `/dev/mail` exists: with demo data and no mail server. It still responds only to local requests. */
  hasDevMailbox: boolean
}

/**
 * Returns the configuration, or everything that's wrong with it: one line each, with an example and never with a value. `warnings` lists settings
 * that are probably misspelled or have no effect.
 */
export function readEnv(source: Record<string, string | undefined>): { env: Env; warnings: string[] } | { faults: string[] } {
  const given = givenIn(source)
  const warnings = [...misspelledSettings(source), ...idleSettings(given)]
  const { values, wrong } = readValues(given)
  // Missing and wrong values are reported together. A wrong value isn't also missing.
  const missing = missingSettings(values, given).filter(({ name }) => !wrong.some((fault) => fault.name === name))
  const faults = [...wrong, ...missing].map(lineOf)
  return faults.length > 0 ? { faults: [...faults, ...warnings] } : { env: withDefaults(values), warnings }
}

/** Looks up a setting by its own name, or else by the variables that ONCE sets. */
function givenIn(source: Record<string, string | undefined>): Given {
  const plain = (name: string) => source[name] || undefined
  return (name) => plain(name) ?? (SETTING_NAMES.includes(name as SettingName) ? settingOf(name as SettingName).once?.read(plain) : undefined)
}

/** Parses each setting by its schema. A wrong one counts as not set, so settings that depend on it are checked too. */
function readValues(given: Given): { values: Settings; wrong: Fault[] } {
  const wrong: Fault[] = []
  const values = SETTING_NAMES.map((name) => {
    const { schema } = settingOf(name)
    const read = schema.safeParse(given(name))
    if (!read.success) wrong.push({ name, problem: read.error.issues[0]!.message })
    return [name, read.success ? read.data : schema.safeParse(undefined).data]
  })
  return { values: Object.fromEntries(values) as Settings, wrong }
}

function lineOf({ name, problem }: Fault): string {
  const example = SETTING_NAMES.includes(name as SettingName) ? settingOf(name as SettingName).example : 'the-key-of-the-bucket'
  return `${name} ${problem}, for example ${name}=${example}`
}

function withDefaults(env: Settings): Env {
  const domain = env.COMPANY_DOMAIN
  const ADMIN_EMAILS = env.ADMIN_EMAILS ?? DEMO_ADMINS.map((name) => `${name}@${domain}`)
  return {
    ...env,
    BASE_URL: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    DATA_DIR: resolve(env.DATA_DIR),
    ADMIN_EMAILS,
    EXCLUSION_CONTACT: env.EXCLUSION_CONTACT ?? ADMIN_EMAILS[0]!,
    MAIL_FROM: env.MAIL_FROM ?? `${env.COMPANY_NAME} Careers <careers@${domain}>`,
    TERMS_URL: env.TERMS_URL ?? `https://${domain}/terms`,
    PRIVACY_URL: env.PRIVACY_URL ?? `https://${domain}/privacy`,
    SEED: env.SEED,
    isDemo: isDemo(env),
    isProduction: env.NODE_ENV === 'production',
    hasDevMailbox: isDemo(env) && env.SMTP_URL === undefined,
  }
}

import { resolve } from 'node:path'
import { misspelledSettings, overriddenNames } from './settings/hints.ts'
import { ineffectiveSettings, isDemo, isSetting, isSetUp, missingSettings, settingOf, type SettingError } from './settings/rules.ts'
import type { ReadVariable } from './settings/setting.ts'
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

/** What production shows in place of the demo's employer until the employer is named (`FIRST_RUN`). No email can be sent to or from this domain. */
const UNNAMED = { COMPANY_NAME: 'Your company', COMPANY_DOMAIN: 'your-company.invalid' }

/** Environment variables. */
type Source = Record<string, string | undefined>
/** Settings made in the product, written as in a settings file. */
export type StoredSettings = Partial<Record<SettingName, string>>

export type Env = Settings & {
  BASE_URL: string
  DATA_DIR: string
  ADMIN_EMAILS: string[]
  /** '' until there's an owner (`FIRST_RUN`). */
  EXCLUSION_CONTACT: string
  MAIL_FROM: string
  TERMS_URL: string
  PRIVACY_URL: string
  /** What to seed; undefined means the demo for an empty embedded database, otherwise the reference data. */
  SEED: 'demo' | 'reference' | 'none' | undefined
  /** Whether there are demo accounts and data; only if real ones weren't configured. */
  isDemo: boolean
  isProduction: boolean
  /** Whether `/dev/mail` exists: only with demo data and no mail server. Even then, it responds only to local requests. */
  hasDevMailbox: boolean
  /** False while required settings are missing, which only `FIRST_RUN` allows; the public site isn't open yet. */
  isSetUp: boolean
  /** The variables this was read from. */
  source: Source
}

/**
 * Returns the configuration, or everything that's wrong with it: one line each, with an example and never with a value. `warnings` lists settings
 * that are probably misspelled or have no effect. Settings made in the product apply where no variable is set.
 */
export function readEnv(source: Source, stored: StoredSettings = {}): { env: Env; warnings: string[] } | { errors: string[] } {
  const { given, values, problems } = readSettings(source, stored)
  const warnings = settingWarnings(source, given)
  return problems.length > 0 ? { errors: [...problems.map(lineOf), ...warnings] } : { env: withDefaults(values, { given, source }), warnings }
}

/** Returns a line for each variable that's probably misspelled, or has no effect. */
export function settingWarnings(source: Source, given = readerOf(source)): string[] {
  return [...misspelledSettings(source), ...overriddenNames(source), ...ineffectiveSettings(given)]
}

/** Returns each setting's value, and everything that's wrong or missing. */
export function readSettings(source: Source, stored: StoredSettings): { given: ReadVariable; values: Settings; problems: SettingError[] } {
  const readVariable = readerOf(source, stored)
  const { values, wrong } = readValues(readVariable)
  // Missing and invalid values are reported together, but an invalid value isn't also reported as missing.
  const missing = missingSettings(values, readVariable).filter(({ name }) => !wrong.some((error) => error.name === name))
  return { given: readVariable, values, problems: [...wrong, ...missing] }
}

/** Looks up a setting by its own name, then in the variables that ONCE sets, then in the settings made in the product. */
export function readerOf(source: Source, stored: StoredSettings = {}): ReadVariable {
  const plain = (name: string) => source[name] || undefined
  return (name) => {
    if (!isSetting(name)) return plain(name)
    const { once, inProduct } = settingOf(name)
    return plain(name) ?? once?.read(plain) ?? ((inProduct && stored[name]) || undefined)
  }
}

/** Parses each setting by its schema. An invalid one counts as not set, so settings that depend on it are still checked. */
function readValues(given: ReadVariable): { values: Settings; wrong: SettingError[] } {
  const invalid: SettingError[] = []
  const values = SETTING_NAMES.map((name) => {
    const { schema } = settingOf(name)
    const read = schema.safeParse(given(name))
    if (!read.success) invalid.push({ name, problem: read.error.issues[0]!.message })
    return [name, read.success ? read.data : schema.safeParse(undefined).data]
  })
  return { values: Object.fromEntries(values) as Settings, wrong: invalid }
}

function lineOf({ name, problem }: SettingError): string {
  const example = isSetting(name) ? settingOf(name).example : 'the-key-of-the-bucket'
  return `${name} ${problem}, for example ${name}=${example}`
}

function withDefaults(values: Settings, { given, source }: { given: ReadVariable; source: Source }): Env {
  const isProduction = values.NODE_ENV === 'production'
  const nameOf = (name: keyof typeof UNNAMED) => (isProduction && !given(name) ? UNNAMED[name] : values[name])
  const env = { ...values, COMPANY_NAME: nameOf('COMPANY_NAME'), COMPANY_DOMAIN: nameOf('COMPANY_DOMAIN') }
  const domain = env.COMPANY_DOMAIN
  const ADMIN_EMAILS = env.ADMIN_EMAILS ?? (isDemo(env) ? DEMO_ADMINS.map((name) => `${name}@${domain}`) : [])
  return {
    ...env,
    BASE_URL: (env.BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    DATA_DIR: resolve(env.DATA_DIR),
    ADMIN_EMAILS,
    EXCLUSION_CONTACT: env.EXCLUSION_CONTACT ?? ADMIN_EMAILS[0] ?? '',
    MAIL_FROM: env.MAIL_FROM ?? `${env.COMPANY_NAME} Careers <careers@${domain}>`,
    TERMS_URL: env.TERMS_URL ?? `https://${domain}/terms`,
    PRIVACY_URL: env.PRIVACY_URL ?? `https://${domain}/privacy`,
    SEED: env.SEED,
    isDemo: isDemo(env),
    isProduction,
    hasDevMailbox: isDemo(env) && env.SMTP_URL === undefined,
    isSetUp: isSetUp(env, given),
    source,
  }
}

import { isHttps, isLoopback } from '#server/env-values.ts'
import type { ReadVariable, Setting } from './setting.ts'
import { SETTINGS, SETTING_NAMES, type SettingName, type Settings } from './table.ts'

/** A setting and its error, worded to follow the setting's name. */
export type SettingError = { name: string; problem: string }

export const settingOf = (name: SettingName): Setting => SETTINGS[name] as Setting

export function isSetting(name: string): name is SettingName {
  return SETTING_NAMES.includes(name as SettingName)
}

/** Returns missing and contradictory settings, each only once. */
export function missingSettings(env: Settings, given: ReadVariable): SettingError[] {
  const errors = [...productionErrors(env, given), ...publicErrors(env), ...incompleteGroups(env, given)]
  return errors.filter(({ name }, at) => errors.findIndex((error) => error.name === name) === at)
}

/** Returns whether everything that production requires is set. If not, only the first run is available. */
export function isSetUp(env: Settings, given: ReadVariable): boolean {
  return env.NODE_ENV !== 'production' || SETTING_NAMES.every((name) => !settingOf(name).production || given(name))
}

/** Returns whether to use demo data and accounts. They're off in production, where asking for them is an error. */
export function isDemo(env: Settings): boolean {
  if (env.NODE_ENV === 'production') return false
  return env.SEED === 'demo' || (env.SEED === undefined && env.DATABASE_URL === undefined)
}

/** Returns a line for each setting that has no effect given the others. */
export function ineffectiveSettings(given: ReadVariable): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const reason = given(name) ? settingOf(name).idle?.(given) : null
    return reason ? [`${name} has no effect ${reason}`] : []
  })
}

const isFirstRun = (env: Settings) => env.NODE_ENV === 'production' && env.FIRST_RUN === 'yes'

/** Returns whether production can start without it, because it can be set in the first run. */
const canBeSetLater = (env: Settings, name: string) => isFirstRun(env) && settingOf(name as SettingName)?.inProduct === true

function productionErrors(env: Settings, given: ReadVariable): SettingError[] {
  const errors: SettingError[] = []
  if (!isDemo(env) && !env.ADMIN_EMAILS && !isFirstRun(env))
    errors.push({ name: 'ADMIN_EMAILS', problem: 'is required: the addresses that may sign in as admin, separated by commas' })
  if (env.NODE_ENV !== 'production') return errors
  if (env.SEED === 'demo') errors.push({ name: 'SEED', problem: 'must not be demo when NODE_ENV is production' })
  for (const name of SETTING_NAMES) {
    if (settingOf(name).production && !given(name) && !canBeSetLater(env, name))
      errors.push({ name, problem: `is required when NODE_ENV is production: ${settingOf(name).production}` })
  }
  if (env.BASE_URL && env.DISABLE_SSL === 'false' && !isHttps(env.BASE_URL) && !isLoopback(env.BASE_URL))
    errors.push({
      name: 'BASE_URL',
      problem: 'must begin with https:// when NODE_ENV is production: codes and applications would cross the network in the clear',
    })
  if (!env.DATABASE_URL && !env.EMBEDDED_IN_PRODUCTION)
    errors.push({
      name: 'DATABASE_URL',
      problem: 'is required when NODE_ENV is production; set EMBEDDED_IN_PRODUCTION=yes if the embedded database is what you want',
    })
  return errors
}

/** An installation that's reachable from outside must not store sign-in codes in files or print them. */
function publicErrors(env: Settings): SettingError[] {
  if (env.NODE_ENV === 'production' || env.SMTP_URL || !env.BASE_URL) return []
  const isPublic = isHttps(env.BASE_URL) || !isLoopback(env.BASE_URL)
  return isPublic ? [{ name: 'SMTP_URL', problem: 'is required with a public BASE_URL: without it, sign-in codes are printed to the console' }] : []
}

/** Returns which settings are missing that others require. A setting that has no effect doesn't require any. */
function incompleteGroups(env: Settings, given: ReadVariable): SettingError[] {
  const errors: SettingError[] = []
  const need = (name: string, reason: string) => {
    if (!given(name) && !canBeSetLater(env, name)) errors.push({ name, problem: `is required with ${reason}` })
  }
  for (const name of SETTING_NAMES) {
    const { needs = [], idle } = settingOf(name)
    if (given(name) && !idle?.(given)) for (const needed of needs) need(needed, name)
  }
  if (given('SIGN_IN') === 'oidc') need('OIDC_ISSUER', 'SIGN_IN=oidc')
  if (env.STORAGE_URL) for (const key of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) need(key, 'STORAGE_URL')
  return errors
}

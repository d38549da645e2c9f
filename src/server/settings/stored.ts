import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { readerOf, readEnv, readSettings, type Env, type StoredSettings } from '#server/env.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isComplete, keysOf } from '#server/http/key-ring.ts'
import type { Keys } from '#server/http/keys.ts'
import { readRing } from '#server/http/load-keys.ts'
import { seal, unseal } from '#server/mail/sealed.ts'
import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { isSetting, settingOf } from './rules.ts'
import { deleteStoredSetting, hasStoredSettings, listStoredSettings, lockStoredSettings, saveStoredSetting, type StoredRow } from './stored-store.ts'
import type { SettingName } from './table.ts'

const CHECK_EVERY_MS = 5_000

type Deps = Pick<Services, 'db' | 'env' | 'keys'>

const sealedFor = (name: string) => `setting ${name}`

/** Returns whether it's set by a variable, which takes precedence over settings made in the product. */
export function isSetByVariable(env: Env, name: SettingName): boolean {
  return readerOf(env.source)(name) !== undefined
}

/** Returns the settings made in the product, except those this secret key can't decrypt. */
export async function readStored(db: Db, keys: Keys): Promise<StoredSettings> {
  return openedAll(await listStoredSettings(db), keys)
}

/** The latest call of `applyStoredSettings` for each `env`. */
const applying = new WeakMap<Env, Promise<unknown>>()

/**
 * Updates `env`, which the whole process shares, with the settings made in the product. If they aren't valid together, changes nothing and returns
 * one line per error. Calls run one at a time, so one that read older settings can't overwrite what a faster one applied.
 */
export function applyStoredSettings(needed: Deps): Promise<string[]> {
  const before = applying.get(needed.env) ?? Promise.resolve()
  const mine = before.then(() => readAndApply(needed))
  applying.set(
    needed.env,
    mine.catch(() => {}),
  )
  return mine
}

async function readAndApply({ db, env, keys }: Deps): Promise<string[]> {
  const read = readEnv(env.source, await readStored(db, keys))
  if ('errors' in read) return read.errors
  Object.assign(env, read.env)
  return []
}

/** Like `applyStoredSettings`, but for commands, which may run on an older schema or without the secret key, and change nothing. */
export async function applyStoredSettingsIfAny(db: Db, env: Env): Promise<void> {
  if (!(await hasStoredSettings(db)) || (await listStoredSettings(db)).length === 0) return
  const ring = await readRing(db, env.SECRET_KEY)
  if (isComplete(ring)) await applyStoredSettings({ db, env, keys: keysOf(ring) })
}

/**
 * Saves settings, written as in a settings file, and applies them in this process; others follow within seconds. '' removes one. Throws 409 for one that's
 * set by a variable, and 422, with the setting's name as the path, if one isn't valid together with the rest.
 */
export async function saveSettings(services: Deps, by: Caller, changes: StoredSettings): Promise<void> {
  await services.db.transaction((tx) => writeSettings({ ...services, db: tx }, by, changes))
  await applyStoredSettings(services)
}

/** Like `saveSettings`, but within a larger transaction: `db` is its `tx`, and the caller applies the settings once it's committed. */
export async function writeSettings({ db: tx, env, keys }: Deps, by: Caller, changes: StoredSettings): Promise<void> {
  const names = Object.keys(changes).filter(isSetting)
  for (const name of names) if (isSetByVariable(env, name)) throw new HttpError(409, `${name} is set on the server, so it can't be changed here.`)
  await lockStoredSettings(tx)
  const stored = await readStored(tx, keys)
  const changed = names.filter((name) => (stored[name] ?? '') !== changes[name])
  rejectInvalid(env, stored, changes)
  for (const name of changed) await save(tx, keys, { setting_name: name, value: changes[name]! })
  if (changed.length > 0) await recordAudit(tx, { actor: by, action: 'settings.changed', subject_kind: 'installation', facts: { settings: changed } })
}

/** Encrypts secret settings with the current secret key, because previous ones are only accepted for a limited time. */
export async function resealStoredSettings({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStoredSettings(tx)
    for (const { setting_name, value } of await listStoredSettings(tx)) {
      const text = isSecret(setting_name) ? decryptValue(keys, setting_name, value) : null
      if (text !== null) await save(tx, keys, { setting_name, value: text })
    }
  })
}

/** Applies settings saved by other processes. */
export function openSettingsFollower(services: Deps & Pick<Services, 'log'>): Job {
  const { db, log } = services
  let known = ''
  async function work(): Promise<boolean> {
    try {
      const rows = JSON.stringify(await listStoredSettings(db))
      if (rows === known) return false
      const errors = await applyStoredSettings(services)
      if (errors.length > 0) log.error({ settings: errors }, 'the settings made in the product are not valid with the variables')
      known = rows
    } catch (error) {
      log.warn({ code: (error as { code?: string }).code }, 'the settings made in the product could not be read')
    }
    return false
  }
  return openLoop({ work, everyMs: CHECK_EVERY_MS, breathMs: CHECK_EVERY_MS })
}

/** Existing errors don't prevent other settings from being corrected. */
function rejectInvalid({ source }: Env, stored: StoredSettings, changes: StoredSettings): void {
  const before = readSettings(source, stored).problems.map(({ name }) => name)
  const { problems } = readSettings(source, { ...stored, ...changes })
  const errors = problems
    .filter(({ name }) => name in changes || !before.includes(name))
    .map(({ name, problem }) => ({ path: name, message: `${problem[0]!.toUpperCase()}${problem.slice(1)}, for example ${exampleOf(name)}` }))
  if (errors.length > 0) throw new HttpError(422, errors[0]!.message, { errors })
}

const exampleOf = (name: string) => settingOf(name as SettingName).example.replaceAll('"', '')

const isSecret = (name: string) => isSetting(name) && settingOf(name).isSecret === true

async function save(tx: Db, keys: Keys, { setting_name, value }: StoredRow): Promise<void> {
  if (value === '') return deleteStoredSetting(tx, setting_name)
  await saveStoredSetting(tx, { setting_name, value: isSecret(setting_name) ? seal(keys, value, sealedFor(setting_name)) : value })
}

function openedAll(rows: StoredRow[], keys: Keys): StoredSettings {
  const texts = rows.map(({ setting_name, value }) => [setting_name, decryptValue(keys, setting_name, value)])
  return Object.fromEntries(texts.filter(([, text]) => text !== null)) as StoredSettings
}

function decryptValue(keys: Keys, name: string, value: string): string | null {
  if (!isSecret(name)) return value
  try {
    return unseal(keys, value, { opened: sealedFor(name) })
  } catch {
    return null
  }
}

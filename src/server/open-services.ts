import type { Logger } from 'pino'
import { openBookings } from '#server/bookings/open-bookings.ts'
import { openCalendar } from '#server/calendar/open-calendar.ts'
import { connect } from '#server/db/connect.ts'
import type { EmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/db/seed.ts'
import { openFiles } from '#server/files/open-files.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { openLimits } from '#server/http/limits.ts'
import { resealDkimKeys } from '#server/mail/dkim/dkim-key.ts'
import { ensureSigningKey, resealSigningKeyNow } from '#server/packet/signing-key.ts'
import { openRationale } from '#server/rationale/open-rationale.ts'
import { resealStoredSettings, applyStoredSettings } from '#server/settings/stored.ts'
import { openSingleSignOn } from '#server/sso/open-single-sign-on.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'

type OpenServicesOptions = { report?: (what: string) => void; opening?: Promise<EmbeddedDatabase> | null }

/** Opens everything outside the process: connects to the database, migrates and seeds it. Calls `report` with a sentence about each slow step. */
export async function openServices(env: Env, log: Logger, { report = () => {}, opening = null }: OpenServicesOptions = {}): Promise<Services> {
  report(env.DATABASE_URL ? 'Connecting to the database server' : 'Opening the embedded database (the first start takes a few seconds)')
  const database = await connect({
    dataDir: env.DATA_DIR,
    connections: env.DATABASE_POOL,
    log,
    opening,
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
  })
  try {
    const migrated = await migrate(database)
    if (migrated > 0) report(`Brought the database up to date (${migrated} migrations)`)
    const { db } = database
    const files = await openFiles(env)
    const keys = await loadKeys(db, env.SECRET_KEY)
    await ensureSigningKey(db, keys)
    await resealSigningKeyNow({ db, keys })
    await resealDkimKeys({ db, keys })
    await resealStoredSettings({ db, keys })
    const errors = await applyStoredSettings({ db, env, keys })
    if (errors.length > 0) throw new Error(`the settings made in the product aren't valid with the variables.\n${errors.join('\n')}`)
    await seed({ database, files, env }, env.SEED, report)
    return {
      env,
      log,
      database,
      db,
      files,
      keys,
      bookings: openBookings(env),
      calendar: openCalendar(env, db),
      rationale: openRationale(env),
      sso: openSingleSignOn(env),
      limits: openLimits(database.db, env.LIMITS_SCALE),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

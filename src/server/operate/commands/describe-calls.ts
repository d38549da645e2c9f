import { pino } from 'pino'
import { openApp } from '#server/app.ts'
import { openBookings } from '#server/bookings/open-bookings.ts'
import { openCalendar } from '#server/calendar/open-calendar.ts'
import { connectEmbedded } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { deriveKeys } from '#server/http/keys.ts'
import { openLimits } from '#server/http/limits.ts'

/** Generates the OpenAPI document from an app that's assembled but never receives requests, so it doesn't need a database. */
export async function describeCalls(env: Env): Promise<object> {
  const log = pino({ level: 'silent' })
  const database = connectEmbedded({ address: { host: '/nowhere', port: 5432, user: 'nobody', database: 'nothing' }, close: async () => {} }, log)
  const app = await openApp({
    env,
    log,
    database,
    db: database.db,
    files: await openFiles(env),
    keys: deriveKeys('not used: nothing is signed here'),
    bookings: openBookings(env),
    calendar: openCalendar(env, database.db),
    rationale: null,
    sso: null,
    limits: openLimits(database.db, 1),
    outbox: { isAlive: () => true },
  })
  await app.ready()
  const document = app.swagger()
  await app.close()
  await database.close()
  return document
}

import type { Logger } from 'pino'
import type { StaffList } from '#server/bookings/staff-list.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Keys } from '#server/http/keys.ts'
import type { SingleSignOn } from '#server/sso/single-sign-on.ts'
import type { RationaleGenerator } from '#server/rationale/generator.ts'

/** Everything a call may need. Created once at startup and passed down, never imported. */
export type Services = {
  env: Env
  log: Logger
  database: Database
  /** The pool itself; inside a transaction, use only its `tx`. */
  db: Database['db']
  files: FileStore
  bookings: StaffList
  calendar: Calendar
  /** Null if generation is off. */
  rationale: RationaleGenerator | null
  /** Null if no OpenID provider is configured. */
  sso: SingleSignOn | null
  limits: Limits
  keys: Keys
}

/** The outbox as seen by calls: they queue emails in the database and only need to know whether it still works. */
export type Outbox = { isAlive: () => boolean }

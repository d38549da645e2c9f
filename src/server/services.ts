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

/** Everything a call may need; made once at start and passed down, never imported. */
export type Services = {
  env: Env
  log: Logger
  database: Database
  /** The pool's own connection; inside a transaction only its `tx` is used. */
  db: Database['db']
  files: FileStore
  bookings: StaffList
  calendar: Calendar
  /** Null: generation is switched off. */
  rationale: RationaleGenerator | null
  /** Null: no OpenID provider is set. */
  sso: SingleSignOn | null
  limits: Limits
  keys: Keys
}

/** The outbox as stories see it: rows are in the database, waking only spares the wait. */
export type Outbox = { isAlive: () => boolean }

import { asc } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { application_status } from '#server/db/tables.ts'

export function listStatuses(db: Db) {
  return db.select().from(application_status).orderBy(asc(application_status.ref_application_status_id))
}

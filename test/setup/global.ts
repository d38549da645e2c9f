import { seedReference } from '#server/db/reference/seed-reference.ts'
import { kindOfRun, makeTemplate } from './database.ts'

/** Runs once per test run: creates the database with reference data that each test starts from a copy of. */
export default async function setup() {
  return await makeTemplate(kindOfRun(), ({ db }) => seedReference(db))
}

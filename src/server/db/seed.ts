import { mkdir } from 'node:fs/promises'
import { function_role } from './tables.ts'
import { seedReference } from './reference/seed-reference.ts'
import type { Database } from './connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'

export type SeedKind = 'demo' | 'reference' | 'none'

/**
 * Seeds a database according to `choice`, which defaults to the demo for an empty embedded database and to the reference data otherwise. Calls
 * `report` before anything slow. Safe on every start, because existing rows are kept. Returns what was just added.
 */
export async function seed(
  { database, files, env }: { database: Database; files: FileStore; env: Env },
  choice: 'demo' | 'reference' | 'none' | undefined,
  report: (words: string) => void = () => {},
): Promise<SeedKind> {
  if (choice === 'none') return 'none'
  await seedReference(database.db)
  const isDemoWanted = choice === 'demo' || (choice === undefined && database.embedded && !env.isProduction)
  if (!isDemoWanted) return 'reference'

  const { writeDemoFiles } = await import('./demo/demo-files.ts')
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  await writeDemoFiles(env)
  const [role] = await database.db.select({ id: function_role.ref_function_role_id }).from(function_role).limit(1)
  if (role) return 'reference'
  report('Loading the demo: roles, applicants, interviews')
  const { seedDemo } = await import('./demo/seed-demo.ts')
  return (await seedDemo({ db: database.db, files, env })) ? 'demo' : 'reference'
}

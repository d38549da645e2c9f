import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { MIGRATIONS, readSnapshot } from './snapshot.ts'

test('the snapshot for new databases was built from the current migrations', () => {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  expect(readSnapshot(MIGRATIONS, migrations)?.count, 'the migrations changed since the snapshot was made. Run: npm run db:snapshot').toBe(migrations.length)
})

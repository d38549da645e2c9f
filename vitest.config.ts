import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { runsOnBoth } from './test/setup/database-kinds.ts'

/** Rooms need a database, which is of the kind that ROUNDS_TEST_DB names; everything else needs none. */
const usesDatabase = (path: string) => /#test\/setup\/(app|empty-app|database)\.ts/.test(readFileSync(path, 'utf8'))
const behindDoors = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts', 'test/setup/**/*.test.ts'])
const api = behindDoors.filter(usesDatabase)
const onBoth = api.filter(runsOnBoth)
const rules = [
  ...globSync(['src/contract/**/*.test.ts', 'src/web/**/*.test.ts', 'src/web/**/*.test.tsx']),
  ...behindDoors.filter((path) => !usesDatabase(path)),
]

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Modules are loaded once per worker: no test replaces one, and loading is most of the time of a small file.
    isolate: false,
    // Tests load modules the way the product does.
    execArgv: ['--disable-warning=ExperimentalWarning', '--import=./src/server/quick-imports.ts'],
    projects: [
      { extends: true, test: { name: 'project', include: ['test/*.test.ts'] } },
      { extends: true, test: { name: 'rules', include: rules } },
      { extends: true, test: { name: 'api', include: process.env['ROUNDS_TEST_FILES'] === 'on both' ? onBoth : api, globalSetup: './test/setup/global.ts' } },
    ],
  },
})

import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Rooms need a database and are run on each kind; everything else is run once. */
const usesDatabase = (path: string) => /#test\/setup\/(app|empty-app|database)\.ts/.test(readFileSync(path, 'utf8'))
const behindDoors = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts', 'test/setup/**/*.test.ts'])
const api = behindDoors.filter(usesDatabase)
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
    projects: [
      { extends: true, test: { name: 'project', include: ['test/*.test.ts'] } },
      { extends: true, test: { name: 'rules', include: rules } },
      { extends: true, test: { name: 'api', include: api, globalSetup: './test/setup/global.ts' } },
    ],
  },
})

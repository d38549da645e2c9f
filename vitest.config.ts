import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isApiInPart } from './test/plan/database-kinds.ts'
import { isInPart, part } from './test/plan/plan.ts'

/** Rooms need a database, which is of the kind that ROUNDS_TEST_DB names; everything else needs none. */
const usesDatabase = (path: string) => /#test\/setup\/(app|empty-app|database)\.ts/.test(readFileSync(path, 'utf8'))
const behindDoors = globSync(['src/server/**/*.test.ts', 'test/api/**/*.test.ts', 'test/setup/**/*.test.ts'])
const kind = process.env['ROUNDS_TEST_DB'] === 'postgres' ? 'postgres' : 'embedded'
const api = behindDoors.filter(usesDatabase).filter((path) => isApiInPart(path, kind))
const rules = [
  ...globSync(['src/contract/**/*.test.ts', 'src/web/**/*.test.ts', 'src/web/**/*.test.tsx']),
  ...behindDoors.filter((path) => !usesDatabase(path)),
].filter(isInPart)
const project = globSync(['test/*.test.ts', 'test/plan/*.test.ts']).filter(isInPart)

export default defineConfig({
  test: {
    // Far beyond what any test takes: a machine that's slow or pauses isn't a failure.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests wait for the database: with two, npm test leaves a quarter of two cores idle. The others include some that measure time and memory.
    maxWorkers: part === 'short' ? 3 : 2,
    // Modules are loaded once per worker: no test replaces one, and loading is most of the time of a small file.
    isolate: false,
    // Tests load modules the way the product does.
    execArgv: ['--disable-warning=ExperimentalWarning', '--import=./src/server/quick-imports.ts'],
    setupFiles: './test/plan/file-cost.ts',
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: 'project', include: project } },
      { extends: true, test: { name: 'rules', include: rules } },
      { extends: true, test: { name: 'api', include: api, globalSetup: './test/setup/global.ts' } },
    ],
  },
})

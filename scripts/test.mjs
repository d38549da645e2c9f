// Runs everything in `npm test`: the rules and API tests on a PostgreSQL server, what may differ on the embedded database, and an e2e test for each
// promise.
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from './ready.mjs'
import { openRun } from './test-run.mjs'
import { ensureBrowsers } from './tools.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
ensureBuilt()
ensureBrowsers()

const run = openRun('short')
await run.vitest('Rules, and the API on a PostgreSQL server', { ROUNDS_TEST_DB: 'postgres' })
await run.vitest('What differs on the embedded database', { ROUNDS_TEST_DB: 'embedded' }, ['--project', 'api'])
await run.program('Acts at the same time', ['lab/between/run.ts', '--plans', '90', '--seed', '1'])
await run.playwright('A journey for each promise')
run.finish()

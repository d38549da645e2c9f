// Runs everything that `npm test` leaves out.
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from './ready.mjs'
import { openRun } from './test-run.mjs'
import { ensureBrowsers, ensureServerTools, ensureTextBrowser } from './tools.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
ensureBuilt()
ensureBrowsers()
ensureTextBrowser()
ensureServerTools()

/** Programs that pass or fail as a whole: their titles, and the arguments for `node`. The programs in each list run in parallel. */
const PROGRAMS = [
  [
    ['Acts at the same time, on a PostgreSQL server', ['lab/between/run.ts', '--plans', '400', '--seed', '2']],
    ['Acts at the same time, on the embedded database', ['lab/between/run.ts', '--plans', '150', '--seed', '3', '--embedded']],
  ],
  [["The operator's guide, from a demo to two processes under load", ['--disable-warning=ExperimentalWarning', 'lab/walk/run.ts']]],
  [['The image, step by step in a chroot', ['--disable-warning=ExperimentalWarning', 'lab/walk/image.ts']]],
  [['An installation on an empty Debian', ['--disable-warning=ExperimentalWarning', 'lab/walk/install.ts']]],
]

const run = openRun('rest')
await run.vitest('The other rules, and the API on a PostgreSQL server', { ROUNDS_TEST_DB: 'postgres' })
await run.vitest('The API on the embedded database', { ROUNDS_TEST_DB: 'embedded' }, ['--project', 'api'])
await run.playwright('The other journeys')
for (const together of PROGRAMS) await Promise.all(together.map(([title, words]) => run.program(title, words)))
run.finish()

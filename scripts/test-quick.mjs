// A quick check while editing: runs the house rules and the changed domains' tests, without a browser, on PostgreSQL if it's installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled, projectNode, say } from './ready.mjs'
import { findPostgres, temporaryFolder } from './tools.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
const postgres = findPostgres()
const base = process.argv[2] ?? 'HEAD'
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const domains = new Set(changed.flatMap((path) => /^src\/(?:contract|server|web)\/([a-z-]+)/.exec(path)?.[1] ?? []))
const folders = [...domains].flatMap((domain) => [`src/contract/${domain}`, `src/server/${domain}/`, `src/web/${domain}/`])
const tests = changed.filter((path) => /\.test\.tsx?$/.test(path))
if ([...folders, ...tests].some(readsPages)) ensureBuilt()

const TMPDIR = temporaryFolder()
say(`Tests of ${[...domains].join(', ') || 'no domain'} since ${base}, on ${postgres === undefined ? 'the embedded database' : 'PostgreSQL'}`)
const env = {
  ...process.env,
  PATH: [dirname(projectNode()), postgres, process.env.PATH].filter(Boolean).join(delimiter),
  ROUNDS_TESTS: 'quick',
  ROUNDS_TESTS_CHANGED: tests.join(),
  ...(TMPDIR !== undefined && { TMPDIR }),
  ...(postgres !== undefined && { ROUNDS_TEST_DB: 'postgres' }),
}
const filters = ['test/architecture', 'test/fields', ...folders, ...tests]
const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...filters], { stdio: 'inherit', env })
process.exit(status ?? 1)

function git(...args) {
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

/** Returns whether any test there requests a page, which requires a build. */
function readsPages(place) {
  if (!existsSync(place)) return false
  const files = /\.\w+$/.test(place) ? [place] : readdirSync(place, { recursive: true }).map((name) => join(place, name))
  return files.some((file) => /\.test\.tsx?$/.test(file) && /'GET', ['`]\/(?!api\/|metrics|readyz|livez)/.test(readFileSync(file, 'utf8')))
}

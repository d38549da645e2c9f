// Every test: rules, the API on a PostgreSQL server and, where it may differ, on the embedded database, journeys in a browser.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled, projectNode, say } from './ready.mjs'
import { ensureBrowsers, ensurePostgres, ensureTextBrowser, temporaryFolder } from './tools.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled()
ensureBuilt()
const postgres = ensurePostgres()
ensureBrowsers()
ensureTextBrowser()

/** What programs exit with after Ctrl+C. */
const INTERRUPTED = 130
const TMPDIR = temporaryFolder() ?? tmpdir()
const results = mkdtempSync(join(TMPDIR, 'rounds-results-'))
const path = [dirname(projectNode()), postgres, process.env.PATH].filter(Boolean).join(delimiter)
const totals = [
  vitest('Rules, and the API on a PostgreSQL server', [], { ROUNDS_TEST_DB: 'postgres' }),
  vitest('What may differ on the embedded database', ['--project', 'api'], { ROUNDS_TEST_DB: 'embedded', ROUNDS_TEST_FILES: 'on both' }),
  playwright('Journeys in a browser'),
]
rmSync(results, { recursive: true, force: true })

const passed = totals.reduce((sum, one) => sum + one.passed, 0)
const skipped = totals.reduce((sum, one) => sum + one.skipped, 0)
const failed = totals.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || totals.some((one) => one.code !== 0) ? 1 : 0)

function vitest(title, args, env) {
  const report = join(results, `vitest-${Object.keys(env).length}.json`)
  const code = runTool(title, 'node_modules/.bin/vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args], env)
  const said = read(report)
  return { code, passed: said?.numPassedTests ?? 0, failed: said?.numFailedTests ?? 0, skipped: said?.numPendingTests ?? 0 }
}

function playwright(title) {
  const report = join(results, 'playwright.json')
  const code = runTool(title, 'node_modules/.bin/playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const said = read(report)?.stats
  if (code !== 0 && existsSync('test-results')) tellWhatPagesShowed()
  return { code, passed: (said?.expected ?? 0) + (said?.flaky ?? 0), failed: said?.unexpected ?? 0, skipped: said?.skipped ?? 0 }
}

/** Where this ran, no one may be able to open the screenshots later. */
function tellWhatPagesShowed() {
  const contexts = readdirSync('test-results', { recursive: true }).filter((path) => path.endsWith('error-context.md'))
  for (const context of contexts.map((path) => join('test-results', path))) {
    const [error = ''] = readFileSync(context, 'utf8').split('# Test source')
    say(`\n${dirname(context)}\n${error.slice(error.indexOf('# Error details'), 6000)}`)
  }
}

function runTool(title, command, args, env) {
  say(`\n${title}`)
  const { status, signal } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PATH: path, TMPDIR, ...env } })
  if (signal !== null || status === INTERRUPTED) process.exit(INTERRUPTED)
  return status ?? 1
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}

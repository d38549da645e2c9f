// Runs only the accessibility tests, and prints each screen and state with its checks and the barriers found.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled, fail, projectNode, say } from './ready.mjs'
import { ensureBrowsers, ensureTextBrowser } from './tools.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
ensureBuilt()
ensureBrowsers()
ensureTextBrowser()
const folder = mkdtempSync(join(tmpdir(), 'rounds-a11y-'))
const report = join(folder, 'report.json')
say('Visiting every screen: rules of WCAG 2.2 AA, width and text size, focus, forced colors, a text browser')
const env = { ...process.env, PATH: [dirname(projectNode()), process.env.PATH].join(delimiter), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
const args = ['test', '--grep', '@access', '--reporter=dot,json', '--output', join(folder, 'results'), ...process.argv.slice(2)]
const { status } = spawnSync('node_modules/.bin/playwright', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
if (!existsSync(report)) fail('The suite did not run.')
const tests = readTests(JSON.parse(readFileSync(report, 'utf8')).suites)
rmSync(folder, { recursive: true, force: true })

const rows = new Map()
for (const test of tests) for (const visit of visitsOf(test)) rows.set(visit.state, [...(rows.get(visit.state) ?? []), visit])
print([['screen or state', 'checks', 'barriers'], ...[...rows].map(([state, visits]) => [state, String(visits.length), found(visits)])])
const barriers = [...rows.values()].flat().reduce((sum, { faults }) => sum + faults.length, 0)
const skipped = tests.filter((test) => test.status === 'skipped')
for (const { title } of skipped) console.log(`Skipped: ${title}`)
console.log(`\n${rows.size} screens and states, ${[...rows.values()].flat().length} checks, ${barriers} barriers`)
process.exit(status ?? 1)

function readTests(suites) {
  return suites.flatMap((suite) => [
    ...suite.specs.map(({ title, tests: [{ status, results }] }) => ({ title, status, result: results.at(-1) ?? {} })),
    ...readTests(suite.suites ?? []),
  ])
}

/**
 * Splits a test into screens. A multi-screen test has a step per screen, with errors that start with that screen's path; other tests cover a single
 * state.
 */
function visitsOf({ title, status, result: { steps = [], errors = [] } }) {
  if (status === 'skipped') return []
  const said = errors.map(({ message }) => plain(message))
  const screens = steps.filter((step) => / as \w+$/.test(step.title))
  if (screens.length === 0) return [{ state: title, faults: said }]
  return screens.map((step) => {
    const [path] = step.title.split(' as ')
    const faults = said.filter((message) => message.startsWith(`Error: ${path}\n`) || message.startsWith(`Error: ${path} at `))
    return { state: step.title, faults: step.error && faults.length === 0 ? [plain(step.error.message)] : faults }
  })
}

function plain(message) {
  // oxlint-disable-next-line no-control-regex -- terminal colors
  return message.replace(/\u001b\[\d+m/g, '')
}

/** Returns the first lines that distinguish one error from another. */
function found(visits) {
  const faults = visits.flatMap((visit) => visit.faults)
  const rules = faults.flatMap((fault) => fault.split('\n').filter((line) => /^[+] {2,}"/.test(line)))
  return faults.length === 0 ? 'none' : `${faults.length}: ${(rules[0] ?? faults[0].split('\n')[0]).replace(/^[+\s]+/, '').slice(0, 100)}`
}

function print(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  console.log()
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
}

// A test run in several steps, with a report of what each costs and a summary line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { projectNode, say } from './ready.mjs'
import { ensurePostgres, temporaryFolder } from './tools.mjs'

/** The processor time, in seconds, that each file in `npm test` used in its last run on this machine. `npm run check` reads it. */
const RECORDED = '.cache/test-costs.json'
/** The exit code after Ctrl+C. */
const INTERRUPTED = 130
const SLOWEST = 10

/** `part` determines which tests run; see test/plan/plan.ts. */
export function openRun(part) {
  const TMPDIR = temporaryFolder() ?? tmpdir()
  const PATH = [dirname(projectNode()), ensurePostgres(), process.env.PATH].filter(Boolean).join(delimiter)
  const started = performance.now()
  const run = { env: { ...process.env, PATH, TMPDIR, ROUNDS_TESTS: part }, results: mkdtempSync(join(TMPDIR, 'rounds-results-')), steps: [] }
  return {
    vitest: (title, env, args = []) => runVitest(run, title, env, args),
    playwright: (title) => runPlaywright(run, title),
    /** Runs a program that passes or fails as a whole. */
    program: (title, words) =>
      runStep(run, { title, command: projectNode(), args: words, keepsOutput: true }, (code, output) => ({
        passed: code === 0 ? 1 : 0,
        failed: code === 0 ? 0 : 1,
        skipped: 0,
        failures: code === 0 ? [] : [[`${words.join(' ')}: exit code ${code}`, ...output.trimEnd().split('\n').slice(-MAX_LINES)].join('\n')],
      })),
    /** Prints the report and exits. */
    finish() {
      rmSync(run.results, { recursive: true, force: true })
      if (part === 'short') record(run.steps)
      report(run.steps, (performance.now() - started) / 1000)
      printFailures(run.steps)
      const sum = (what) => run.steps.reduce((total, one) => total + one[what], 0)
      console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
      process.exit(sum('failed') > 0 || run.steps.some(({ code }) => code !== 0) ? 1 : 0)
    },
  }
}

async function runVitest(run, title, env, args) {
  const report = join(run.results, `vitest-${run.steps.length}.json`)
  const words = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args]
  await runStep(run, { title, command: 'node_modules/.bin/vitest', args: words, env }, () => {
    const said = read(report)
    const tests = (said?.testResults ?? []).flatMap(({ name, assertionResults, message }) =>
      assertionResults.length > 0 ? assertionResults.map((one) => ({ ...one, name })) : [{ status: message ? 'failed' : '', name, failureMessages: [message] }],
    )
    const failures = tests
      .filter(({ status }) => status === 'failed')
      .map((one) => `${relative('.', one.name)}: ${one.fullName ?? ''}\n${one.failureMessages[0] ?? ''}`)
    return { passed: said?.numPassedTests ?? 0, failed: said?.numFailedTests ?? 0, skipped: said?.numPendingTests ?? 0, failures }
  })
}

async function runPlaywright(run, title) {
  const report = join(run.results, 'playwright.json')
  const words = ['test', '--reporter=list,json,./test/plan/journey-costs.ts']
  await runStep(run, { title, command: 'node_modules/.bin/playwright', args: words, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } }, () => {
    const { stats: said, suites = [] } = read(report) ?? {}
    const counts = { passed: (said?.expected ?? 0) + (said?.flaky ?? 0), failed: said?.unexpected ?? 0, skipped: said?.skipped ?? 0 }
    return {
      ...counts,
      failures: suites
        .flatMap(specsIn)
        .filter(({ ok }) => !ok)
        .map(journeyFailure),
    }
  })
}

const specsIn = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

function journeyFailure({ file, title, tests }) {
  const results = tests.flatMap((one) => one.results)
  const errors = results.map(({ error }) => error?.message ?? '')
  return [`${file}: ${title}`, ...errors, ...results.flatMap(({ attachments = [] }) => attachments.map(shownOn))].filter(Boolean).join('\n')
}

/** Returns the page at the failure, as text, because people who read this output may not be able to open screenshots. */
function shownOn({ path = '' }) {
  if (!path.endsWith('error-context.md') || !existsSync(path)) return ''
  const [, page = ''] = readFileSync(path, 'utf8').split('```yaml')
  return `What the page showed:${page.split('```')[0]}`
}

/** Adds a row to the report: the step's cost, and what `count` derives from its exit code and output. */
async function runStep({ env, results, steps }, step, count) {
  say(`\n${step.title}`)
  const [costs, before, from] = [join(results, `costs-${steps.length}.jsonl`), childrensSeconds(), performance.now()]
  const { code, signal, output } = await runCommand(step, { ...env, ROUNDS_COSTS: costs, ...step.env })
  if (signal !== null || code === INTERRUPTED) process.exit(INTERRUPTED)
  const wall = (performance.now() - from) / 1000
  steps.push({ title: step.title, code, wall, processor: childrensSeconds() - before, files: filesIn(costs), ...count(code, output) })
}

const MAX_OUTPUT = 100_000
const LAST_OUTPUT_MS = 1_000

/** Runs a command in this terminal; with `keepsOutput`, also returns the end of its output. */
async function runCommand({ command, args, keepsOutput = false }, env) {
  const child = spawn(command, args, { stdio: ['ignore', ...(keepsOutput ? ['pipe', 'pipe'] : ['inherit', 'inherit'])], env })
  let output = ''
  for (const [from, to] of keepsOutput
    ? [
        [child.stdout, process.stdout],
        [child.stderr, process.stderr],
      ]
    : [])
    from.setEncoding('utf8').on('data', (text) => {
      to.write(text)
      output = (output + text).slice(-MAX_OUTPUT)
    })
  const closed = once(child, 'close')
  const [code, signal] = await once(child, 'exit')
  // A server that a killed program left behind keeps the pipes open.
  if (keepsOutput) await Promise.race([closed, pause(LAST_OUTPUT_MS)])
  return { code: code ?? 1, signal, output }
}

/** Returns the processor time (user and system) of all child processes that have exited, and their children; 0 if the kernel doesn't report it. */
function childrensSeconds() {
  if (!existsSync('/proc/self/stat')) return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function filesIn(costs) {
  if (!existsSync(costs)) return []
  const sums = new Map()
  for (const line of readFileSync(costs, 'utf8').trim().split('\n').filter(Boolean)) {
    const { file, seconds } = JSON.parse(line)
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  return [...sums].map(([file, seconds]) => ({ file, seconds }))
}

/** For a file that runs on both databases, records the higher cost. */
function record(steps) {
  const now = {}
  for (const { file, seconds } of steps.flatMap(({ files }) => files)) now[file] = Math.max(now[file] ?? 0, Number(seconds.toFixed(1)))
  mkdirSync(dirname(RECORDED), { recursive: true })
  writeFileSync(RECORDED, `${JSON.stringify({ ...read(RECORDED), ...now }, null, 1)}\n`)
}

function report(steps, wall) {
  const slowest = steps.flatMap(({ title, files }) => files.map((one) => ({ ...one, title }))).toSorted((a, b) => b.seconds - a.seconds)
  console.log(`\nThe ${SLOWEST} files that cost the most processor time:`)
  for (const { file, seconds, title } of slowest.slice(0, SLOWEST)) console.log(`${inSeconds(seconds)}  ${file} (${title})`)
  // If two steps ran in parallel, the longer one's row includes both.
  console.log('\n  processor    wall')
  for (const one of steps) console.log(`${inSeconds(one.processor, 11)}${inSeconds(one.wall, 8)}  ${one.title}`)
  console.log(`${inSeconds(childrensSeconds(), 11)}${inSeconds(wall, 8)}  in all`)
}

const MAX_LINES = 120
const MAX_COLUMNS = 300

/** Prints failures last, where people see them even if the output is truncated. */
function printFailures(steps) {
  for (const failure of steps.flatMap(({ failures = [] }) => failures))
    console.log(
      `\nFailed: ${stripVTControlCharacters(failure)
        .split('\n', MAX_LINES + 1)
        .map((line) => line.slice(0, MAX_COLUMNS))
        .join('\n')}`,
    )
}

const inSeconds = (seconds, width = 7) => `${seconds.toFixed(1).padStart(width - 2)} s`

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}

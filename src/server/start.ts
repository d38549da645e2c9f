import { mkdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { FOLDER_TIMEOUT_MS, openEmbedded, SERVER, type EmbeddedDatabase } from './db/embedded/embedded.ts'
import { readEnv, type Env } from './env.ts'
import { openLog } from './log.ts'
import { sentenceOf } from './operate/audit/sentence-of.ts'
import { confirmsOlderCopy, movedAwayReason } from './operate/move/moved-mark.ts'
import { loadSettingsFiles } from './settings/load-files.ts'
import { summaryOf } from './settings/summary.ts'

/**
 * Starts one process of the app. Exits with 1 if the configuration or a dependency prevents that. Loading the app's modules takes as long as opening
 * the embedded database, on its own thread, so both begin once the settings are known.
 */
async function start(): Promise<void> {
  loadSettingsFiles()
  const read = readEnv(process.env)
  if ('errors' in read) return exitWithError(read.errors)
  const { env } = read
  const movedReason = movedAwayReason(env)
  if (movedReason) {
    if (!(await confirmsOlderCopy(movedReason))) return exitWithError([movedReason])
    process.env['ROUNDS_TRIAL'] = 'yes'
  }
  const log = openLog(env)
  printIntroduction(env, read.warnings)

  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const opening = env.DATABASE_URL ? null : await beginOpening(env.DATA_DIR, log)
  const { serve } = await import('./serve.ts')
  await serve({ env, log, opening: opening?.embedded ?? null })
}

/** Waits only for the folder's lock, because loading modules blocks this thread. */
async function beginOpening(dataDir: string, log: Logger): Promise<{ embedded: Promise<EmbeddedDatabase> }> {
  const { promise: begun, resolve: onThread } = Promise.withResolvers<void>()
  const embedded = openEmbedded({ dataDir, log, what: SERVER, timeoutMs: FOLDER_TIMEOUT_MS, onThread })
  // `serve` reports a failure when it uses the database.
  await Promise.race([begun, embedded.catch(() => {})])
  return { embedded }
}

function printIntroduction(env: Env, warnings: string[]): void {
  for (const warning of warnings) process.stderr.write(`${warning}\n`)
  if (!env.FIRST_RUN) process.stdout.write(`${summaryOf(env)}\n`)
}

function exitWithError(errors: string[]): void {
  for (const error of errors) process.stderr.write(`${error}\n`)
  process.exitCode = 1
}

// The terminal may be closed, or the log's disk full.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// After an unexpected error, the process must exit; its supervisor starts a new one. Errors may quote values, so only their location is logged.
process.on('uncaughtException', (error: Error & { code?: string }) => {
  const place = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 6)
  process.stderr.write(`${JSON.stringify({ level: 60, msg: 'unexpected fault: the process ends', type: error.name, code: error.code, place })}\n`)
  process.exit(1)
})

const RELEASE_AFTER_MS = 1_000

/** Startup needs 45 MB that V8 would keep while idle. After the first responses, one garbage collection that returns memory takes 60 ms. */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), RELEASE_AFTER_MS).unref()
}

const NPM_CHECK_MS = 250

/**
 * Under `npm start`, where `scripts/start.mjs` replaced itself with this process, stops the app once npm is gone: if npm is killed, it doesn't pass on a
 * signal, and the app would hold on to its port and data folder. The same applies if the terminal is closed.
 */
function followNpm(): void {
  if (!process.env['ROUNDS_FOLLOWS_NPM']) return
  const npm = process.ppid
  const stop = () => process.kill(process.pid, 'SIGTERM')
  const npmCheck = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(npmCheck)
    stop()
  }, NPM_CHECK_MS).unref()
  process.on('SIGHUP', stop)
}

followNpm()
start().then(releaseStartMemory, (error: unknown) => {
  process.stderr.write(`Rounds could not start: ${sentenceOf(error)}\n`)
  process.exit(1)
})

import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './scripts/tools.mjs'
import { FULL_ONLY, part } from './test/plan/plan.ts'

const FREE_PORT = "const s=require('node:net').createServer();s.listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"

// Workers read this file too, so values found once are passed on in the environment.
process.env['E2E_PORT'] ??= execFileSync(process.execPath, ['-e', FREE_PORT], { encoding: 'utf8' }).trim()
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
// The reporter of costs finds a worker's processes by its number.
const [costs, worker] = [process.env['ROUNDS_COSTS'], process.env['TEST_WORKER_INDEX']]
if (costs !== undefined && worker !== undefined) writeFileSync(`${costs}.worker-${worker}`, String(process.pid))

const full = Object.keys(FULL_ONLY).filter((path) => path.startsWith('test/e2e/'))
const PARTS = {
  all: [{ name: 'journeys' }],
  short: [{ name: 'journeys', testIgnore: full.map((path) => `**/${path}`), grepInvert: /@full/ }],
  rest: [
    { name: 'journeys', testIgnore: full.map((path) => `**/${path}`), grep: /@full/ },
    { name: 'whole files', testMatch: full.map((path) => `**/${path}`) },
  ],
}
const chromium = findBrowser()
const baseURL = `http://localhost:${process.env['E2E_PORT']}`

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/setup/demo-template.ts',
  outputDir: 'test-results',
  // Journeys wait more than they compute: with two, npm test leaves more than a core idle. The others include some that measure time.
  workers: part === 'short' ? 3 : 2,
  // Far beyond what any step takes: a machine that's slow or pauses isn't a failure. What must be fast is measured in timing.spec.ts and cost.spec.ts.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: PARTS[part === 'short' || part === 'rest' ? part : 'all'],
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    baseURL,
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run'],
    },
  },
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning test/e2e/setup/serve.ts',
    url: `${baseURL}/how-we-hire`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

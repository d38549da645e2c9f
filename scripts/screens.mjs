// Takes the screenshots in docs/screens from the built app with demo data, as visitors and staff see it. Takes all of them, or only those given by
// name.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from './node-flags.mjs'
import { ensureBuilt, ensureInstalled, projectNode, say } from './ready.mjs'
import { staffScreens, visitorScreens } from './screens-list.mjs'
import { ensureBrowsers, findBrowser } from './tools.mjs'

const OUT = 'docs/screens'
const LARGEST = 220 * 1024
const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
const { chromium } = await import('@playwright/test')
ensureBuilt()
mkdirSync(OUT, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'rounds-screens-'))
const url = `http://localhost:${await freePort()}`
const server = spawn(projectNode(), [...NODE_FLAGS, 'src/server/main.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'development',
    PORT: new URL(url).port,
    BASE_URL: url,
    DATA_DIR: folder,
    SEED: 'demo',
    LIMITS_SCALE: '1000',
    LOG_LEVEL: 'warn',
    SMTP_URL: '',
    DATABASE_URL: '',
  },
})
ensureBrowsers()
const browser = await chromium.launch({ executablePath: findBrowser({ isWhole: true }), args: ARGUMENTS })
try {
  await ready()
  const sessions = {
    admin: await signIn('admin@meridianhealth.example', 'admin'),
    interviewer: await signIn('ambrose.kittredge@meridianhealth.example', 'interviewer'),
  }
  const screens = [...visitorScreens(), ...(await staffScreens((path) => ask(path, undefined, sessions.admin.token)))]
  const names = process.argv.slice(2)
  for (const screen of screens.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const look of screen.looks ?? ['desk']) await take(screen, look, sessions)
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

/** `look` is `desk` or `phone`, each optionally with `-dark`. */
async function take({ name, as, go, clip }, look, sessions) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: look.startsWith('phone') ? PHONE : DESK,
    colorScheme: look.endsWith('dark') ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  if (as)
    await context.addInitScript(
      ([area, kept]) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`${area}_${key}`, String(value))),
      [as, sessions[as]],
    )
  const page = await context.newPage()
  await go(page)
  await page.waitForLoadState('networkidle')
  await pause(500)
  const file = join(OUT, `${name}${look === 'desk' ? '' : `-${look}`}.png`)
  writeFileSync(file, await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) }))
  const { size } = statSync(file)
  say(`${file}, ${Math.round(size / 1024)} KB`)
  if (size <= LARGEST) return context.close()
  console.error(`${file} is larger than ${LARGEST / 1024} KB`)
  process.exitCode = 1
  await context.close()
}

/** Signs in like a person would: requests a code and reads it in the development mailbox. */
async function signIn(email, role) {
  await ask('/api/auth/send-code', { email, role })
  for (let time = 0; time < 60; time++) {
    await pause(250)
    const list = await (await fetch(`${url}/dev/mail`)).text()
    const letter = list.split('<tr>').find((row) => row.includes(email))
    const path = /href="(\/dev\/mail\/[^"]+)"/.exec(letter ?? '')?.[1]
    const code = path && /\b\d{8}\b/.exec(await (await fetch(url + path)).text())?.[0]
    if (code) return ask('/api/auth/verify-code', { email, code, role })
  }
  throw new Error(`No code came for ${email}.`)
}

async function ask(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

async function ready() {
  for (let time = 0; time < 300; time++) {
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    if (server.exitCode !== null) break
    await pause(200)
  }
  throw new Error('The product did not start.')
}

async function freePort() {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address()
  taken.close()
  return port
}

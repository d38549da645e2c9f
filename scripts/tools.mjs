// Finds the tools that tests need on this machine, installs them where that's allowed, or prints what to do.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail, say } from './ready.mjs'

/** The same engine without tabs and menus, which takes a third of the processor time per page. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

export function ensureBrowsers() {
  if (!findBrowser({ isWhole: true }) && !installed('Chromium', 'chromium')) {
    fail('The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name one in the variable CHROMIUM.')
  }
  if (!process.env.CHROMIUM && !onPath(SHELL)) installed('the headless Chromium', SHELL)
}

/** Returns the path of a Chromium or Chrome. With `isWhole`, it's a full browser with profiles and settings. */
export function findBrowser({ isWhole = false } = {}) {
  const names = isWhole ? BROWSERS : [SHELL, ...BROWSERS]
  return [process.env.CHROMIUM, ...names.map(onPath), ...APPS].find((path) => path && existsSync(path))
}

/** Finds or installs Lynx. Without it, e2e tests in a text browser are skipped, which the report says. */
export function ensureTextBrowser() {
  if (!onPath('lynx') && !installed('Lynx', 'lynx')) console.warn('There is no Lynx: the journey in a text browser is skipped (Debian: apt-get install lynx).')
}

/**
 * Finds or installs server programs. Without them, tests of the operator's guide, the installation, the proxies and the mailbox are skipped, which
 * the report says.
 */
export function ensureServerTools() {
  for (const [program, what, name] of [
    ['nginx', 'nginx', 'nginx-light'],
    ['caddy', 'Caddy', 'caddy'],
    ['pebble', 'Pebble, a certificate authority for tests,', 'pebble'],
    ['debootstrap', 'debootstrap, which makes an empty Debian,', 'debootstrap'],
    ['dovecot', 'Dovecot, an IMAP server for tests,', 'dovecot-imapd'],
  ])
    if (!onPath(program) && !installed(what, name)) console.warn(`There is no ${program}: tests that need it are skipped (Debian: apt-get install ${name}).`)
}

/** Returns the folder with PostgreSQL's server programs. */
export function ensurePostgres() {
  const found = findPostgres() ?? (installed('PostgreSQL', 'postgresql') && findPostgres())
  return (
    found ||
    fail('The tests need the programs of a PostgreSQL server, initdb and postgres. Install it (Debian: apt-get install postgresql) or put them on PATH.')
  )
}

export function findPostgres() {
  const initdb = onPath('initdb')
  if (initdb && onPath('postgres')) return join(initdb, '..')
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(debian, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

const MEMORY = '/dev/shm'
const PREFIX = 'rounds-test-'
const ROOM = 8 * 1024 ** 3

/**
 * Returns an in-memory folder for a test run's databases and files, which is removed when this process exits. Copying a database there takes a sixth
 * of the time. Returns nothing if `TMPDIR` is set or memory is short.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  removeAbandoned()
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(freemem(), bavail * bsize) < ROOM) return
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  // PostgreSQL and commands run as other users need access, too.
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(folder))
  // Ctrl+C ends the running tool. Without this handler, it would also end this process before cleanup.
  process.on('SIGINT', () => {})
  return folder
}

/** Removes folders left by killed runs. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const owner = name.slice(PREFIX.length).split('-')[0]
    if (!existsSync(`/proc/${owner}`)) remove(join(MEMORY, name))
  }
}

/** Removes a folder if possible; one that's another user's, or is still being written to, must not fail a test run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.warn(`${folder} could not be removed: ${error.message}`)
  }
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** Installs a package only where no permission is needed: as root, from Debian. */
function installed(what, name) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  say(`Installing ${what}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
  return spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

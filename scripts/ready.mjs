// What `npm start` and `npm test` need before they can do anything: plain JavaScript for the machine's own Node >= 20.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The project's own Node if there's one for this machine, else the machine's, which must be new enough. */
export function projectNode() {
  const own = [`node_modules/node-linux-${process.arch}/bin/node`].find((path) => existsSync(path))
  if (own) return join(process.cwd(), own)
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail(`Rounds needs Node 24 or newer on this kind of machine; this is Node ${process.versions.node}.`)
}

/** Installs the packages of the lockfile if they're missing or older than it. */
export function ensureInstalled() {
  const installed = 'node_modules/.package-lock.json'
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs) return
  say('Installing (about a minute, once)')
  // Everything, even with NODE_ENV=production: the pages are built here.
  run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Builds the pages when their sources changed since the last build. */
export function ensureBuilt() {
  run(projectNode(), ['scripts/build.mjs', '--if-changed'])
}

export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' })
  if (error) fail(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function say(what) {
  console.log(`${what} …`)
}

export function fail(why) {
  console.error(why)
  process.exit(1)
}

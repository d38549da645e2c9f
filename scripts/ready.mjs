// Prepares what `npm start` and `npm test` need. Plain JavaScript, for any installed Node >= 20.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const NEEDED_MAJOR = 24

/** Returns the Node that `scripts/node` selected. */
export function projectNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  fail(`Rounds needs Node ${NEEDED_MAJOR} or newer on this kind of machine; this is Node ${process.versions.node}.`)
}

/** Installs packages that are missing or don't match the lockfile: only those needed to run the app, or all of them (`tests`). */
export function ensureInstalled({ tests = false } = {}) {
  const has = installedVersions()
  const isMissing = ([path, { version, optional }]) => path !== '' && !optional && has(path) !== version
  const wanted = Object.entries(readJson('package-lock.json').packages)
  const lacks = (isWanted) => wanted.filter(isWanted).some(isMissing)
  const isRunning = ([, { dev, devOptional }]) => !dev && !devOptional
  if (!lacks(tests ? () => true : isRunning)) return
  say('Installing (half a minute, once)')
  // If the test packages are already installed, keep them.
  const all = tests || wanted.some(([path, { dev, version }]) => dev && has(path) === version)
  run('npm', ['ci', all ? '--include=dev' : '--omit=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Returns each installed package's version, as recorded by npm. */
function installedVersions() {
  const list = 'node_modules/.package-lock.json'
  const packages = existsSync(list) ? readJson(list).packages : {}
  return (path) => packages[path]?.version
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Builds the pages if their sources have changed since the last build. */
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

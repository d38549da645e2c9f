// Runs on any Node >= 20, before anything is installed.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ARENAS, COMPILE_CACHE, NODE_FLAGS } from './node-flags.mjs'
import { ensureBuilt, ensureInstalled, projectNode } from './ready.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const isDev = process.argv.includes('--dev')

ensureInstalled()
if (!isDev) ensureBuilt()

const watched = isDev ? ['--watch', '--watch-path=src/server', '--watch-path=src/contract'] : []
const node = projectNode()
const words = [...watched, ...NODE_FLAGS, 'src/server/main.ts']
const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...ARENAS, ...process.env, ROUNDS_DEV: isDev ? '1' : '' }

// Where Node supports it, the server replaces this process, which saves 45 MB; the server then watches npm itself.
if (!isDev && process.execve && process.platform !== 'win32') {
  process.removeAllListeners('warning')
  process.execve(node, [node, ...words], { ...env, ROUNDS_FOLLOWS_NPM: process.env.npm_lifecycle_event ? '1' : '' })
}

const server = spawn(node, words, { stdio: 'inherit', env })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
// If npm is killed, it can't pass on a signal. Without this, the app would keep running and hold on to its port and data folder.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && server.kill('SIGTERM'), 250).unref()
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

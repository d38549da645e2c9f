// Checks types, lint, format, import boundaries, dead code and the supply chain: everything that doesn't need a running app.
import { spawn } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
import { ensureInstalled, say } from './ready.mjs'

ensureInstalled({ tests: true })
const CHECKS = {
  types: ['tsc', '-p', '.'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  'house rules': ['vitest', 'run', '--project', 'project'],
  'API description': [process.execPath, 'scripts/api-description.mjs'],
  'dead code': ['knip', '--no-progress'],
  'supply chain': [process.execPath, 'scripts/supply.mjs'],
}

say('Checking types, lint, format, import boundaries, dead code and the supply chain')
const results = await Promise.all(Object.entries(CHECKS).map(([name, [command, ...args]]) => check(name, command, args)))
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'fine  ' : 'FAILED'}  ${name}`)
  if (code !== 0) console.log(output)
}
process.exit(results.every(({ code }) => code === 0) ? 0 : 1)

function check(name, command, args) {
  return new Promise((resolve) => {
    const child = spawn(resolvePath('node_modules/.bin', command), args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ROUNDS_TESTS: 'short' } })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ name, code, output }))
  })
}

import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { COMPILE_CACHE, NODE_FLAGS } from '../../../scripts/node-flags.mjs'

/** Serves the built product as visitors see it, with demo data in a folder that's removed afterward. */
const { E2E_PORT = '3999', E2E_DATA_DIR = './data-e2e' } = process.env
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)

const server = spawn(process.execPath, [...NODE_FLAGS, 'src/server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PORT: E2E_PORT,
    DATA_DIR: E2E_DATA_DIR,
    SEED: 'demo',
    LIMITS_SCALE: '1000',
    LOG_LEVEL: 'warn',
    MAIL_DELAY_SECONDS: '0',
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(E2E_DATA_DIR, { recursive: true, force: true })
  process.exit(code ?? 1)
})

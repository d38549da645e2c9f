// Checks that the API description passes Redocly's linter without findings. Doesn't use the network.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NODE_FLAGS } from './node-flags.mjs'

const folder = mkdtempSync(join(tmpdir(), 'rounds-api-'))
const file = join(folder, 'openapi.json')
// The linter rightly rejects a server at localhost.
const env = { ...process.env, NODE_ENV: 'test', BASE_URL: 'https://careers.meridianhealth.example', SMTP_URL: 'smtp://localhost', DATA_DIR: folder }
const offline = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

writeFileSync(file, execFileSync(process.execPath, [...NODE_FLAGS, 'src/server/cli.ts', 'openapi'], { env, maxBuffer: 64 * 1024 * 1024 }))
const lint = spawnSync(process.execPath, [resolve('node_modules/.bin/redocly'), 'lint', file, '--config', 'redocly.yaml', '--format', 'stylish'], {
  env: offline,
  encoding: 'utf8',
})
rmSync(folder, { recursive: true, force: true })

const said = `${lint.stdout}${lint.stderr}`
const isClean = lint.status === 0 && !/\b(error|warning)s?\b/i.test(said.replaceAll(file, ''))
if (!isClean) console.log(said)
process.exit(isClean ? 0 : 1)

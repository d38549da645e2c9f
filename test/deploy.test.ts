import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '#lab/faults/product.ts'
import { readEnv } from '#server/env.ts'
import { NODE_FLAGS } from '../scripts/node-flags.mjs'

const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0

const hasNginx = has('nginx', '-v') && has('openssl', 'version')

/** Writes the example configuration with its own certificate and `change` applied. Disposing of it removes the files. */
function nginxSite(change = (site: string) => site) {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate, '-subj', '/CN=x']
  expect(spawnSync('openssl', words).status).toBe(0)
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^(\s*ssl_certificate) .*$/m, `$1 ${certificate};`)
    .replace(/^(\s*ssl_certificate_key) .*$/m, `$1 ${key};`)
  writeFileSync(join(folder, 'site.conf'), change(site))
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`)
  const flags = ['-e', join(folder, 'faults'), '-c', join(folder, 'nginx.conf')]
  return { flags, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test.runIf(hasNginx)('nginx accepts the example proxy as is', () => {
  using site = nginxSite()
  const { status, stderr } = spawnSync('nginx', ['-t', ...site.flags], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('test is successful') })
  expect(stderr).not.toContain('[warn]')
})

test.runIf(hasNginx)("nginx's own responses have the security headers, each only once", async () => {
  const [port, plain, upstream] = [await freePort(), await freePort(), await freePort()]
  using site = nginxSite((text) =>
    text
      .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstream}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replaceAll(/^ *listen \[::\].*$/gm, ''),
  )
  const nginx = spawn('nginx', ['-g', 'daemon off;', ...site.flags], { stdio: 'ignore' })
  try {
    for (const [path, status] of [
      ['/roles/%zz', 400],
      ['/', 502],
    ] as const)
      await expect
        .poll(() => headOf(port, path), { timeout: 10_000 })
        .toMatchObject({
          status,
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'strict-transport-security': expect.stringContaining('max-age'),
        })
  } finally {
    nginx.kill()
  }
})

function headOf(port: number, path: string): Promise<object | null> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, ...response.headers })
    })
    asked.on('error', () => resolve(null)).end()
  })
}

test.runIf(has('systemd-analyze', '--version'))('systemd reports no errors in the unit, and a low exposure score', () => {
  const verified = spawnSync('systemd-analyze', ['verify', 'deploy/rounds.service'], { encoding: 'utf8' })
  expect({ status: verified.status, stderr: verified.stderr }).toEqual({ status: 0, stderr: '' })
  const exposed = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', 'deploy/rounds.service'], { encoding: 'utf8' })
  expect(exposed.status).toBe(0)
})

test.runIf(has('docker-compose', 'version'))(
  'compose accepts the example with one database or three',
  () => {
    const words = ['POSTGRES_PASSWORD', 'POSTGRES_OWNER_PASSWORD', 'POSTGRES_APP_PASSWORD', 'PATRONI_REPLICATION_PASSWORD', 'PATRONI_REWIND_PASSWORD']
    const folder = mkdtempSync(join(tmpdir(), 'rounds-compose-'))
    try {
      for (const name of ['compose.yaml', 'deploy']) cpSync(name, join(folder, name), { recursive: true })
      writeFileSync(join(folder, '.env'), words.map((name) => `${name}=word\n`).join(''))
      const configured = (...files: string[]) => {
        const { status, stdout, stderr } = spawnSync('docker-compose', [...files.flatMap((name) => ['-f', name]), 'config'], { cwd: folder, encoding: 'utf8' })
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
        return stdout
      }
      expect(configured('compose.yaml')).toContain('@database:5432/rounds')
      const three = configured('compose.yaml', 'deploy/cluster/compose.yaml')
      expect(three.match(/@database:5432,database-two:5432,database-three:5432\/rounds\?target_session_attrs=read-write/g)).toHaveLength(2)
      expect(three.match(/image: rounds-database$/gm)).toHaveLength(6)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)

test("npm run cli works even if npm doesn't link the installed Node and the machine's own is older, as with npm 10 and Node 20", () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-node-'))
  try {
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "This is Node 20." >&2\nexit 9\n', { mode: 0o755 })
    for (const name of ['src', 'demo', 'node_modules', 'package.json']) symlinkSync(resolve(name), join(folder, name))
    cpSync('scripts', join(folder, 'scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') })
    const installed = join(folder, `scripts/node-runtime/node_modules/node-linux-${process.arch}/bin`)
    mkdirSync(installed, { recursive: true })
    symlinkSync(process.execPath, join(installed, 'node'))
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const run = spawnSync('sh', ['-c', `${scripts['cli']} --help`], { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${folder}:/usr/bin:/bin` } })
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Node 20') })
    expect(run.stdout).toContain('backup FILE')
    for (const command of Object.values(scripts)) expect(command).not.toMatch(/(^|exec )node /)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the image and the unit start the server the same way as npm start', () => {
  expect(readFileSync('Dockerfile', 'utf8')).toContain('\nCMD ["rounds", "serve"]\n')
  expect(readFileSync('deploy/image/rounds', 'utf8')).toContain(`exec node ${NODE_FLAGS.join(' ')} /app/src/server/main.ts;`)
  expect(readFileSync('deploy/rounds.service', 'utf8')).toContain(`/opt/rounds/scripts/node ${NODE_FLAGS.join(' ')} src/server/main.ts\n`)
})

test('in the image, the database is embedded unless a server is set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-image-'))
  try {
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "${EMBEDDED_IN_PRODUCTION-unset} $2"\n', { mode: 0o755 })
    const start = (env: Record<string, string>, words: string[]) =>
      spawnSync('sh', ['deploy/image/rounds', ...words], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin`, ...env } }).stdout
    expect(start({}, ['serve'])).toBe('yes --max-semi-space-size=16\n')
    expect(start({ DATABASE_URL: '' }, ['doctor'])).toBe('yes /app/src/server/cli.ts\n')
    expect(start({ DATABASE_URL: 'postgres://rounds@database/rounds' }, ['doctor'])).toBe('unset /app/src/server/cli.ts\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("compose connects the server as a role that can't modify the audit trail; an existing script creates that role", () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const roles = Object.fromEntries(
    [...compose.matchAll(/^ {2}(\w+):\n(?:(?! {2}\w).*\n)*? {6}DATABASE_URL: postgres:\/\/(\w+):/gm)].map(([, service, role]) => [service, role]),
  )
  expect(roles).toEqual({ rounds: 'rounds_app', migrate: 'rounds_owner' })
  for (const [, mounted] of compose.matchAll(/- \.\/(\S+?):/g)) expect(readFileSync(mounted!, 'utf8'), mounted).toContain('rounds_')
  const { status, stderr } = spawnSync('sh', ['-n', 'deploy/create-roles.sh'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test("the unit's settings include everything production needs", () => {
  const settings = parseEnv(readFileSync('deploy/rounds.env', 'utf8'))
  const filled = { ...settings, DATABASE_URL: 'postgres://rounds_app:x@127.0.0.1/rounds', SECRET_KEY: 'x'.repeat(32), NODE_ENV: 'production' }
  expect(readEnv(filled)).toMatchObject({ env: { isProduction: true }, warnings: [] })
})

import { createHash, type X509Certificate } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestTls } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { chromium } from '@playwright/test'
import { expect, onTestFailed, test } from 'vitest'
import { freePort } from '#lab/faults/product.ts'
import { findBrowser } from '../../../scripts/tools.mjs'

const DOMAIN = 'careers.example.com'
const canRun = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined
const hasCaddy = canRun('caddy', 'version')
const hasPebble = hasCaddy && canRun('pebble', '-h') && canRun('openssl', 'version')
if (!hasCaddy) console.warn('Skipped: tests of deploy/Caddyfile need Caddy (Debian: apt-get install caddy).')
else if (!hasPebble) console.warn('Skipped: the test of renewed certificates needs Pebble (Debian: apt-get install pebble).')

/** Starts programs that end with the test, in a separate folder. Their output appears when the test fails. */
function openTestPrograms() {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-caddy-'))
  const processes: ChildProcess[] = []
  const output = join(folder, 'output.log')
  const log = openSync(output, 'a')
  let said = ''
  onTestFailed(() => console.warn(said))
  return {
    folder,
    start(program: string, words: string[], env: Record<string, string> = {}) {
      const child = spawn(program, words, {
        cwd: folder,
        stdio: ['ignore', log, log],
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
      })
      processes.push(child)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.filter((one) => one.exitCode === null && one.kill()).map((one) => once(one, 'exit')))
      said = readFileSync(output, 'utf8').slice(-4000)
      closeSync(log)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type TestPrograms = ReturnType<typeof openTestPrograms>
type Site = { https: number; http: number; upstream: number }

const siteOf = async (upstream: number): Promise<Site> => ({ https: await freePort(), http: await freePort(), upstream })

/** Starts Caddy with the shipped file on these ports; `options` and `site` are added to its two blocks. */
function startCaddy({ folder, start }: TestPrograms, { https, http, upstream }: Site, { options = '', site = '' }: { options?: string; site?: string }): void {
  const text = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('unix//var/lib/caddy/', `unix/${folder}/`)
    .replace('{\n', `{\nhttp_port ${http}\nhttps_port ${https}\nskip_install_trust\n${options}\n`)
    .replace(`\n${DOMAIN} {\n`, `\n${DOMAIN} {\n${site}\n`)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
  writeFileSync(join(folder, 'Caddyfile'), text)
  start('caddy', ['run', '--config', 'Caddyfile'])
}

/** Responds with what it received, and records it. */
async function startUpstream() {
  const server = createServer((received, response) => {
    let bytes = 0
    received.on('data', (chunk: Buffer) => (bytes += chunk.length))
    received.on('end', () => {
      response.end(JSON.stringify({ bytes, headers: received.headers }))
    })
    received.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => (server.closeAllConnections(), void server.close()) }
}

type TestResponse = { status: number; headers: IncomingHttpHeaders; body: string }
type TestRequest = { path?: string; headers?: Record<string, string>; body?: Buffer[]; isPlain?: boolean }

function ask({ https, http }: Site, { path = '/', headers = {}, body, isPlain = false }: TestRequest = {}): Promise<TestResponse | null> {
  return new Promise((resolve) => {
    const where = {
      host: '127.0.0.1',
      port: isPlain ? http : https,
      path,
      method: body ? 'POST' : 'GET',
      headers: { host: DOMAIN, ...headers },
      agent: false as const,
      timeout: 20_000,
    }
    const asked = isPlain ? request(where) : requestTls({ ...where, servername: DOMAIN, rejectUnauthorized: false })
    asked.on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: body }))
    })
    // A proxy that has rejected a body may close the connection while it's still being sent.
    asked.on('error', () => resolve(null)).on('timeout', () => asked.destroy())
    for (const chunk of body ?? []) asked.write(chunk)
    asked.end()
  })
}

function certificateAt({ https }: Site): Promise<X509Certificate | null> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port: https, servername: DOMAIN, rejectUnauthorized: false })
    socket.once('secureConnect', () => (resolve(socket.getPeerX509Certificate()!), socket.destroy()))
    socket.once('error', () => resolve(null))
  })
}

test.runIf(hasCaddy)('Caddy accepts our Caddyfile as is', () => {
  const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--config', 'deploy/Caddyfile'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ apps: { http: { servers: { srv0: { listen: [':443'] } } } } })
})

test.runIf(hasCaddy)(
  "behind Caddy, https is the only way in, responses have security headers, and Rounds gets the client's address",
  async () => {
    using upstream = await startUpstream()
    await using bench = openTestPrograms()
    const site = await siteOf(upstream.port)
    startCaddy(bench, site, { site: 'tls internal' })
    await expect.poll(() => ask(site)).toMatchObject({ status: 200 })

    expect(await ask(site, { path: '/roles/1?a=b', isPlain: true })).toMatchObject({ status: 308, headers: { location: `https://${DOMAIN}/roles/1?a=b` } })
    const spoofedHeaders = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http', 'accept-encoding': 'br' }
    const answer = await ask(site, { headers: spoofedHeaders })
    expect(answer).toMatchObject({ headers: { 'alt-svc': expect.stringContaining(`h3=":${site.https}"`) } })
    expect(answer!.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(answer!.body)).toMatchObject({
      headers: { host: DOMAIN, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'accept-encoding': 'br' },
    })
    expect(JSON.parse((await ask(site))!.body)).toMatchObject({ headers: expect.not.objectContaining({ 'accept-encoding': expect.anything() }) })

    const session = connectHttp2(`https://127.0.0.1:${site.https}`, { servername: DOMAIN, rejectUnauthorized: false })
    await once(session, 'connect')
    expect(session.alpnProtocol).toBe('h2')
    session.destroy()

    const guarded = {
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age'),
    }
    expect(await ask(site, { path: '/metrics' })).toMatchObject({ status: 404, headers: guarded })
    const megabyte = Buffer.alloc(1_000_000)
    const body = (megabytes: number) => Array.from({ length: megabytes }, () => megabyte)
    const withLength = (megabytes: number) => ({ headers: { 'content-length': String(megabytes * 1_000_000) }, body: body(megabytes) })
    expect(JSON.parse((await ask(site, withLength(10)))!.body)).toMatchObject({ bytes: 10_000_000 })
    expect(await ask(site, { headers: { 'content-length': '11000001' }, body: [Buffer.alloc(1)] })).toMatchObject({ status: 413, headers: guarded })
    expect([413, undefined]).toContain((await ask(site, { headers: { 'transfer-encoding': 'chunked' }, body: body(12) }))?.status)
  },
  240_000,
)

test.runIf(hasCaddy)(
  "Caddy sends the same headers when Rounds isn't running",
  async () => {
    await using bench = openTestPrograms()
    const site = await siteOf(await freePort())
    startCaddy(bench, site, { site: 'tls internal' })
    await expect
      .poll(() => ask(site), { timeout: 30_000 })
      .toMatchObject({
        status: 503,
        headers: { 'content-security-policy': expect.stringContaining("default-src 'none'"), 'x-content-type-options': 'nosniff' },
      })
  },
  240_000,
)

/** Requests a page over HTTP/3 only, and reports which protocol the browser used. */
async function browseWithHttp3(site: Site) {
  const key = createHash('sha256')
    .update((await certificateAt(site))!.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const place = `${DOMAIN}:${site.https}`
  const flags = [`--origin-to-force-quic-on=${place}`, `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`, `--ignore-certificate-errors-spki-list=${key}`]
  const browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox', '--enable-quic', ...flags] })
  try {
    const page = await browser.newPage()
    const response = await page.goto(`https://${place}/`)
    return [response!.status(), await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol)]
  } finally {
    await browser.close()
  }
}

test.runIf(hasCaddy && findBrowser())(
  'a browser reaches Rounds over HTTP/3',
  async () => {
    using upstream = await startUpstream()
    await using bench = openTestPrograms()
    const site = await siteOf(upstream.port)
    startCaddy(bench, site, { site: 'tls internal' })
    await expect.poll(() => ask(site)).toMatchObject({ status: 200 })
    expect(await browseWithHttp3(site)).toEqual([200, 'h3'])
  },
  240_000,
)

test.runIf(hasCaddy)(
  'Caddy cuts off a client that is slow to send its headers',
  async () => {
    await using bench = openTestPrograms()
    const site = await siteOf(await freePort())
    startCaddy(bench, site, { site: 'tls internal' })
    await expect.poll(() => certificateAt(site)).not.toBe(null)
    const slow = connectTls({ host: '127.0.0.1', port: site.https, servername: DOMAIN, rejectUnauthorized: false })
    await once(slow, 'secureConnect')
    slow
      .on('error', () => {})
      .resume()
      .write(`GET / HTTP/1.1\r\nHost: ${DOMAIN}\r\n`)
    await once(slow, 'close')
  },
  240_000,
)

/** How long the test server's certificates are valid; Caddy renews them in the last third. */
const VALID_SECONDS = 45

/** Starts Pebble with a DNS server that resolves every name to this machine. Returns the options that make Caddy use it. */
async function startAuthority(bench: TestPrograms, { http, https }: Site): Promise<string> {
  const [directory, management, dns, dnsManagement] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const words = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', 'key.pem', '-out', 'certificate.pem']
  expect(spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...words], { cwd: bench.folder }).status).toBe(0)
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: 'certificate.pem',
    privateKey: 'key.pem',
    httpPort: http,
    tlsPort: https,
    certificateValidityPeriod: VALID_SECONDS,
  }
  writeFileSync(join(bench.folder, 'pebble.json'), JSON.stringify({ pebble }))
  const disabledListeners = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '']
  bench.start('pebble-challtestsrv', ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`, ...disabledListeners])
  bench.start('pebble', ['-config', 'pebble.json', '-dnsserver', `127.0.0.1:${dns}`], { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' })
  for (const port of [directory, dnsManagement]) await expect.poll(() => isOpen(port)).toBe(true)
  return `acme_ca https://localhost:${directory}/dir\nacme_ca_root ${bench.folder}/certificate.pem\nrenew_interval 1s`
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (resolve(true), socket.destroy()))
    socket.once('error', () => resolve(false))
  })
}

test.runIf(hasPebble)(
  'Caddy gets a certificate from an ACME server and renews it before it expires, without failing a request',
  async () => {
    using upstream = await startUpstream()
    await using bench = openTestPrograms()
    const site = await siteOf(upstream.port)
    startCaddy(bench, site, { options: await startAuthority(bench, site) })
    await expect.poll(() => certificateAt(site), { timeout: 90_000 }).toMatchObject({ issuer: expect.stringContaining('Pebble') })

    const first = (await certificateAt(site))!
    const answers: (number | undefined)[] = []
    const askAgain = async () => {
      answers.push((await ask(site))?.status)
      return (await certificateAt(site))?.serialNumber
    }
    await expect.poll(askAgain, { timeout: 90_000, interval: 200 }).not.toBe(first.serialNumber)
    expect(Date.now()).toBeLessThan(Date.parse(first.validTo))
    expect(new Set(answers)).toEqual(new Set([200]))
  },
  180_000,
)

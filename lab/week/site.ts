import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort, startProduct, type Product } from '#lab/faults/product.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { runCli, type CommandResult } from '#test/setup/cli.ts'
import { createDatabase, silent, startPostgres, type DatabaseKind } from '#test/setup/database.ts'
import { startMailServer } from '#test/setup/mail-server.ts'

/** One installation: its database, its processes, the proxy in front of them, and its mail server. */
export type Site = {
  kind: DatabaseKind
  folder: string
  url: string
  mails: Awaited<ReturnType<typeof startMailServer>>
  settings: Record<string, string>
  products: Product[]
  start: () => Promise<void>
  /** Stops every process as a supervisor would; throws unless each one exits by itself. */
  stop: () => Promise<void>
  /** Replaces one process after another, as `rounds roll` does. */
  roll: () => Promise<void>
  /** Reads the database with plain SQL. The embedded one can be read only while its process is stopped, so this stops and restarts the process. */
  look: <T>(at: (database: Database) => Promise<T>) => Promise<T>
  cli: (words: string[]) => Promise<CommandResult>
  /** Opens an empty installation with the same settings, to restore to. */
  openElsewhere: (folder: string) => Promise<Pick<Site, 'look' | 'cli'>>
  /** Moves the embedded database to PostgreSQL as the guide says, and continues there. */
  moveToPostgres: () => Promise<CommandResult>
  /** Returns everything the processes have logged so far. */
  log: () => string
  close: () => Promise<void>
}

const SETTINGS = {
  NODE_ENV: 'production',
  FIRST_RUN: 'yes',
  SEED: 'reference',
  ADMIN_EMAILS: '',
  LOG_LEVEL: 'info',
  TRUST_PROXY: '1',
  SECRET_KEY: 'a-secret-key-from-the-secret-store-of-this-week',
}

export async function openSite(kind: DatabaseKind): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-week-'))
  const mails = await startMailServer()
  const server = await startPostgres({ durable: true })
  const ports = kind === 'postgres' ? [await freePort(), await freePort()] : [await freePort()]
  const proxy = kind === 'postgres' ? await startProxy(folder, ports) : null
  const settings: Record<string, string> = {
    ...SETTINGS,
    DATA_DIR: join(folder, 'data'),
    ...(kind === 'postgres' ? { DATABASE_URL: await createDatabase(server.url, 'rounds_week') } : { EMBEDDED_IN_PRODUCTION: 'yes' }),
    ...(proxy && { NODE_EXTRA_CA_CERTS: proxy.certificate }),
  }
  const processes = openProcesses({ settings, ports, logFile: join(folder, 'rounds.log') })
  return {
    kind,
    folder,
    url: proxy?.url ?? `http://localhost:${ports[0]}`,
    mails,
    settings,
    ...processes,
    look: (at) => lookInto(settings, processes, { at, mustStop: !settings['DATABASE_URL'] && processes.products.length > 0 }),
    cli: (words) => runCli(words, settings),
    openElsewhere: (place) => openElsewhere(settings, processes, { place, server: server.url }),
    moveToPostgres: () => moveToPostgres(settings, processes, server.url),
    log: () => readFileSync(join(folder, 'rounds.log'), 'utf8'),
    async close() {
      for (const one of processes.products) await one.kill()
      await proxy?.stop()
      await server.stop()
      await mails.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Settings = Site['settings']
type Processes = Pick<Site, 'start' | 'stop'>

async function openElsewhere(
  settings: Settings,
  processes: Processes,
  { place, server }: { place: string; server: string },
): ReturnType<Site['openElsewhere']> {
  const own = { ...settings, DATA_DIR: place, ...(settings['DATABASE_URL'] && { DATABASE_URL: await createDatabase(server, 'elsewhere') }) }
  return { cli: (words) => runCli(words, own), look: (at) => lookInto(own, processes, { at, mustStop: false }) }
}

async function moveToPostgres(settings: Settings, { start, stop }: Processes, server: string): Promise<CommandResult> {
  const target = await createDatabase(server, 'rounds_moved')
  await stop()
  const ended = await runCli(['move-to-postgres', target], settings)
  if (ended.code === 0) settings['DATABASE_URL'] = target
  await start()
  return ended
}

type ReadInput<T> = { at: (database: Database) => Promise<T>; mustStop: boolean }

async function lookInto<T>(settings: Settings, { start, stop }: Processes, { at, mustStop }: ReadInput<T>): Promise<T> {
  if (mustStop) await stop()
  const database = await connect({ dataDir: settings['DATA_DIR']!, log: silent, ...(settings['DATABASE_URL'] && { databaseUrl: settings['DATABASE_URL'] }) })
  try {
    return await at(database)
  } finally {
    await database.close()
    if (mustStop) await start()
  }
}

type ProcessInput = { settings: Settings; ports: number[]; logFile: string }

function openProcesses({ settings, ports, logFile }: ProcessInput): Pick<Site, 'products' | 'start' | 'stop' | 'roll'> {
  const products: Product[] = []
  async function open(port: number): Promise<Product> {
    const log = openSync(logFile, 'a')
    try {
      return await startProduct({ ...settings, PORT: String(port) }, { stdout: log })
    } finally {
      closeSync(log)
    }
  }
  async function end(product: Product): Promise<void> {
    const code = await product.stop()
    if (code !== 0) throw new Error(`A process that was asked to stop ended with ${code}: ${product.output().slice(-2_000)}`)
  }
  return {
    products,
    async start() {
      for (const port of ports) products.push(await open(port))
    },
    async stop() {
      await Promise.all(products.splice(0).map(end))
    },
    async roll() {
      for (const [at, port] of ports.entries()) {
        await end(products[at]!)
        products[at] = await open(port)
      }
    },
  }
}

/** Starts nginx in front of these ports with the shipped configuration, on a port of its own and with a certificate for localhost. */
async function startProxy(folder: string, ports: number[]) {
  const proxyFolder = join(folder, 'proxy')
  mkdirSync(proxyFolder)
  const [certificate, key] = [join(proxyFolder, 'certificate.pem'), join(proxyFolder, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-addext', 'subjectAltName=DNS:localhost', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...kind, '-days', '90', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
  const [https, http] = [await freePort(), await freePort()]
  const shipped = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replaceAll('server_name careers.example.com;', 'server_name localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${ports[0]} `)
    .replace('# server 127.0.0.1:3001 ', `server 127.0.0.1:${ports[1]} `)
    // The port isn't the default one here, so the Host header has to include it.
    .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
    // All requests come from this machine.
    .replace('limit_conn rounds_clients 50;', '')
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${proxyFolder}/${name};`).join('\n')
  writeFileSync(
    join(proxyFolder, 'nginx.conf'),
    `daemon off; pid ${proxyFolder}/pid; error_log ${proxyFolder}/error.log;\nevents {}\nhttp { access_log off; ${own}\n${shipped}\n}\n`,
  )
  const child = spawn('nginx', ['-c', join(proxyFolder, 'nginx.conf'), '-p', proxyFolder, '-e', join(proxyFolder, 'error.log')], { stdio: 'ignore' })
  await pause(500)
  return { url: `https://localhost:${https}`, certificate, stop: () => endProxy(child) }
}

async function endProxy(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

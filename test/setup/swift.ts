import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signS3 } from '#server/files/sign-s3.ts'
import { freePort } from './postgres.ts'

const SERVERS = ['account', 'container', 'object'] as const
const [BUCKET, REGION] = ['rounds-test', 'us-east-1']
/** Credentials in the format that Swift's S3 API expects: account and user, and the user's key. */
export const SWIFT_KEYS = { accessKeyId: 'rounds:test', secretAccessKey: 'key-of-the-test' }

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
export const hasSwift = ['swift-proxy-server', 'swift-object-server', 'swift-ring-builder', 'memcached'].every(isInstalled)

/**
 * Runs OpenStack Swift with its S3 API in a single folder (Debian: swift-proxy swift-account swift-container swift-object memcached). Companies run
 * it in production, and it checks signatures. Takes 5 to 20 s to start.
 */
export async function startSwift(): Promise<{ storageUrl: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-swift-'))
  const ports = Object.fromEntries(await Promise.all([...SERVERS, 'proxy', 'cache'].map(async (name) => [name, await freePort()])))
  mkdirSync(join(folder, 'srv', 'd1'), { recursive: true })
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('swift.conf', '[swift-hash]\nswift_hash_path_prefix = rounds\nswift_hash_path_suffix = rounds\n[storage-policy:0]\nname = one\ndefault = yes\n')
  for (const name of SERVERS) {
    const app = `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`
    put(`${name}-server.conf`, `${common(folder, ports[name])}devices = ${folder}/srv\nmount_check = false\n${app}`)
    ring(folder, name, ports[name])
  }
  put('proxy-server.conf', `${common(folder, ports['proxy'])}${proxy(ports['cache'])}`)

  const running = [spawn('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(ports['cache']), '-m', '16'], { stdio: 'ignore' })]
  for (const name of [...SERVERS, 'proxy']) running.push(spawn(`swift-${name}-server`, [join(folder, `${name}-server.conf`)], { stdio: 'ignore' }))
  const stop = async () => {
    await Promise.all(running.map(end))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeBucket(`http://127.0.0.1:${ports['proxy']}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { storageUrl: `s3://${BUCKET}?endpoint=${encodeURIComponent(`http://127.0.0.1:${ports['proxy']}`)}&region=${REGION}`, stop }
}

const common = (folder: string, port: number) => `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nswift_dir = ${folder}\nuser = root\n`

const proxy = (cache: number) => `[pipeline:main]
pipeline = cache s3api tempauth bulk slo proxy-server
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${SWIFT_KEYS.accessKeyId.replace(':', '_')} = ${SWIFT_KEYS.secretAccessKey} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

/** Defines the storage layout: one device, one copy. */
function ring(folder: string, name: string, port: number): void {
  const builder = join(folder, `${name}.builder`)
  for (const words of [['create', '6', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
    spawnSync('swift-ring-builder', [builder, ...words], { cwd: folder })
}

async function makeBucket(endpoint: string): Promise<void> {
  const url = new URL(`${endpoint}/${BUCKET}`)
  const keys = { id: SWIFT_KEYS.accessKeyId, secret: SWIFT_KEYS.secretAccessKey }
  for (const deadline = Date.now() + 120_000; ; await pause(500)) {
    const headers = signS3({ method: 'PUT', url, content: Buffer.alloc(0), region: REGION, at: new Date(), keys })
    const made = await fetch(url, { method: 'PUT', headers }).catch(() => null)
    if (made?.ok) return
    if (Date.now() > deadline) throw new Error(`Swift makes no bucket: ${made ? await made.text() : 'it does not answer'}`)
  }
}

async function end(one: ChildProcess): Promise<void> {
  if (one.exitCode !== null || one.signalCode !== null) return
  one.kill('SIGKILL')
  await once(one, 'exit')
}

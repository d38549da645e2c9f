// Installs Rounds with deploy/install.sh on a clean Debian created with debootstrap, until the careers page has a certificate (from Pebble) and the
// first sign-in works; then reruns it, uninstalls, reinstalls and upgrades. Needs root, and network access for packages.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { ask } from '#lab/faults/client.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { DOMAIN, enterMachine, INSIDE } from './machine.ts'
import { openEgress, startEgress } from './network.ts'
import { walkUpgrades } from './upgrade.ts'

const [OWNER, EMPLOYER] = ['owner@example.com', 'St. Mary #1 Hospital']
const PROXY_PORT = 8118
const URL = `https://${DOMAIN}`
const EGRESS = 'srv/way-out'
/** Certificate authorities that this machine's administrator added, because package registries may require them. */
const HOST_CA_FILES = globSync('/usr/local/share/ca-certificates/*.crt')

const missing = () => ['debootstrap', 'pebble', 'unshare', 'setpriv', 'openssl'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)

/** Creates a clean Debian with this checkout as the repository to clone. Returns false if its packages can't be downloaded. */
function makeDebian(root: string): boolean {
  // Packages run programs in the chroot, and this machine's TMPDIR doesn't exist there.
  const { TMPDIR: _temporary, ...env } = process.env
  const made = spawnSync('debootstrap', ['--include=ca-certificates,systemd', 'bookworm', root], { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (made.status !== 0) return false
  // Commits work in progress, so the test uses the code as it is now.
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const name of list.filter((path) => existsSync(path))) cpSync(name, join(root, 'srv/rounds', name), { recursive: true })
  const git = (...args: string[]) => execFileSync('git', ['-C', join(root, 'srv/rounds'), '-c', 'user.name=walk', '-c', 'user.email=walk@example.com', ...args])
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The version to install')
  return true
}

/** Adds what a hosting provider supplies: a host name, systemd, a network, mail, and a certificate authority. */
async function provision(root: string) {
  const inside = (path: string) => join(root, path)
  for (const place of ['/proc', '/dev', '/sys']) execFileSync('mount', ['--rbind', place, inside(place)])
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'walk', inside('run')])
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  writeFileSync(inside('etc/hosts'), `127.0.0.1 localhost ${DOMAIN}\n`)
  execFileSync('mount', ['--bind', inside('etc/hosts'), '/etc/hosts'])
  openEgress(inside(EGRESS), PROXY_PORT)
  // The stand-in for systemctl runs from this checkout, with its Node.
  mkdirSync(inside('stand-in'))
  execFileSync('mount', ['--bind', process.cwd(), inside('stand-in')])
  cpSync(process.execPath, inside('usr/local/lib/stand-in-node'))
  const line = 'cd /stand-in && exec /usr/local/lib/stand-in-node --disable-warning=ExperimentalWarning lab/walk/systemctl.ts "$@"'
  writeFileSync(inside('usr/local/bin/systemctl'), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  await startAuthority(root)
  return startMailServer()
}

/** Starts Pebble as a certificate authority that the machine trusts. */
async function startAuthority(root: string): Promise<void> {
  const folder = join(root, 'srv/authority')
  mkdirSync(folder)
  const args = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', 'key.pem', '-out', 'certificate.pem']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '90', ...args], { cwd: folder, stdio: 'ignore' })
  const [directory, management] = ['127.0.0.1:14000', '127.0.0.1:15000']
  const files = { certificate: 'certificate.pem', privateKey: 'key.pem' }
  const pebble = {
    listenAddress: directory,
    managementListenAddress: management,
    ...files,
    httpPort: 80,
    tlsPort: 443,
    certificateValidityPeriod: 90 * 24 * 3600,
  }
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }))
  spawn('pebble', ['-config', 'pebble.json'], { cwd: folder, stdio: 'ignore', env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' } })
  const trusted = [...HOST_CA_FILES.map((path) => readFileSync(path, 'utf8')), readFileSync(join(folder, 'certificate.pem'), 'utf8')]
  setDefaultCACertificates([...getCACertificates('default'), ...trusted])
  trusted.push(await eventually(async () => (await fetch('https://localhost:15000/roots/0')).text()))
  setDefaultCACertificates([...getCACertificates('default'), ...trusted])
  for (const [at, text] of trusted.entries()) writeFileSync(join(root, `usr/local/share/ca-certificates/walk-${at}.crt`), text)
  must(await typeIn(root, 'update-ca-certificates'))
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + 60_000; ; await pause(200)) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

type TypedCommand = { line: string; code: number; out: string }

/** Runs a command line on the machine as if someone had typed it as root, followed by the answers to its prompts. */
function typeIn(root: string, line: string, answers: string[] = []): Promise<TypedCommand> {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    REPOSITORY: '/srv/rounds',
    http_proxy: proxy,
    https_proxy: proxy,
    no_proxy: `localhost,127.0.0.1,${DOMAIN}`,
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
  }
  return new Promise((resolve) => {
    const child = execFile('chroot', [root, 'sh', '-ec', line], { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ line, code: error ? Number(error.code ?? 1) : 0, out: out + err }),
    )
    // Commands that don't prompt may have exited by now.
    child.stdin!.on('error', () => {})
    child.stdin!.end(answers.map((answer) => `${answer}\n`).join(''))
  })
}

function must({ line, code, out }: TypedCommand, expected: { code?: number; text?: string } = {}): string {
  if (code !== (expected.code ?? 0) || !out.includes(expected.text ?? '')) throw new Error(`'${line}' ended with ${code}:\n${out}`)
  return out
}

async function walk(root: string): Promise<void> {
  const mail = await provision(root)
  const settings = join(root, 'etc/rounds.env')
  const steps = commandsOf(readFileSync('docs/operate.md', 'utf8'))
  const began = performance.now()
  for (const line of steps.slice(0, -1)) must(await typeIn(root, line))
  const install = `${steps.at(-1)} --authority https://localhost:14000/dir`

  must(await typeIn(root, install, ['careers']), { code: 2, text: 'careers has no domain' })
  must(await typeIn(root, install, [DOMAIN, EMPLOYER, 'owner']), { code: 2, text: "owner isn't an email address" })
  must(await typeIn(root, install, [DOMAIN, EMPLOYER, OWNER, 'smtp://127.0.0.1:1']), { code: 2, text: '127.0.0.1:1: Connection refused' })
  must(await typeIn(root, install, [DOMAIN, EMPLOYER, OWNER, mail.url, 'n']), { code: 1, text: 'Nothing was changed.' })
  if (existsSync(settings)) throw new Error('Settings were written before anyone agreed.')

  const answers = [DOMAIN, EMPLOYER, OWNER, mail.url, '']
  const said = must(await typeIn(root, install, answers), { text: `${URL}/admin/login` })
  await signIn(mail)
  console.log(`${steps.length} commands and ${answers.length} answers took ${((performance.now() - began) / 60_000).toFixed(1)} minutes:\n${said}`)

  const [page, mode, before] = [await fetch(`${URL}/`), statSync(settings).mode & 0o777, readFileSync(settings, 'utf8')]
  if (!page.ok || !(await page.text()).includes('St. Mary #1 Hospital')) throw new Error(`The careers page isn't what it should be: ${page.status}`)
  if (mode !== 0o600) throw new Error(`The settings have mode ${mode.toString(8)}.`)
  must(await typeIn(root, `${install} --yes`), { text: 'Nothing had to change.' })
  if (readFileSync(settings, 'utf8') !== before) throw new Error('Running it again changed the settings.')

  must(await typeIn(root, '/opt/rounds/deploy/install.sh --uninstall --yes'), { text: 'Kept: /etc/rounds.env' })
  if (await fetch(URL).then(Boolean, () => false)) throw new Error('It still answers after it was uninstalled.')
  must(await typeIn(root, `${install} --yes`), { text: `${URL}/admin/login` })
  await signIn(mail)
  console.log('Run again, it changed nothing; uninstalled and installed again, everything was there')
  await walkUpgrades({ root, typeIn: (line, typed) => typeIn(root, line, typed), must, eventually, signIn: () => signIn(mail), isUp })
}

const isUp = () =>
  fetch(URL).then(
    ({ ok }) => ok,
    () => false,
  )

async function signIn({ received }: { received: { to: string[]; mail: { text?: string } }[] }): Promise<void> {
  // Rounds may be ready a moment before the proxy notices. Until then, the proxy rejects everything but GET requests.
  await eventually(async () => (await isUp()) || Promise.reject(new Error("The careers page doesn't come.")))
  const count = received.length
  const response = await ask(`${URL}/api/auth/send-code`, { body: { email: OWNER, role: 'admin' } })
  if (response.status !== 200) throw new Error(`No code was sent: ${response.status} ${JSON.stringify(response.body)}`)
  const code = await eventually(async () => {
    const found = received.slice(count).map(({ mail }) => /\b\d{8}\b/.exec(mail.text ?? '')?.[0])
    return found.find(Boolean) ?? Promise.reject(new Error('No code arrived.'))
  })
  const reply = await ask(`${URL}/api/auth/verify-code`, { body: { email: OWNER, code, role: 'admin' } })
  if (reply.status !== 200) throw new Error(`The first sign-in failed: ${reply.status} ${JSON.stringify(reply.body)}`)
}

/** Returns the first commands in the guide. */
function commandsOf(guide: string): string[] {
  const lines = /^```sh by hand\n([\s\S]*?)^```$/m
    .exec(guide.split('\n## Install\n')[1] ?? '')?.[1]
    ?.trim()
    .split('\n')
  if (!lines) throw new Error('The guide has no section "Install" with commands.')
  return lines
}

if (process.argv.includes(INSIDE)) {
  await walk(process.env['WALK_ROOT']!).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
} else if (process.getuid?.() !== 0 || missing().length > 0) {
  console.log(
    `The installation isn't tried here: it needs root, and ${missing().join(', ') || 'nothing else'} (Debian: apt-get install caddy debootstrap pebble).`,
  )
} else {
  const root = (process.env['WALK_ROOT'] = mkdtempSync('/var/tmp/rounds-debian-'))
  try {
    chmodSync(root, 0o755)
    if (makeDebian(root)) {
      startEgress(join(root, EGRESS))
      process.exitCode = ((await once(enterMachine(fileURLToPath(import.meta.url)), 'exit')) as [number | null])[0] ?? 1
    } else console.log("The installation isn't tried here: Debian's packages can't be downloaded.")
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  process.exit()
}

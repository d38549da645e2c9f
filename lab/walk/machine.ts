import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const HOME = '/opt/rounds'
export const DOMAIN = 'careers.example.com'
export const INSIDE = '--inside'

/** Returns what's missing for setting up the walkthrough's machine here, or null. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, to create a namespace'
  const programs = ['unshare', 'setpriv', 'runuser', 'useradd', 'nginx', 'caddy', 'openssl', 'perl', 'systemd-notify', 'pg_ctlcluster']
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) return `it needs ${missing.join(', ')} (Debian: apt-get install nginx caddy postgresql)`
  return spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']).status === 0 ? null : "it isn't allowed to create a namespace here"
}

/** Runs `program` with its own /etc, /opt, /root, /run, /usr/local, /var, processes and ports; all of its processes end when it does. */
export function enterMachine(program: string): ChildProcess {
  const own = ['--mount', '--propagation', 'private', '--pid', '--mount-proc', '--fork', '--kill-child', '--net']
  return spawn('setpriv', ['--pdeathsig=KILL', 'unshare', ...own, process.execPath, ...process.execArgv, program, INSIDE], { stdio: 'inherit' })
}

/** Sets up Debian with PostgreSQL and nginx, a host name, and Rounds as left by `git clone`, `npm ci` and `npm run build`. */
export function provision(): void {
  execFileSync('mount', ['-t', 'tmpfs', 'walk', '/mnt'])
  for (const place of ['/etc', '/opt', '/root', '/usr/local', '/var']) {
    const [upper, work] = [join('/mnt', place, 'upper'), join('/mnt', place, 'work')]
    for (const folder of [upper, work]) mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${place},upperdir=${upper},workdir=${work}`, place])
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'walk', '/run'])
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  appendFileSync('/etc/hosts', `\n127.0.0.1 ${DOMAIN}\n`)
  install(process.cwd())
  startServers()
}

function install(product: string): void {
  mkdirSync(HOME)
  for (const name of ['demo', 'deploy', 'dist', 'docs', 'package.json', 'package-lock.json', 'src', 'vite.config.ts'])
    cpSync(join(product, name), join(HOME, name), { recursive: true })
  cpSync(join(product, 'scripts'), join(HOME, 'scripts'), { recursive: true, filter: (path) => !path.endsWith('node-runtime') })
  for (const name of ['node_modules', 'scripts/node-runtime']) symlinkSync(join(product, name), join(HOME, name))
  const systemctl = `#!/bin/sh\ncd '${product}' && exec '${process.execPath}' --disable-warning=ExperimentalWarning lab/walk/systemctl.ts "$@"\n`
  writeFileSync('/usr/local/bin/systemctl', systemctl, { mode: 0o755 })
}

/** Starts the servers as Debian would, with a certificate in the place where certbot puts them. */
function startServers(): void {
  for (const folder of ['/run/postgresql', '/etc/systemd/system']) mkdirSync(folder, { recursive: true })
  execFileSync('chown', ['postgres:', '/run/postgresql'])
  execFileSync('pg_ctlcluster', ['15', 'main', 'start'])
  const folder = `/etc/letsencrypt/live/${DOMAIN}`
  mkdirSync(folder, { recursive: true })
  const made = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem'), '-days', '90', '-subj', `/CN=${DOMAIN}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-addext', `subjectAltName=DNS:${DOMAIN}`]
  execFileSync('openssl', ['req', ...kind, ...made], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(join(folder, 'fullchain.pem'), 'utf8')])
  execFileSync('nginx')
}

export type CommandOutput = { code: number; out: string }

/** Runs a command line as if someone had typed it as root, in whatever folder. */
export function type(line: string): Promise<CommandOutput> {
  const env = { PATH: `/usr/local/bin:${process.env['PATH']}`, HOME: '/root', LANG: 'C.UTF-8' }
  return new Promise((resolve) => {
    execFile('sh', ['-ec', line], { cwd: '/root', env, maxBuffer: 64 * 1024 * 1024 }, (fault, out, err) =>
      resolve({ code: fault ? Number(fault.code ?? 1) : 0, out: out + err }),
    )
  })
}

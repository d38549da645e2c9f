// Walks through a section of docs/operate.md, from a demo to PostgreSQL behind nginx and then Caddy with two processes: types all of its commands, in
// order, on a separate machine, and does what the text says in between. After each step, checks of the audit trail and the doctor must come out
// clean.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMailServer } from '#test/setup/mail-server.ts'
import { startLoad, badResponses } from './load.ts'
import { DOMAIN, enterMachine, provision, INSIDE, type, findMissing } from './machine.ts'

const SECTION = 'From the demo to two processes'
const SETTINGS = '/etc/rounds.env'
const URL = `https://${DOMAIN}`
const ROLLS = 6
/** The duration of the slow schema change. */
const MIGRATION_SECONDS = 60

async function walk(): Promise<void> {
  provision()
  const mail = await startMailServer()
  const steps = commandsOf(readFileSync('docs/operate.md', 'utf8'))
  const next = async () => {
    const block = steps.shift()
    if (!block) throw new Error(`The section "${SECTION}" has fewer steps than the walkthrough.`)
    let said = ''
    for (const line of block) said += await must(line)
    return said
  }

  const role = await demo()
  for (const line of [
    'useradd --system --home-dir /var/lib/rounds --shell /usr/sbin/nologin rounds',
    'install --mode=755 /opt/rounds/deploy/rounds /opt/rounds/deploy/rounds-owner /usr/local/bin/',
  ])
    await must(line)
  await next()
  writeSettings(mail.url)
  set('DATABASE_URL', valueIn(await next(), /^DATABASE_URL for the product: (\S+)$/m))
  await clean({ only: 'audit verify' })
  await next()
  await next()
  await next()
  await clean()

  const during = startLoad(URL, { role, name: 'key' })
  set('SECRET_KEY', valueIn(await next(), /^SECRET_KEY=(\S+)$/m))
  await next()
  await checkResponses(during, 'while the key was rotated')
  await clean()

  await rollUnderLoad(role)
  await upgradeUnderLoad(role, 'nginx')
  await next()
  await clean()
  await switchToCaddy(next, role)
  if (steps.length > 0) throw new Error(`The section "${SECTION}" has more steps than the walkthrough: ${steps.flat().join('; ')}`)
  tell(`${mail.received.length} emails were sent`)
}

/** Runs `npm start` until the server is ready, then presses Ctrl+C. Returns a role that people can apply for. */
async function demo(): Promise<number> {
  const product = spawn('npm', ['start'], { cwd: '/opt/rounds', stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH']!, HOME: '/root' } })
  for await (const text of product.stdout) if (String(text).includes('Rounds is ready')) break
  const roles = (await (await fetch('http://127.0.0.1:3000/api/open-roles')).json()) as { ref_function_role_id: number }[]
  product.kill('SIGINT')
  await once(product, 'exit')
  tell(`the demo ran, with ${roles.length} open roles`)
  return roles[0]!.ref_function_role_id
}

function writeSettings(mailServer: string): void {
  const values = {
    COMPANY_NAME: 'St. Mary #1 Hospital',
    SMTP_URL: mailServer,
    SECRET_KEY: 'a-secret-key-from-the-secret-store-of-this-walk',
    NODE_EXTRA_CA_CERTS: `/etc/letsencrypt/live/${DOMAIN}/fullchain.pem`,
    LIMITS_SCALE: '100000',
  }
  for (const [name, value] of Object.entries(values)) set(name, value)
}

async function switchToCaddy(next: () => Promise<unknown>, role: number): Promise<void> {
  await next()
  useCertificate()
  await next()
  await rollUnderLoad(role)
  await upgradeUnderLoad(role, 'caddy')
  await clean()
}

/** Makes Caddy use nginx's certificate, because this machine can't reach a certificate authority. */
function useCertificate(): void {
  const [file, folder] = ['/etc/caddy/Caddyfile', `/etc/letsencrypt/live/${DOMAIN}`]
  execFileSync('chown', ['caddy', `${folder}/privkey.pem`])
  writeFileSync(file, readFileSync(file, 'utf8').replace(`\n${DOMAIN} {\n`, `$&tls ${folder}/fullchain.pem ${folder}/privkey.pem\n`))
}

function set(name: string, value: string): void {
  const lines = readFileSync(SETTINGS, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${name}=`))
  if (at === -1) appendFileSync(SETTINGS, `${name}=${value}\n`)
  else writeFileSync(SETTINGS, lines.with(at, `${name}=${value}`).join('\n'))
}

async function rollUnderLoad(role: number): Promise<void> {
  const load = startLoad(URL, { role, name: 'roll' })
  for (let at = 1; at <= ROLLS; at++) {
    await must('rounds roll')
    await clean()
  }
  await checkResponses(load, `in ${ROLLS * 2} handovers`)
}

/** Upgrades to a version that differs only by a slow migration. */
async function upgradeUnderLoad(role: number, behind: string): Promise<void> {
  const tag = `9999_slow_behind_${behind}`
  const journal = '/opt/rounds/src/server/db/migrations/meta/_journal.json'
  const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const last = known.entries.at(-1)!
  known.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(journal, JSON.stringify(known))
  writeFileSync(
    `/opt/rounds/src/server/db/migrations/${tag}.sql`,
    `select pg_sleep(${MIGRATION_SECONDS});--> statement-breakpoint\nalter table user_session add column note_behind_${behind} text;`,
  )
  const load = startLoad(URL, { role, name: `upgrade-behind-${behind}` })
  const began = performance.now()
  await must('rounds-owner')
  if (performance.now() - began < MIGRATION_SECONDS * 1000) throw new Error('The slow migration did not run.')
  await must('rounds roll')
  await checkResponses(load, `in an upgrade behind ${behind} with a migration of ${MIGRATION_SECONDS} s`)
}

async function checkResponses({ stop }: ReturnType<typeof startLoad>, when: string): Promise<void> {
  await pause(2_000)
  const load = await stop()
  const failures = badResponses(load)
  const count = Object.values(load.answers).reduce((sum, one) => sum + one, 0)
  tell(`${count} requests ${when}: ${JSON.stringify(load.answers)}, the slowest ${Math.round(load.slowest)} ms`)
  if (failures.length > 0) throw new Error(`Requests ${when} went wrong: ${failures.join(', ')}`)
  const query = `select count(*) from user_session where email = any('{${load.acknowledged.join(',')}}')`
  const stored = Number(await must(`runuser -u postgres -- psql --dbname rounds --tuples-only --command "${query}"`))
  if (stored !== load.acknowledged.length) throw new Error(`${load.acknowledged.length} applications were acknowledged, ${stored} are stored.`)
}

async function clean({ only }: { only?: string } = {}): Promise<void> {
  for (const command of only ? [only] : ['audit verify', 'doctor']) await must(`rounds ${command}`)
}

/** Returns the output; throws if the command failed. */
async function must(line: string): Promise<string> {
  const began = performance.now()
  const { code, out } = await type(line)
  tell(`${line.slice(0, 150)} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  if (code !== 0) throw new Error(`'${line}' ended with ${code}:\n${out}`)
  return out
}

function commandsOf(guide: string): string[][] {
  const section = guide.split(`\n## ${SECTION}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^ *```sh by hand\n([\s\S]*?)^ *```$/gm)].map(([, lines]) => lines!.trim().split('\n'))
}

function valueIn(said: string, pattern: RegExp): string {
  const value = pattern.exec(said)?.[1]
  if (!value) throw new Error(`It didn't print what the guide says to set:\n${said}`)
  return value
}

const tell = (what: string) => console.log(what)

if (process.argv.includes(INSIDE)) {
  await walk().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
} else {
  const missing = findMissing()
  if (missing) console.log(`The walk isn't taken here: ${missing}.`)
  else process.exitCode = ((await once(enterMachine(fileURLToPath(import.meta.url)), 'exit')) as [number | null])[0] ?? 1
}

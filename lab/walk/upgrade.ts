import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type TypedCommand = { line: string; code: number; out: string }
type Machine = {
  root: string
  /** Runs a line as root on the machine and types the answers. */
  typeIn: (line: string, answers?: string[]) => Promise<TypedCommand>
  must: (typed: TypedCommand, expected?: { code?: number; text?: string }) => string
  eventually: <T>(attempt: () => Promise<T>) => Promise<T>
  signIn: () => Promise<void>
  /** Returns whether visitors get the careers page. */
  isUp: () => Promise<boolean>
}

const NOTES = 'var/lib/rounds-upgrade'
const SLOW_SECONDS = 8
const LATE_ADDRESS = 'late@example.com'

/**
 * Upgrades an installation with `rounds-upgrade`: to a good release; to one that never starts, which is rolled back automatically; to one with an
 * upgrade that's killed partway, which the next run completes; and back from that one after people have used it.
 */
export async function walkUpgrades(machine: Machine): Promise<void> {
  const { must, typeIn } = machine
  const began = performance.now()
  must(await typeIn('rounds-upgrade --back --yes'), { code: 1, text: "There is no upgrade to go back from. Rounds wasn't changed." })
  must(await typeIn('rounds-upgrade --yes'), { code: 1, text: "there is nothing newer. Rounds wasn't changed." })
  must(await typeIn('rounds-upgrade no-such-version --yes'), { code: 1, text: 'There is no version no-such-version' })
  must(await typeIn('rounds-upgrade', ['n']), { code: 1, text: "Rounds wasn't changed." })

  const rights = readPermissions(machine.root)
  await goodRelease(machine)
  await brokenRelease(machine)
  await killedRun(machine)
  await backAfterUse(machine)
  const now = readPermissions(machine.root)
  if (now !== rights) throw new Error(`The permissions changed:\n${rights}\n${now}`)
  console.log(`Upgraded, went back by itself, finished a killed run and went back on request, in ${Math.round((performance.now() - began) / 1000)} s`)
}

async function goodRelease(machine: Machine): Promise<void> {
  const { must, typeIn } = machine
  publish(machine.root, '0.1.1', { migration: 'select 1' })
  const watch = watchVisitors(machine)
  console.log(must(await typeIn('rounds-upgrade --yes'), { text: 'Rounds 0.1.1 ' }))
  console.log(`Visitors waited for ${Math.round((await watch.stop()) / 1000)} s`)
  await expectVersion(machine, '0.1.1')
  must(await typeIn('/opt/rounds/deploy/install.sh --yes'), { text: 'Nothing had to change.' })
}

/** Requests the careers page until stopped; returns how long it was unavailable, in milliseconds. */
function watchVisitors({ isUp }: Machine) {
  const over = new AbortController()
  let away = 0
  const watching = (async () => {
    for (let at = performance.now(); !over.signal.aborted;) {
      const isAvailable = await isUp()
      await pause(200)
      const now = performance.now()
      if (!isAvailable) away += now - at
      at = now
    }
  })()
  return {
    async stop() {
      over.abort()
      await watching
      return away
    },
  }
}

/** Publishes a release that migrates and then exits at startup. */
async function brokenRelease(machine: Machine): Promise<void> {
  const { must, typeIn } = machine
  await queueEmail(machine, 'before-broken')
  publish(machine.root, '0.1.2', { migration: 'alter table user_session add column broken text', breaks: true })
  console.log(must(await typeIn('READY_WITHIN=20 rounds-upgrade --yes'), { code: 1, text: 'The previous version, 0.1.1 ' }))
  await expectVersion(machine, '0.1.1')
  // No email can have been sent since the backup, so none are held.
  await expectEmail(machine, 'before-broken', 'queued|')
}

async function killedRun(machine: Machine): Promise<void> {
  const { must, typeIn, root, eventually } = machine
  await queueEmail(machine, 'before-killed')
  publish(root, '0.1.3', { migration: `select pg_sleep(${SLOW_SECONDS})` })
  const killed = typeIn('rounds-upgrade --yes')
  let ended: TypedCommand | null = null
  void killed.then((typed) => (ended = typed))
  const step = join(root, NOTES, 'step')
  while (!existsSync(step) || readFileSync(step, 'utf8').trim() !== 'migrating') {
    if (ended) throw new Error(`It exited before it migrated:\n${(ended as TypedCommand).out}`)
    await pause(50)
  }
  must(await typeIn('rounds-upgrade --yes'), { code: 1, text: 'Another rounds-upgrade' })
  must(await typeIn('/opt/rounds/deploy/install.sh --yes'), { code: 1, text: 'Another rounds-upgrade' })
  must(await typeIn('kill -KILL $(pgrep -o -f "^/bin/sh /usr/local/bin/rounds-upgrade")'))
  await killed
  // The migration in progress still has the lock.
  const said = await eventually(async () => {
    const again = await typeIn('rounds-upgrade')
    return again.code === 0 ? again.out : Promise.reject(new Error(again.out))
  })
  if (!said.includes("in place and didn't finish.") || !said.includes('Rounds 0.1.3 ')) throw new Error(said)
  console.log(said)
  await expectVersion(machine, '0.1.3')
}

async function backAfterUse(machine: Machine): Promise<void> {
  const { must, typeIn, root } = machine
  must(await typeIn(`rounds owner add ${LATE_ADDRESS}`))
  must(await typeIn('rounds-upgrade --back', ['n']), { code: 1, text: 'Everything entered since then is lost; a copy of it stays' })
  must(await typeIn('rounds-upgrade --back'), { code: 2, text: 'There was no answer' })
  await expectVersion(machine, '0.1.3')
  damageBackup(root)
  must(await typeIn('rounds-upgrade --back', ['y']), { code: 1, text: '0.1.3 ' })
  await expectVersion(machine, '0.1.3')
  if ((await owners(machine)) !== '1') throw new Error('The entered data is gone, though nothing was restored.')
  damageBackup(root)
  console.log(must(await typeIn('rounds-upgrade --back', ['y']), { text: 'The previous version, 0.1.1 ' }))
  await expectVersion(machine, '0.1.1')
  if ((await owners(machine)) !== '0') throw new Error('The data from before the upgrade is not back.')
  await expectEmail(machine, 'before-killed', 'failed|Held after a restore: it may have been sent already.')
  const copy = readdirSync(join(root, NOTES)).findLast((name) => name.startsWith('withdrawn-'))!
  if (!execFileSync('zstd', ['--decompress', '--stdout', join(root, NOTES, copy)], { maxBuffer: 1e9 }).includes(LATE_ADDRESS))
    throw new Error('The copy is missing the entered data.')
  must(await typeIn('rounds-upgrade --back --yes'), { code: 1, text: 'There is no upgrade to go back from.' })
  must(await typeIn('rounds audit verify'))
}

/** Flips a byte in the middle of the backup; a second call restores it. */
function damageBackup(root: string): void {
  const file = readFileSync(join(root, NOTES, 'backup'), 'utf8').trim()
  const content = readFileSync(join(root, file))
  content[content.length >> 1]! ^= 0xff
  writeFileSync(join(root, file), content)
}

/** Commits a release to the repository that the machine cloned. */
function publish(root: string, version: string, { migration, breaks = false }: { migration: string; breaks?: boolean }): void {
  const inside = (path: string) => join(root, 'srv/rounds', path)
  const change = (path: string, how: (text: string) => string) => writeFileSync(inside(path), how(readFileSync(inside(path), 'utf8')))
  const tag = `9999_release_${version.replaceAll('.', '_')}`
  change('package.json', (text) => text.replace(/"version": ".*"/, `"version": "${version}"`))
  change('src/server/db/migrations/meta/_journal.json', (text) => {
    const journal = JSON.parse(text) as { entries: { idx: number; when: number; tag: string }[] }
    const last = journal.entries.at(-1)!
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    return JSON.stringify(journal)
  })
  writeFileSync(inside(`src/server/db/migrations/${tag}.sql`), `${migration};`)
  const fault = "throw new Error('This release is broken.')\n"
  change('src/server/main.ts', (text) => (breaks ? fault + text : text.replace(fault, '')))
  const git = (...words: string[]) => execFileSync('git', ['-C', inside('.'), '-c', 'user.name=walk', '-c', 'user.email=walk@example.com', ...words])
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${version}`)
}

async function expectVersion(machine: Machine, version: string): Promise<void> {
  const { root, typeIn, must, signIn } = machine
  const { version: installed } = JSON.parse(readFileSync(join(root, 'opt/rounds/package.json'), 'utf8')) as { version: string }
  if (installed !== version) throw new Error(`Version ${installed} is installed instead of ${version}.`)
  must(await typeIn('curl --silent --show-error --fail http://127.0.0.1:3000/readyz'), { text: 'ready' })
  must(await typeIn('test ! -e /opt/rounds.next && test ! -e /opt/rounds.withdrawn && test ! -e /run/rounds-upgrade.env'))
  // An address can get fewer codes per hour than the walkthrough needs.
  await query(machine, 'delete from rate_limit')
  await signIn()
}

async function query({ typeIn, must }: Machine, text: string): Promise<string> {
  return must(await typeIn(`cd / && runuser -u postgres -- psql --dbname rounds --tuples-only --no-align --command "${text}"`)).trim()
}

const owners = (machine: Machine) => query(machine, `select count(*) from staff_account where email = '${LATE_ADDRESS}'`)

/** Queues an email that's due in an hour. */
const queueEmail = (machine: Machine, name: string) =>
  query(
    machine,
    `insert into email_outbox (purpose, message_id, to_address, subject, html, text, send_after)
    values ('notice', '<${name}@example.com>', 'someone@example.com', 'Later', 'Later', 'Later', now() + interval '1 hour')`,
  )

async function expectEmail(machine: Machine, name: string, expected: string): Promise<void> {
  const found = await query(machine, `select state, last_error from email_outbox where message_id = '<${name}@example.com>'`)
  if (found !== expected) throw new Error(`The email that waited is ${found}.`)
}

/** Returns the mode and owner of files that must keep them. */
function readPermissions(root: string): string {
  const paths = ['etc/rounds.env', 'etc/rounds-owner.env', 'var/lib/rounds', 'opt/rounds', 'opt/rounds/src/server/main.ts', 'opt/rounds/node_modules']
  const units = ['etc/systemd/system/rounds.service', 'usr/local/bin/rounds', 'usr/local/bin/rounds-upgrade']
  return [...paths, ...units]
    .map((path) => {
      const { mode, uid, gid } = statSync(join(root, path))
      return `${path} ${(mode & 0o7777).toString(8)} ${uid}:${gid}`
    })
    .join('\n')
}

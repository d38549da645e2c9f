import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntilReady } from '#test/setup/postgres.ts'
import { freePort } from '../product.ts'
import { addressOf } from './network.ts'
import { NAMES, PASSWORDS, POSTGRES_USER, type Node } from './nodes.ts'
import { run, type Program } from './programs.ts'

export type Proxies = { programs: Program[]; haproxyPort: number; poolerPort: number }

/** Runs HAProxy and PgBouncer as in deploy/cluster, on free ports. */
export async function startProxies(folder: string, databases: Node[]): Promise<Proxies> {
  const [haproxyPort, poolerPort] = [await freePort(), await freePort()]
  const isGone = (line: string) => NAMES.some((name, at) => line.includes(`server ${name} `) && !databases.some((one) => one.at === at + 1))
  const haproxy = readFileSync('deploy/cluster/haproxy.cfg', 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${haproxyPort}`)
    .split('\n')
    .filter((line) => !isGone(line))
  writeFileSync(join(folder, 'haproxy.cfg'), haproxy.join('\n'))
  const env = Object.fromEntries(NAMES.map((name, at) => [`ROUNDS_${name.toUpperCase()}`, addressOf(at + 1)]))
  const pooler = readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
    .replace('port=5000', `port=${haproxyPort}`)
    .replace('listen_port = 6432', `listen_port = ${poolerPort}`)
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
  writeFileSync(join(folder, 'pgbouncer.ini'), pooler)
  writeFileSync(join(folder, 'userlist.txt'), `"rounds_app" "${PASSWORDS.POSTGRES_APP_PASSWORD}"\n`)
  const programs = [run(['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], { env })]
  programs.push(run(['pgbouncer', '-q', join(folder, 'pgbouncer.ini')], { user: POSTGRES_USER }))
  await waitUntilReady(`postgres://rounds_app:${PASSWORDS.POSTGRES_APP_PASSWORD}@127.0.0.1:${poolerPort}/rounds`, () =>
    programs.map((one) => one.said()).join('\n'),
  )
  return { programs, haproxyPort, poolerPort }
}

import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addressOf, closeNetwork, openNetwork } from './network.ts'
import { installFiles, NAMES, PASSWORDS, POSTGRES_USER, powerCut, startNode, startPrograms, type Node } from './nodes.ts'
import { startProxies, type Proxies } from './proxies.ts'

const ALL_NODES = [1, 2, 3]
const READY_MS = 60_000

type Member = { name: string; role: 'leader' | 'sync_standby' | 'replica'; state: string; lag?: number | string }

export type Cluster = {
  nodes: Node[]
  /** How each process connects: to all servers by name, to HAProxy, or to PgBouncer in front of HAProxy. */
  ways: Record<string, string>
  ownerUrl: string
  primary: () => Promise<Node>
  /** Returns the synchronous standby, which must have a write before it's acknowledged. */
  synchronous: () => Promise<Node>
  switchTo: (node: Node) => Promise<void>
  /** Waits until one node leads and the others replicate it without gaps. */
  settled: () => Promise<void>
  start: (node: Node) => void
  close: () => Promise<void>
}

/**
 * Runs PostgreSQL under Patroni as in deploy/cluster, with each node in its own network namespace. With two databases, the third node is a witness.
 */
export async function openCluster({ databases, synchronous = true }: { databases: 2 | 3; synchronous?: boolean }): Promise<Cluster> {
  openNetwork(ALL_NODES)
  const folder = mkdtempSync(join(tmpdir(), 'rounds-cluster-'))
  chmodSync(folder, 0o755)
  installFiles(folder)
  writePatroni(folder, synchronous)
  const nodes = ALL_NODES.map((at) => startNode(at, folder, { nodes: ALL_NODES, isWitness: at > databases }))
  const withDatabase = nodes.filter((one) => !one.isWitness)
  const members = () => askPatroni(withDatabase)
  const nodeOf = async (role: Member['role']) => {
    const found = (await members()).find((one) => one.role === role && isHealthy(one))
    if (!found) throw new Error(`No node is ${role}.`)
    return nodes[NAMES.indexOf(found.name)]!
  }
  const settled = () => waitUntilSettled(members, { count: databases, synchronous, said: () => lastOutputs(nodes) })
  let proxies: Proxies | null = null
  const close = async () => {
    for (const node of nodes) await powerCut(node)
    for (const one of proxies?.programs ?? []) await one.kill()
    closeNetwork()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await settled()
    proxies = await startProxies(folder, withDatabase)
  } catch (error) {
    await close()
    throw error
  }
  return {
    nodes,
    ...urlsOf(withDatabase, proxies),
    settled,
    primary: () => nodeOf('leader'),
    synchronous: () => nodeOf('sync_standby'),
    switchTo: (node) => patronictl(folder, ['switchover', '--force', '--candidate', node.name, 'rounds']),
    start: (node) => startPrograms(node, folder, ALL_NODES),
    close,
  }
}

const lastOutputs = (nodes: Node[]) => nodes.map((one) => one.programs.at(-1)!.said().slice(-3_000)).join('\n')
const isHealthy = ({ state }: Member) => state === 'running' || state === 'streaming'

function urlsOf(databases: Node[], { haproxyPort, poolerPort }: Proxies): Pick<Cluster, 'ways' | 'ownerUrl'> {
  const hosts = databases.map((one) => `${addressOf(one.at)}:5432`).join(',')
  const app = `postgres://rounds_app:${PASSWORDS.POSTGRES_APP_PASSWORD}@`
  const how = '/rounds?target_session_attrs=read-write'
  return {
    ways: {
      'several hosts': `${app}${hosts}${how}`,
      HAProxy: `${app}127.0.0.1:${haproxyPort}${how}`,
      'PgBouncer and HAProxy': `${app}127.0.0.1:${poolerPort}${how}`,
    },
    ownerUrl: `postgres://rounds_owner:${PASSWORDS.POSTGRES_OWNER_PASSWORD}@${hosts}${how}`,
  }
}

function writePatroni(folder: string, synchronous: boolean): void {
  const text = readFileSync('deploy/cluster/patroni.yml', 'utf8')
    .replace('post_init: /etc/patroni/', `post_init: ${folder}/`)
    .replace('synchronous_mode: true', `synchronous_mode: ${synchronous}`)
    // The nodes share one disk, and so would share the folder for sockets.
    .replace('\n  pg_hba:', "\n  parameters: { unix_socket_directories: '' }\n  pg_hba:")
  writeFileSync(join(folder, 'patroni.yml'), text)
  execFileSync('chown', ['-R', POSTGRES_USER, folder])
}

/** Doesn't use `execFileSync`, which would block this process's clients while Patroni works, and that would count as downtime. */
async function patronictl(folder: string, words: string[]): Promise<void> {
  const settings = { ...process.env, PATRONI_ETCD3_HOSTS: ALL_NODES.map((one) => `${addressOf(one)}:2379`).join(',') }
  await promisify(execFile)('patronictl', ['-c', join(folder, 'patroni.yml'), ...words], { env: settings })
}

async function askPatroni(nodes: Node[]): Promise<Member[]> {
  const requests = nodes.map(async ({ address }) => {
    const said = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
    return ((await said.json()) as { members: Member[] }).members
  })
  return Promise.any(requests).catch(() => [])
}

type Goal = { count: number; synchronous: boolean; said: () => string }

async function waitUntilSettled(members: () => Promise<Member[]>, { count, synchronous, said }: Goal): Promise<void> {
  for (const deadline = Date.now() + READY_MS; ; await pause(200)) {
    const all = await members()
    const isReady = all.filter(isHealthy).length === count && all.some((one) => one.role === 'leader') && all.every((one) => !one.lag)
    if (isReady && (!synchronous || all.some((one) => one.role === 'sync_standby'))) return
    if (Date.now() > deadline) throw new Error(`The cluster is not ready: ${JSON.stringify(all)} ${said()}`)
  }
}

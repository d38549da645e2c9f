import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBinaries } from '#test/setup/postgres.ts'
import { addressOf, inNamespace, namespaceOf } from './network.ts'
import { run, type Program } from './programs.ts'

export const PASSWORDS = {
  PATRONI_SUPERUSER_PASSWORD: 'superword',
  PATRONI_REPLICATION_PASSWORD: 'replicaword',
  PATRONI_REWIND_PASSWORD: 'rewindword',
  POSTGRES_OWNER_PASSWORD: 'ownerword',
  POSTGRES_APP_PASSWORD: 'appword',
}
export const POSTGRES_USER = 'postgres'
export const NAMES = ['one', 'two', 'three']

/** One cluster node: an etcd member and, unless it's a witness, a Patroni-managed database. */
export type Node = { at: number; name: string; address: string; programs: Program[]; isWitness: boolean }

/** Puts the files from deploy/cluster where Patroni's configuration expects them, changing only paths. */
export function installFiles(folder: string): void {
  for (const name of ['cluster/make-database.sh', 'roles.sql']) copyFileSync(join('deploy', name), join(folder, name.split('/').at(-1)!))
}

export function startNode(at: number, folder: string, of: { nodes: number[]; isWitness: boolean }): Node {
  const node: Node = { at, name: NAMES[at - 1]!, address: addressOf(at), programs: [], isWitness: of.isWitness }
  startPrograms(node, folder, of.nodes)
  return node
}

/** Starts the node's programs. After `powerCut`, they continue with the existing files. */
export function startPrograms(node: Node, folder: string, nodes: number[]): void {
  const how = { user: POSTGRES_USER, within: inNamespace(node.at) }
  node.programs = [run(['etcd'], { ...how, env: etcdSettings(node, folder, nodes) })]
  if (!node.isWitness) node.programs.push(run(['patroni', join(folder, 'patroni.yml')], { ...how, env: patroniSettings(node, folder, nodes) }))
}

/** Kills everything running on the node at once. */
export async function powerCut(node: Node): Promise<void> {
  const pids = spawnSync('ip', ['netns', 'pids', namespaceOf(node.at)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
  for (const pid of pids) spawnSync('kill', ['-KILL', pid])
  await Promise.all(node.programs.map((one) => one.kill()))
}

function etcdSettings({ name, address }: Node, folder: string, nodes: number[]): Record<string, string> {
  const dataDir = join(folder, `etcd-${name}`)
  mkdirAs(dataDir)
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: dataDir,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
    ETCD_INITIAL_CLUSTER: nodes.map((one) => `${NAMES[one - 1]}=http://${addressOf(one)}:2380`).join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'rounds',
    ETCD_HEARTBEAT_INTERVAL: '100',
    ETCD_ELECTION_TIMEOUT: '1000',
    ETCD_LOG_LEVEL: 'error',
  }
}

function patroniSettings({ name, address }: Node, folder: string, nodes: number[]): Record<string, string> {
  mkdirAs(join(folder, `data-${name}`))
  return {
    ...PASSWORDS,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: nodes.map((one) => `${addressOf(one)}:2379`).join(','),
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, `data-${name}`),
    PATRONI_POSTGRESQL_BIN_DIR: dirname(realpathSync(join(findBinaries(), 'postgres'))),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
  }
}

function mkdirAs(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  spawnSync('chown', [POSTGRES_USER, folder])
}

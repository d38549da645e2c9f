import { spawnSync } from 'node:child_process'

/** The first three parts of every address. The host ends in .1, and node n in .1n. */
const NET = '10.77.0'
const BRIDGE = 'rounds-lab'
export const HOST = `${NET}.1`

export const addressOf = (node: number) => `${NET}.${10 + node}`
export const namespaceOf = (node: number) => `${BRIDGE}-${node}`
const cableOf = (node: number) => `rounds-c${node}`

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}

export const inNamespace = (node: number) => ['ip', 'netns', 'exec', namespaceOf(node)]

/** Returns why this machine can't simulate several machines; null if it can. It takes root, network namespaces and nftables. */
export function networkSkipReason(): string | null {
  if (process.getuid?.() !== 0) return 'needs root for network namespaces'
  const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  const missing = ['ip', 'nft', 'setpriv', 'etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer'].filter((program) => !has(program))
  return missing.length > 0 ? `needs ${missing.join(', ')}` : null
}

/** Creates a bridge and, for each node, a network namespace that one cable connects to it. */
export function openNetwork(nodes: number[]): void {
  closeNetwork()
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${HOST}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  for (const node of nodes) {
    ip('netns', 'add', namespaceOf(node))
    ip('link', 'add', cableOf(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespaceOf(node))
    ip('link', 'set', cableOf(node), 'master', BRIDGE, 'up')
    for (const words of [
      ['link', 'set', 'lo', 'up'],
      ['address', 'add', `${addressOf(node)}/24`, 'dev', 'eth0'],
      ['link', 'set', 'eth0', 'up'],
    ])
      ip('-n', namespaceOf(node), ...words)
  }
}

/** Removes the network, including anything an earlier run left behind. */
export function closeNetwork(): void {
  for (const node of [1, 2, 3]) {
    const { stdout } = spawnSync('ip', ['netns', 'pids', namespaceOf(node)], { encoding: 'utf8' })
    for (const pid of (stdout ?? '').split('\n').filter(Boolean)) spawnSync('kill', ['-KILL', pid])
    spawnSync('ip', ['link', 'delete', cableOf(node)])
    spawnSync('ip', ['netns', 'delete', namespaceOf(node)])
  }
  spawnSync('ip', ['link', 'delete', BRIDGE])
}

/** Unplugs the node's cable: it becomes unreachable, but no connections are closed. */
export const cut = (node: number) => ip('link', 'set', cableOf(node), 'down')

/** Cuts a node off from the other nodes; it can still reach the host. */
export function isolateNode(node: number): void {
  const rules = ['input', 'output'].map((way) => {
    const who = way === 'input' ? 'saddr' : 'daddr'
    return `chain ${way} { type filter hook ${way} priority 0; ip ${who} ${NET}.11-${NET}.13 ip ${who} != ${addressOf(node)} drop; }`
  })
  const { status, stderr } = spawnSync('ip', ['netns', 'exec', namespaceOf(node), 'nft', `table ip cut { ${rules.join('; ')}; }`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`nft: ${stderr}`)
}

export function reconnect(node: number): void {
  ip('link', 'set', cableOf(node), 'up')
  spawnSync('ip', ['netns', 'exec', namespaceOf(node), 'nft', 'delete table ip cut'])
}

import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../fault.ts'
import type { ClusterStage } from './cluster-stage.ts'
import { failOver, describeFailover, checkFailover, type Failover } from './failover.ts'
import { cut, isolateNode, networkSkipReason, reconnect } from './network.ts'
import { powerCut, type Node } from './nodes.ts'

/** The limits when a machine is lost or unreachable. A planned switchover has to be faster. */
const AFTER_A_LOSS = { withinMs: 15_000, moves: true }
const AFTER_A_SWITCH = { withinMs: 3_000, moves: true }
const LAG_MS = 6_000
const OUTAGE_MS = 1_000

const inCluster = { kinds: ['postgres' as const], lacks: networkSkipReason }
const dropAcknowledged = (seen: Failover) => {
  const at = seen.stored.findIndex((row) => seen.acknowledged.includes(row.email))
  seen.stored.splice(at, 1)
}

async function cutPower({ cluster }: ClusterStage) {
  const lost = await cluster.primary()
  await powerCut(lost)
  return { repair: () => cluster.start(lost) }
}

export const F30 = fault<Failover>({
  ...inCluster,
  id: 'F30',
  what: 'three database nodes: the primary loses power',
  collect: () => failOver({ databases: 3, disturb: cutPower }),
  judge: (seen) => checkFailover(seen, AFTER_A_LOSS),
  tamper: dropAcknowledged,
  describe: describeFailover,
})

export const F30b = fault<Failover>({
  ...inCluster,
  id: 'F30b',
  what: 'two database nodes and a witness: the primary loses power',
  collect: () => failOver({ databases: 2, disturb: cutPower }),
  judge: (seen) => checkFailover(seen, AFTER_A_LOSS),
  tamper: (seen) => void (seen.mails.twice = 1),
  describe: describeFailover,
})

export const F31 = fault<Failover>({
  ...inCluster,
  id: 'F31',
  what: 'three database nodes: a planned switch',
  collect: () =>
    failOver({
      databases: 3,
      async disturb({ cluster }) {
        await cluster.switchTo(await cluster.synchronous())
        return {}
      },
    }),
  judge: (seen) => checkFailover(seen, AFTER_A_SWITCH),
  tamper: (seen) => void (seen.outages[0]!.ms = AFTER_A_SWITCH.withinMs + 1),
  describe: describeFailover,
})

async function disconnect({ cluster }: ClusterStage, how: (node: number) => void) {
  const lost = await cluster.primary()
  how(lost.at)
  return { repair: () => reconnect(lost.at) }
}

export const F32 = fault<Failover>({
  ...inCluster,
  id: 'F32',
  what: "three database nodes: the primary's cable is pulled",
  collect: () => failOver({ databases: 3, disturb: (stage) => disconnect(stage, cut) }),
  judge: (seen) => checkFailover(seen, AFTER_A_LOSS),
  tamper: (seen) => void (seen.audit = 'row 7: its hash is wrong'),
  describe: describeFailover,
})

export const F32b = fault<Failover>({
  ...inCluster,
  id: 'F32b',
  what: 'three database nodes: the primary is cut off from the others, but not from the product',
  collect: () => failOver({ databases: 3, disturb: (stage) => disconnect(stage, isolateNode) }),
  judge: (seen) => checkFailover(seen, AFTER_A_LOSS),
  tamper: (seen) => void (seen.decided.missing = 1),
  describe: describeFailover,
})

/** Freezes a node's log receiver, so it stays a healthy member but falls behind. */
function freezeReceiver(node: Node): () => void {
  const pids = spawnSync('pgrep', ['-f', 'postgres: .*(walreceiver|startup)', '--ns', String(node.programs[1]!.pid), '--nslist', 'net'], { encoding: 'utf8' })
  const receivers = pids.stdout.split('\n').filter(Boolean)
  if (receivers.length === 0) throw new Error('No process receives the log.')
  spawnSync('kill', ['-STOP', ...receivers])
  return () => void spawnSync('kill', ['-CONT', ...receivers])
}

export const F33 = fault<Failover>({
  ...inCluster,
  id: 'F33',
  what: 'three database nodes: the node that writes wait for hangs and falls behind, then the primary loses power',
  collect: () =>
    failOver({
      databases: 3,
      async disturb(stage) {
        const behind = await stage.cluster.synchronous()
        const goOn = freezeReceiver(behind)
        await pause(LAG_MS)
        const { repair: start } = await cutPower(stage)
        return { note: `${behind.name} was behind`, repair: () => (goOn(), start()) }
      },
    }),
  judge: (seen) => [...checkFailover(seen, AFTER_A_LOSS), ...(seen.note === `${seen.moved[1]} was behind` ? ['the node that was behind took over'] : [])],
  tamper: (seen) => void (seen.note = `${seen.moved[1]} was behind`),
  describe: describeFailover,
})

/** The cost of asynchronous replication, which is only reported, without a limit. */
export const F34 = fault<Failover & { lost: number }>({
  ...inCluster,
  id: 'F34',
  what: 'three database nodes without synchronous commit: the others are cut off for a second, and the primary loses power',
  async collect() {
    const seen = await failOver({
      databases: 3,
      synchronous: false,
      async disturb(stage) {
        const { nodes } = stage.cluster
        const primary = await stage.cluster.primary()
        const others = nodes.filter((one) => one.at !== primary.at)
        for (const one of others) cut(one.at)
        await pause(OUTAGE_MS)
        const done = await cutPower(stage)
        for (const one of others) reconnect(one.at)
        return done
      },
    })
    const stored = new Set(seen.stored.map((row) => row.email))
    return { ...seen, lost: seen.acknowledged.filter((email) => !stored.has(email)).length }
  },
  judge: (seen) => [
    ...(seen.audit === 'whole' ? [] : [`the audit trail: ${seen.audit}`]),
    ...(seen.moved[0] === seen.moved[1] ? ['the primary did not change: nothing was tested'] : []),
    ...(seen.lost === 0 ? ['nothing was lost: what it costs was not measured'] : []),
  ],
  tamper: (seen) => void (seen.lost = 0),
  describe: (seen) =>
    `${seen.lost} of ${seen.acknowledged.length} acknowledged applications and ${seen.decided.missing} of ${seen.decided.acknowledged} decisions lost, those of the last second; ` +
    `${seen.mails.twice} emails sent twice; audit trail whole`,
})

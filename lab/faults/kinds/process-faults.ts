import { setTimeout as pause } from 'node:timers/promises'
import { applyOnce, ask, openLedger, type Ledger } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { killDuringSubmits, checkKills, type KillReport } from '../kill-submits.ts'
import { freePort, type Product } from '../product.ts'
import {
  readApplications,
  runClients,
  dropOneApplication,
  openStage,
  describeApplications,
  checkApplications,
  type Applications,
  type Stage,
} from '../stage.ts'

const ROUNDS = Number(process.env['ROUNDS_FAULT_ROUNDS'] ?? 8)

export const F1 = fault<KillReport>({
  id: 'F1',
  what: 'the process is killed (kill -9) while people apply',
  kinds: ['embedded', 'postgres'],
  collect: (kind) => killDuringSubmits(kind, ROUNDS),
  judge: checkKills,
  tamper: (seen) => void (seen.stored.find((row) => seen.acknowledged.includes(row.email))!.answered -= 1),
  describe: (seen) =>
    `${seen.rounds} kills: ${seen.acknowledged.length} acknowledged, ${seen.unknown.length} unknown, ${seen.stored.length} stored; 0 lost, 0 partial or twice`,
})

/** A refused connection means the request wasn't accepted, so a load balancer would use the other process. */
const NOT_ACCEPTED = 'ECONNREFUSED'

type RollingResults = Applications & { codes: (number | null)[]; stopMs: number[]; endings: string[] }

/** Runs two processes and asks readyz which one is ready, as a load balancer would. */
async function openPair(stage: Stage) {
  const ports = [String(await freePort()), String(await freePort())]
  const running: Product[] = [await stage.start({ PORT: ports[0]! }), await stage.start({ PORT: ports[1]! })]
  const isReady = [true, true]
  const look = (one: Product, at: number) =>
    void ask(`${one.url}/readyz`, { timeoutMs: 1_000 }).then(
      (said) => (isReady[at] = said.status === 200),
      () => (isReady[at] = false),
    )
  const probe = setInterval(() => running.forEach(look), 50)
  const restart = async (at: number) => {
    const began = performance.now()
    const code = await running[at]!.stop()
    const ms = performance.now() - began
    running[at] = await stage.start({ PORT: ports[at]! })
    isReady[at] = true
    return { code, ms }
  }
  return { running, isReady, restart, [Symbol.dispose]: () => clearInterval(probe) }
}

/** Has clients apply through whichever process is ready, and records how failed requests ended. */
function applyToReady(stage: Stage, { running, isReady }: Awaited<ReturnType<typeof openPair>>) {
  const [ledger, endings] = [openLedger(), [] as string[]]
  const clients = runClients(4, async (at) => {
    const target = [at % 2, (at + 1) % 2].find((one) => isReady[one])
    if (target === undefined) return pause(20)
    const email = `f13-${at}@example.com`
    try {
      await ledger.note(email, () =>
        applyOnce(running[target]!.url, stage.role, email).catch((error: Error & { cause?: { code?: string } }) => {
          endings.push(error.cause?.code ?? error.message)
          if (error.cause?.code === NOT_ACCEPTED) return null
          throw error
        }),
      )
    } catch {}
  })
  return { ledger, endings, clients }
}

/** Clients choose between two processes by readyz, as a load balancer would; each process is stopped and restarted under load. */
export const F13 = fault<RollingResults>({
  id: 'F13',
  what: 'rolling restart of two processes under load (SIGTERM)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      using pair = await openPair(stage)
      const { ledger, endings, clients } = applyToReady(stage, pair)
      const restarts: { code: number | null; ms: number }[] = []
      for (const at of [0, 1]) {
        await pause(1_500)
        restarts.push(await pair.restart(at))
      }
      await pause(500)
      await clients.stop()
      return { ...(await readApplications(stage, ledger)), codes: restarts.map(({ code }) => code), stopMs: restarts.map(({ ms }) => ms), endings }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...seen.endings.filter((one) => one !== NOT_ACCEPTED).map((one) => `an accepted request broke: ${one}`),
    ...seen.codes.filter((code) => code !== 0).map((code) => `ended with ${code}`),
    ...seen.stopMs.filter((ms) => ms > 10_000).map((ms) => `took ${round(ms)} ms to stop`),
  ],
  tamper: (seen) => void seen.endings.push('ECONNRESET'),
  describe: (seen) =>
    `${describeApplications(seen)}; 0 accepted requests broken; exit ${seen.codes.join(', ')} after ${seen.stopMs.map(round).join(' and ')} ms`,
})

/** Heap sizes in MB, tried in turn until one is too small for the load, because how much the process needs changes with the code. */
const HEAPS = [50, 46, 42, 39, 36]

type StarveResults = Applications & { ended: string; cameBack: boolean; heap: number }

export const F17 = fault<StarveResults>({
  id: 'F17',
  what: 'out of memory (a heap too small for the load)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const ledger = openLedger()
      let [ended, heap] = ['lived', 0]
      for (heap of HEAPS) if ((ended = await starve(stage, ledger, heap)) !== 'lived') break
      const restarted = await stage.start()
      const recovered = (await ask(`${restarted.url}/api/open-roles`)).status === 200
      return { ...(await readApplications(stage, ledger)), ended, cameBack: recovered, heap }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.cameBack ? [] : ['did not come back']),
    ...(seen.ended === 'lived' ? ['it never ran out of memory: nothing was tested'] : []),
    ...(seen.ended === 'ended (0)' ? ['ended as if all were well'] : []),
  ],
  tamper: dropOneApplication,
  describe: (seen) => `with ${seen.heap} MB the process ${seen.ended}; ${describeApplications(seen)}`,
})

/** Returns the exit reason of a process with this heap size while people applied, or that it survived. */
async function starve(stage: Stage, ledger: Ledger, heap: number): Promise<string> {
  const product = await stage.start({}, { nodeFlags: [`--max-old-space-size=${heap}`] })
  const ending = () => product.process.exitCode ?? product.process.signalCode
  const clients = runClients(24, async (at) => {
    if (ending() !== null) return pause(50)
    const email = `f17-${heap}-${at}@example.com`
    await ledger.note(email, () => applyOnce(product.url, stage.role, email))
  })
  await pause(8_000)
  const body = { answers: [], filler: 'x'.repeat(900_000) }
  if (ending() === null)
    await Promise.allSettled(Array.from({ length: 400 }, () => ask(`${product.url}/api/user-session/answers`, { body, timeoutMs: 10_000 })))
  await clients.stop()
  const ended = ending()
  if (ended === null) await product.kill()
  return ended === null ? 'lived' : `ended (${ended})`
}

type HerdResults = { statuses: Record<number, number>; broken: number; healthyMs: number; slowest: number }

export const F22 = fault<HerdResults>({
  id: 'F22',
  what: '500 clients at once right after a restart',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const statuses: Record<number, number> = {}
      const took: number[] = []
      let broken = 0
      const one = async () => {
        for (let tries = 0; tries < 6; tries++) {
          const began = performance.now()
          try {
            const { status } = await ask(`${product.url}/api/open-roles`)
            took.push(performance.now() - began)
            statuses[status] = (statuses[status] ?? 0) + 1
            if (status === 200) return
          } catch {
            broken++
          }
          await pause(200 + Math.random() * 800)
        }
      }
      await Promise.all(Array.from({ length: 500 }, one))
      const began = performance.now()
      await ask(`${product.url}/api/open-roles`)
      return { statuses, broken, healthyMs: performance.now() - began, slowest: percentile(took, 1) }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...((seen.statuses[200] ?? 0) === 500 ? [] : [`only ${seen.statuses[200] ?? 0} of 500 were served in the end`]),
    ...Object.keys(seen.statuses)
      .filter((status) => !['200', '503'].includes(status))
      .map((status) => `answered ${status}`),
    ...(seen.healthyMs > 2_000 ? [`slow afterwards: ${round(seen.healthyMs)} ms`] : []),
  ],
  tamper: (seen) => void (seen.statuses[500] = 1),
  describe: (seen) =>
    `answers ${JSON.stringify(seen.statuses)}, ${seen.broken} broken, slowest ${round(seen.slowest)} ms; ${round(seen.healthyMs)} ms afterwards`,
})

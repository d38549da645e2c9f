import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import type { Burst, Order } from '../many-clients.ts'
import { memoryOf } from '../product.ts'
import { openStage } from '../stage.ts'

const IDLE = 10_000
const BURST = 5_000

type CrowdResults = Burst & { held: number; heldAfterwards: number; freshMs: number; afterMs: number; memoryMb: number }

export const F10 = fault<CrowdResults>({
  id: 'F10',
  what: `${IDLE.toLocaleString('en-US')} idle connections, then ${BURST.toLocaleString('en-US')} requests at once`,
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const crowd = fork('lab/faults/many-clients.ts')
    const order = async <Answer>(what: Order): Promise<Answer> => {
      crowd.send(what)
      return (await once(crowd, 'message'))[0] as Answer
    }
    try {
      const product = await stage.start()
      const port = Number(new URL(product.url).port)
      const held = await order<number>({ port, hold: IDLE })
      const time = async () => {
        const began = performance.now()
        await ask(`${product.url}/api/open-roles`)
        return performance.now() - began
      }
      const fresh: number[] = []
      for (let at = 0; at < 10; at++) fresh.push(await time())
      const burst = await order<Burst>({ port, burst: BURST, path: '/api/open-roles' })
      const heldAfterwards = await order<number>({ port, hold: 0 })
      return { ...burst, held, heldAfterwards, freshMs: percentile(fresh, 0.5), afterMs: await time(), memoryMb: memoryOf(product.process.pid!) }
    } finally {
      crowd.kill('SIGKILL')
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.held < IDLE ? [`only ${seen.held} connections were held`] : []),
    ...(seen.freshMs > 500 ? [`a fresh request took ${round(seen.freshMs)} ms`] : []),
    ...Object.keys(seen.statuses)
      .filter((status) => !['200', '503'].includes(status))
      .map((status) => `answered ${status}`),
    ...(seen.broken > 0 ? [`${seen.broken} requests got no response`] : []),
    ...(seen.afterMs > 500 ? [`slow afterwards: ${round(seen.afterMs)} ms`] : []),
  ],
  tamper: (seen) => void (seen.broken = 3),
  describe: (seen) =>
    `${seen.held} idle held (${seen.heldAfterwards} after the burst, ${seen.memoryMb} MB), fresh request ${round(seen.freshMs)} ms; burst: ${JSON.stringify(seen.statuses)}, all answered, refused in ${round(seen.refusedMs)} ms (median); ${round(seen.afterMs)} ms afterwards`,
})

type Files = { during: number; after: number; isAlive: boolean }

export const F18 = fault<Files>({
  id: 'F18',
  what: 'no file descriptors left (limit 128, 300 connections)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start({}, { command: ['prlimit', '--nofile=128:128'] })
      const port = Number(new URL(product.url).port)
      const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}))
      await pause(1_000)
      const during = await ask(`${product.url}/api/open-roles`, { timeoutMs: 1_500 }).then(
        ({ status }) => status,
        () => 0,
      )
      for (const socket of sockets) socket.destroy()
      let after = 0
      for (const deadline = Date.now() + 10_000; after !== 200 && Date.now() < deadline; await pause(100))
        after = await ask(`${product.url}/api/open-roles`, { timeoutMs: 2_000 }).then(
          ({ status }) => status,
          () => 0,
        )
      return { during, after, isAlive: product.process.exitCode === null }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [...(seen.isAlive ? [] : ['the process died']), ...(seen.after === 200 ? [] : [`afterwards ${seen.after}`])],
  tamper: (seen) => void (seen.isAlive = false),
  describe: (seen) =>
    `a request during that time: ${seen.during === 0 ? 'no connection' : seen.during}; served again as soon as descriptors are free, same process`,
})

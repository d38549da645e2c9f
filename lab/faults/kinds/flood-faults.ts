import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import type { Flood, FloodOrder } from '../flood-clients.ts'
import { memoryOf } from '../product.ts'
import { openStage } from '../stage.ts'

const REQUESTS = Number(process.env['FLOOD_REQUESTS'] ?? 200_000)
const MAX_MB = 400
const WITHIN_MS = 100

type FloodResults = Flood & { restMb: number; peakMb: number; afterMs: number[]; isAlive: boolean; seed: number }

/** A flood of requests that anyone can send: nothing may stay in memory, and the next visitor must be served immediately. */
export const F40 = fault<FloodResults>({
  id: 'F40',
  what: `${REQUESTS.toLocaleString('en-US')} anonymous requests with random spellings, methods, headers and bodies`,
  kinds: ['postgres', 'embedded'],
  longestMs: 30 * 60_000,
  async collect(kind) {
    const stage = await openStage(kind)
    const clients = fork('lab/faults/flood-clients.ts')
    try {
      const product = await stage.start()
      const pid = product.process.pid!
      // Measures the peak from here on, to leave out memory used at startup.
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
      const restMb = memoryOf(pid)
      const seed = Date.now() % 1_000_000
      clients.send({ port: Number(new URL(product.url).port), role: stage.role, requests: REQUESTS, seed } satisfies FloodOrder)
      const [flood] = (await once(clients, 'message')) as [Flood]
      const afterMs: number[] = []
      for (let at = 0; at < 10; at++) {
        const began = performance.now()
        await ask(`${product.url}/roles/${stage.role}`)
        afterMs.push(performance.now() - began)
        await pause(20)
      }
      return { ...flood, seed, restMb, peakMb: memoryOf(pid, { peak: true }), afterMs, isAlive: product.process.exitCode === null }
    } finally {
      clients.kill('SIGKILL')
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.isAlive ? [] : ['the process died']),
    ...(seen.asked < REQUESTS ? [`only ${seen.asked} requests were sent`] : []),
    ...(seen.peakMb > MAX_MB ? [`memory reached ${seen.peakMb} MB`] : []),
    ...(seen.unanswered > seen.asked / 1_000 ? [`${seen.unanswered} requests got no response`] : []),
    ...(percentile(seen.afterMs, 0.5) > WITHIN_MS ? [`afterwards a request took ${round(percentile(seen.afterMs, 0.5))} ms`] : []),
    ...Object.entries(seen.statuses)
      .filter(([status]) => Number(status) >= 500 && status !== '503' && status !== '501' && status !== '505')
      .map(([status, count]) => `${count} answered ${status}`),
  ],
  tamper: (seen) => void (seen.peakMb = 2_197),
  describe: ({ asked, seconds, statuses, unanswered, restMb, peakMb, afterMs, seed }) =>
    `${asked} in ${Math.round(seconds)} s (seed ${seed}): ${JSON.stringify(statuses)}, ${unanswered} without a response; memory ${restMb} MB at rest, ${peakMb} MB at most; ${round(percentile(afterMs, 0.5))} ms afterwards`,
})

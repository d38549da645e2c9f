import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, round } from '../fault.ts'
import { openStage } from '../stage.ts'

type LogResults = { stopped: number[]; devFull: number[]; slowest: number; code: number | null }

export const F26 = fault<LogResults>({
  id: 'F26',
  what: 'no one reads the log, or its disk is full (/dev/full)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start({ LOG_LEVEL: 'trace' }, { muted: true })
      const visit = async (url: string, times: number) => {
        const seen: { status: number; ms: number }[] = []
        for (let at = 0; at < times; at++) {
          const began = performance.now()
          const { status } = await ask(`${url}/api/open-roles?x=${'y'.repeat(200)}`, { timeoutMs: 5_000 }).catch(() => ({ status: 0 }))
          seen.push({ status, ms: performance.now() - began })
        }
        return seen
      }
      const first = await visit(product.url, 1_500)
      const code = await Promise.race([product.stop(), pause(15_000, null)])
      const full = await stage.start({ LOG_LEVEL: 'trace' }, { stdout: openSync('/dev/full', 'w') })
      const second = await visit(full.url, 200)
      return { stopped: first.map((one) => one.status), devFull: second.map((one) => one.status), slowest: Math.max(...first.map((one) => one.ms)), code }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...[...seen.stopped, ...seen.devFull]
      .filter((status) => status !== 200)
      .slice(0, 3)
      .map((status) => `answered ${status}`),
    ...(seen.code === 0 ? [] : [`a stop ended with ${seen.code}`]),
    ...(seen.slowest > 2_000 ? [`a request waited ${round(seen.slowest)} ms for the log`] : []),
  ],
  tamper: (seen) => void seen.stopped.push(0),
  describe: (seen) =>
    `1,500 requests with a stopped reader and 200 with a full disk all served, slowest ${round(seen.slowest)} ms; stop ended with ${seen.code}`,
})

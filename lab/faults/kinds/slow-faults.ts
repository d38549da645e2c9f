import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { openStage } from '../stage.ts'

const ASSETS = 'dist/client/assets'
/** Per reader. The operating system buffers the first few responses; the others wait. */
const MAX_CONCURRENT = 16
const READERS = 15

type SlowReaderResults = { headers: number[]; bodies: number[]; readers: number[]; others: { status: number; ms: number }[] }
type DribbleInput = { head: string; drop: string; reads?: boolean }

/** Opens connections that send a byte now and then; returns how long each one lasted, up to `longestMs`. */
function dribble(port: number, count: number, { head, drop, reads = true }: DribbleInput, longestMs = 25_000): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, () => {
      const began = performance.now()
      const socket = connect(port, '127.0.0.1', () => socket.write(head)).on('error', () => {})
      if (reads) socket.resume()
      else socket.pause()
      const timer = setInterval(() => socket.write(drop), 500)
      const limit = setTimeout(() => socket.destroy(), longestMs)
      return new Promise<number>((resolve) =>
        socket.on('close', () => {
          clearInterval(timer)
          clearTimeout(limit)
          resolve(performance.now() - began)
        }),
      )
    }),
  )
}

function largestAsset(): string {
  const size = (name: string) => statSync(`${ASSETS}/${name}`).size
  return `/assets/${readdirSync(ASSETS).toSorted((a, b) => size(b) - size(a))[0]}`
}

/**
 * 15 × 16 responses take up 240 of the 250 slots, or more than half once the first ones are buffered: crowded, but with room for others. Request
 * bodies in transit don't take up any.
 */
export const F9 = fault<SlowReaderResults>({
  id: 'F9',
  what: 'clients that send headers or bodies one byte at a time, or never read the response',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const port = Number(new URL(product.url).port)
      const others: SlowReaderResults['others'] = []
      const over = new AbortController()
      const visiting = (async () => {
        while (!over.signal.aborted) {
          const began = performance.now()
          const { status } = await ask(`${product.url}/api/open-roles`)
          others.push({ status, ms: performance.now() - began })
          await pause(100)
        }
      })()
      const body = 'POST /api/user-session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{'
      const [headers, bodies, readers] = await Promise.all([
        dribble(port, 100, { head: 'GET / HTTP/1.1\r\nhost: x\r\nx-a: ', drop: 'b' }),
        dribble(port, 100, { head: body, drop: ' ' }),
        dribble(port, READERS, { head: `GET ${largestAsset()} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(MAX_CONCURRENT), drop: '\r\n', reads: false }),
      ])
      over.abort()
      await visiting
      return { headers, bodies, readers, others }
    } finally {
      await stage.close()
    }
  },
  judge: ({ headers, bodies, readers, others }) => [
    ...(percentile(headers, 1) > 9_000 ? [`slow headers lived ${round(percentile(headers, 1))} ms`] : []),
    ...(percentile(bodies, 1) > 14_000 ? [`slow bodies lived ${round(percentile(bodies, 1))} ms`] : []),
    ...(percentile(readers, 1) > 9_000 ? [`slow readers lived ${round(percentile(readers, 1))} ms`] : []),
    ...others.filter(({ status }) => status !== 200).map(({ status }) => `another client got ${status}`),
    ...(p95(others) > 1_000 ? [`others waited ${round(p95(others))} ms`] : []),
  ],
  tamper: (seen) => void seen.readers.push(25_000),
  describe: ({ headers, bodies, readers, others }) =>
    `100 slow headers cut after ${round(percentile(headers, 1))} ms, 100 slow bodies after ${round(percentile(bodies, 1))} ms, ${READERS} readers of ${MAX_CONCURRENT} answers each after ${round(percentile(readers, 1))} ms; ${others.length} others all served, p95 ${round(p95(others))} ms`,
})

const p95 = (others: SlowReaderResults['others']) =>
  percentile(
    others.map(({ ms }) => ms),
    0.95,
  )

import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { memoryOf } from '../product.ts'
import { crowd } from './report-faults.ts'
import { openStage } from '../stage.ts'

/** How many applicants there are, with 13 answers each. */
const PEOPLE = Number(process.env['ROUNDS_FAULT_PEOPLE'] ?? 100_000)

type BulkResults = {
  pagesMs: number[]
  listFirstMs: number
  csvRows: number
  csvMs: number
  quietMb: number
  peakMb: number
  lagMs: number
  othersMs: number[]
}

export const F11 = fault<BulkResults>({
  id: 'F11',
  what: `${PEOPLE.toLocaleString('en-US')} applicants with ${(PEOPLE * 13).toLocaleString('en-US')} answers`,
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      await crowd(stage, PEOPLE)
      const product = await stage.start()
      const quietMb = memoryOf(product.process.pid!)
      const list = `${product.url}/api/user-session/applicants_with_answers/all?days_ago=36500`
      const as = { token: stage.token }
      const pagesMs: number[] = []
      for (let at = 0, path = `${list}&limit=100`; at < 60; at++) {
        const began = performance.now()
        const { headers } = await ask(path, as)
        pagesMs.push(performance.now() - began)
        // Pages through the list, occasionally starting over with a filter.
        const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
        path = at % 10 === 9 || !next ? `${list}&limit=100&ref_application_status_id=5` : product.url + next.slice(new URL(next).origin.length)
      }
      const othersMs: number[] = []
      const over = new AbortController()
      const visiting = (async () => {
        while (!over.signal.aborted) {
          const began = performance.now()
          await ask(`${product.url}/api/open-roles`)
          othersMs.push(performance.now() - began)
          await pause(100)
        }
      })()
      const began = performance.now()
      const firstByteMs = await timeToFirstByte(list, stage.token)
      const csvRows = await countLines(`${product.url}/api/applicants/export.csv?roleId=all&days_ago=36500&identifiable=true`, stage.token)
      const csvMs = performance.now() - began
      over.abort()
      await visiting
      const lag = Number(/^rounds_nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(String((await ask(`${product.url}/metrics`)).body))?.[1])
      return { pagesMs, listFirstMs: firstByteMs, csvRows, csvMs, quietMb, peakMb: memoryOf(product.process.pid!, { peak: true }), lagMs: lag * 1000, othersMs }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(percentile(seen.pagesMs, 0.95) > 1_000 ? [`a page of the list took ${round(percentile(seen.pagesMs, 0.95))} ms (p95)`] : []),
    ...(seen.listFirstMs > 2_000 ? [`the whole list began after ${round(seen.listFirstMs)} ms`] : []),
    ...(seen.csvRows === PEOPLE + 1 ? [] : [`${seen.csvRows} lines for ${PEOPLE} applicants`]),
    ...(seen.peakMb - seen.quietMb > 300 ? [`${seen.peakMb - seen.quietMb} MB more than at the start`] : []),
    ...(seen.lagMs > 100 ? [`the event loop was late by ${round(seen.lagMs)} ms (p99)`] : []),
    ...(percentile(seen.othersMs, 0.95) > 1_000 ? [`visitors waited ${round(percentile(seen.othersMs, 0.95))} ms (p95)`] : []),
  ],
  tamper: (seen) => void seen.csvRows--,
  describe: (seen) =>
    `a page of 100: p95 ${round(percentile(seen.pagesMs, 0.95))} ms; the whole list begins after ${round(seen.listFirstMs)} ms; CSV of everything in ${round(seen.csvMs / 1000)} s; memory ${seen.quietMb} MB at the start, ${seen.peakMb} MB at most; event loop p99 ${round(seen.lagMs)} ms; visitors meanwhile p95 ${round(percentile(seen.othersMs, 0.95))} ms`,
})

/** Returns how long the first bytes of the body took, without reading the rest. */
async function timeToFirstByte(url: string, token: string): Promise<number> {
  const began = performance.now()
  const over = new AbortController()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: over.signal })
  await response.body!.getReader().read()
  over.abort()
  return performance.now() - began
}

/** Counts CSV rows: lines that end outside quotes. */
async function countLines(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The export returned ${response.status}.`)
  let [lines, isQuoted] = [0, false]
  for await (const piece of response.body!) {
    for (const byte of piece) {
      if (byte === 34) isQuoted = !isQuoted
      else if (byte === 10 && !isQuoted) lines++
    }
  }
  return lines
}

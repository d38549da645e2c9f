import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** Other programs can only slow a round down, so the fastest round is the best measure of the work itself. */
export const fastest = (times: number[]) => Math.min(...times)

/** In milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Returns the median of each, in milliseconds. They take turns, so other load on the machine affects them equally; the first round is a warm-up. */
export async function inTurns(rounds: number, works: (() => Promise<unknown>)[], typical: (times: number[]) => number = median): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [place, work] of works.entries()) {
      const elapsed = await measureMs(work)
      if (round > 0) times[place]!.push(elapsed)
    }
  }
  return times.map(typical)
}

/** Returns the resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

const TICKS_A_SECOND = 100

/** Returns a process's processor time so far, in seconds; NaN if the kernel doesn't report it. */
export function processorTimeOf(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return Number.NaN
  // The name, in parentheses, may contain spaces.
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/** Returns a process's peak memory during `work`, in MB. */
export async function peakMemoryOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid)
  const look = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 10)
  await work().finally(() => clearInterval(look))
  return peak
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const count = (value: number) => value.toLocaleString('en-US')

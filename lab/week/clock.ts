import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { CLOCK_LIBRARY } from '#lab/faults/product.ts'

export const TIME_ZONE = 'America/New_York'
/** The week's Monday. Daylight saving time ends on its Sunday. */
const MONDAY = Temporal.PlainDate.from('2030-10-28')
const STAMP = 'FAKETIME_TIMESTAMP_FILE'
/** Programs pick up the new offset within a second, and timers that are now due need a moment to run. */
const NOTICED_MS = 2_500

/** Returns a time in the simulated week, on the employer's clock. Monday is day 0. */
export function at(day: number, time: string): Date {
  const { epochMilliseconds } = MONDAY.add({ days: day }).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(time) })
  return new Date(epochMilliseconds)
}

/** Returns what has to be installed to change the clock on this machine; null if nothing. */
export const findMissing = (): string | null => (CLOCK_LIBRARY ? null : 'libfaketime (Debian: apt-get install libfaketime)')
export const isUnderClock = (): boolean => process.env[STAMP] !== undefined

/** Reruns this program and its child processes on a clock set to Monday morning. Returns the exit code. */
export async function runUnderClock(program: string, words: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-week-clock-'))
  const stamp = join(folder, 'clock')
  writeFileSync(stamp, offsetText(at(0, '08:00').getTime() - Date.now()))
  // PostgreSQL reads the file under its own account.
  const env = { ...process.env, LD_PRELOAD: CLOCK_LIBRARY, [STAMP]: stamp, FAKETIME_CACHE_DURATION: '1', FAKETIME_DISABLE_SHM: '1' }
  spawn('chmod', ['-R', 'a+rX', folder])
  try {
    const child = spawn(process.execPath, [...process.execArgv, program, ...words], { stdio: 'inherit', env })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const offsetText = (ms: number) => `${ms < 0 ? '-' : '+'}${Math.abs(Math.round(ms / 1000))}\n`
let offsetMs: number | null = null
const jumps: number[] = []

/**
 * Returns whether the clock had just jumped: for up to a second, some programs still have the earlier time, so an email's lease can seem to have
 * ended.
 */
export const isJustAfterJump = (time: string): boolean => jumps.some((jump) => Date.parse(time) >= jump && Date.parse(time) < jump + NOTICED_MS)

/** How long work in progress has to finish before a jump, which would make it time out. */
const FINISHED_MS = 3_000

/** Moves every clock forward, including timers: whatever waits for less than that is due. */
export async function passTo(next: Date): Promise<void> {
  const stamp = process.env[STAMP]!
  // This process can read only the library's own clock.
  offsetMs ??= await readOffset(stamp)
  await pause(FINISHED_MS)
  const ahead = next.getTime() - Date.now()
  if (ahead < 0) throw new Error(`The clock is at ${new Date().toISOString()}, after ${next.toISOString()}.`)
  offsetMs += ahead
  writeFileSync(`${stamp}.next`, offsetText(offsetMs), { mode: 0o644 })
  renameSync(`${stamp}.next`, stamp)
  jumps.push(next.getTime())
  await settle()
}

export const pass = (seconds: number) => passTo(new Date(Date.now() + seconds * 1000))

async function readOffset(stamp: string): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  return Number(await readFile(stamp, 'utf8')) * 1000
}

/** The first pauses end early because they started before the jump. */
async function settle(): Promise<void> {
  for (let step = 0; step < NOTICED_MS / 100; step++) await pause(100)
}

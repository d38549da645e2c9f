// Simulates one week on one installation; see README.md.
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DatabaseKind } from '#test/setup/database.ts'
import { checkDay } from './checks/check-day.ts'
import { at, isUnderClock, passTo, runUnderClock, findMissing } from './clock.ts'
import { monday } from './days/monday.ts'
import { tuesday } from './days/tuesday.ts'
import { wednesday } from './days/wednesday.ts'
import { thursday } from './days/thursday.ts'
import { friday } from './days/friday.ts'
import { saturday } from './days/saturday.ts'
import { sunday } from './days/sunday.ts'
import { openSite } from './site.ts'
import { openWeek, settleMail, startWork, type Week } from './week.ts'

const HELP = `npm run week -- [--seed N] [--postgres] [--people N] [--days N]
  --seed      what everyone does; a random number by default, printed
  --postgres  on PostgreSQL with two processes behind nginx, instead of the embedded database
  --people    how many apply on Tuesday; 300 by default
  --days      how many days to live through, from Monday; all by default`

const DAYS: [string, (week: Week) => Promise<void>][] = [
  ['Monday', monday],
  ['Tuesday', tuesday],
  ['Wednesday', wednesday],
  ['Thursday', thursday],
  ['Friday', friday],
  ['Saturday', saturday],
  ['Sunday', sunday],
]

type Plan = { kind: DatabaseKind; seed: number; days: number; crowd: number }

async function live({ kind, days, ...plan }: Plan): Promise<number> {
  console.log(`Seed ${plan.seed}, ${kind}, ${plan.crowd} people`)
  const site = await openSite(kind)
  const week = openWeek(site, plan)
  try {
    await site.start()
    for (const [day, [name, happen]] of DAYS.slice(0, days).entries()) await liveThrough(week, { day, name, happen })
  } catch (error) {
    // Earlier findings that are still worth reporting.
    week.findings.push(`The week ended early: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  } finally {
    await site.close()
  }
  const { findings } = week
  console.log(findings.length === 0 ? '\nNothing differs.' : `\n${findings.length} things differ:\n${findings.map((one) => `  ${one}`).join('\n')}`)
  return findings.length > 0 ? 1 : 0
}

type Day = { day: number; name: string; happen: (week: Week) => Promise<void> }

/** Runs one day: a quiet night, the morning, the day's events, and then a comparison of everything. */
async function liveThrough(week: Week, { day, name, happen }: Day): Promise<void> {
  console.log(`\n${name}`)
  if (day > 0) {
    await passNight(week, day)
    await startWork(week)
  }
  await happen(week)
  await settleMail(week)
  await checkDay(week)
  for (const one of week.story.splice(0)) console.log(`  ${one}`)
}

const NIGHTLY = ['02:15', '02:35', '02:55']

async function passNight(week: Week, day: number): Promise<void> {
  const nights = () => week.site.log().split('"the nightly work is done"').length
  const before = nights()
  // Work that came due in a jump may still see the earlier time; if so, it checks again 15 minutes later.
  for (const time of NIGHTLY) {
    if (nights() > before) break
    await passTo(at(day, time))
    for (let tries = 0; tries < 60 && nights() === before; tries++) await pause(1_000)
  }
  if (nights() === before) week.findings.push(`The nightly jobs didn't run before day ${day + 1}.`)
  for (const time of ['06:30', '09:00']) {
    await waitUntilQuiet(week)
    await passTo(at(day, time))
  }
  await waitUntilQuiet(week)
}

/** Waits until timers that came due have finished their work, because another jump would make it time out. */
async function waitUntilQuiet({ site }: Week): Promise<void> {
  for (let [before, still] = [-1, 0]; still < 5;) {
    await pause(1_000)
    const now = site.log().length
    still = now === before ? still + 1 : 0
    before = now
  }
}

function optionValue(word: string): string | undefined {
  const index = process.argv.indexOf(word)
  return index < 0 ? undefined : process.argv[index + 1]
}

async function main(): Promise<number> {
  if (process.argv.includes('--help')) return (console.log(HELP), 0)
  const missing = findMissing()
  if (missing) return (console.log(`The week can't be simulated here: it needs ${missing}.`), 1)
  const seed = Number(optionValue('--seed') ?? Math.floor(Math.random() * 2 ** 31))
  if (!isUnderClock()) return runUnderClock(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--seed', String(seed)])
  const kind = process.argv.includes('--postgres') ? 'postgres' : 'embedded'
  return live({ kind, seed, days: Number(optionValue('--days') ?? DAYS.length), crowd: Number(optionValue('--people') ?? 300) })
}

process.exit(await main())

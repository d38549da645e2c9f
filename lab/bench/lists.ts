import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Product } from '#lab/faults/product.ts'
import { jsonOf, recentOf } from './json-of.ts'
import { drain } from './ask.ts'
import { count, inTurns, memoryOf, ms, peakMemoryOf } from './measure.ts'
import { IN_LIST, type Stage } from './stage.ts'
import { tableOfCases, type Case, type Table } from './table.ts'

const ROUNDS = 9
const MAX_CONCURRENT = 8

const TWO_CORES =
  'PostgreSQL writes the same JSON of the answers here and in the floor, and on 2 cores it shares them with the product and the client. Writing it with string_agg was tried and was no quicker.'

/** Benchmarks a role's full list against PostgreSQL building the same JSON in one statement. */
export async function benchList(stage: Stage): Promise<Table> {
  const large = await stage.filled(100_000)
  const product = await stage.product(large)
  const alone = new pg.Client(large.url)
  await alone.connect()
  try {
    const role = await firstRole(alone)
    const list = `${product.url}/api/user-session/applicants_with_answers/${role}?days_ago=30`
    const idle = await idleMemory(product)
    const peak = await peakMemoryOf(product.process.pid!, () =>
      Promise.all(Array.from({ length: MAX_CONCURRENT }, () => drain(`${list}&identifiable=true`, large.token))),
    )
    const bytes = await drain(`${list}&identifiable=true`, large.token)
    const [named, blind, floor] = (await inTurns(ROUNDS, [
      () => drain(`${list}&identifiable=true`, large.token),
      () => drain(list, large.token),
      () => alone.query(jsonOf(recentOf(role))),
    ])) as [number, number, number]
    const cases: Case[] = [
      { what: 'with names', product: ms(named), floor: ms(floor), ratio: floor / named, goal: { atLeast: 1.5 }, because: TWO_CORES },
      {
        what: "blind: the applicant's own name masked in every answer",
        product: ms(blind),
        floor: ms(floor),
        ratio: floor / blind,
        goal: { atLeast: 1.5 },
        because: TWO_CORES,
      },
      memoryCase(`${MAX_CONCURRENT} lists at once: memory over idle, in 300 MB`, peak, idle),
    ]
    return tableOfCases(`The list of one role: ${count(IN_LIST)} applications with 13 answers each, ${Math.round(bytes / 1e6)} MB of JSON`, cases, [
      `Medians of ${ROUNDS}, in turns. The floor is one statement with \`json_agg\` through the driver alone, its answer taken as text, out of ${count(large.applications)} applications. The ratio says how many times as fast the product is.`,
    ])
  } finally {
    await alone.end()
    await product.stop()
  }
}

export function memoryCase(what: string, peak: number, idle: number): Case {
  return { what, product: `${Math.round(peak)} MB`, floor: `${Math.round(idle)} MB idle`, ratio: (peak - idle) / 300, goal: { atMost: 1 } }
}

/** Returns the memory of a process that has just served its first pages. */
export async function idleMemory({ url, process }: Product): Promise<number> {
  for (let visit = 0; visit < 20; visit++) await fetch(url)
  await pause(1_000)
  return memoryOf(process.pid!)
}

async function firstRole(alone: pg.Client): Promise<number> {
  const { rows } = await alone.query(`select ref_function_role_id as id from function_role where function_role_name = 'Role 1'`)
  return rows[0].id
}

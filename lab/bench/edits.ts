import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { load } from './load.ts'
import { count, median, ms } from './measure.ts'
import type { Stage } from './stage.ts'
import type { Table } from './table.ts'

const EDITS = 10
const SECONDS = 2

/** Edits a role on one process while visitors read it on another; measures how soon the new text shows up everywhere and what that costs the database. */
export async function benchEdits(stage: Stage): Promise<Table> {
  const small = await stage.filled(10_000)
  const products = [await stage.product(small), await stage.product(small)] as const
  const alone = new pg.Client(small.url)
  await alone.connect()
  try {
    const { rows } = await alone.query('select max(ref_function_role_id) as role from function_role')
    const pages = products.map(({ url }) => ({ url, path: `/roles/${rows[0].role}` }))
    const { token } = small
    await timeEdit(pages, token, 0)
    const calm = await transactionsDuring(alone, () => pause(SECONDS * 1000))
    const took: number[] = []
    let requests = 0
    const busy = await transactionsDuring(alone, async () => {
      const visits = pages.map(({ url, path }) => load(url + path, { connections: 8, seconds: EDITS + SECONDS, encoding: 'identity' }))
      for (let edit = 0; edit < EDITS; edit++) took.push(await timeEdit(pages, token, edit))
      for (const visit of await Promise.all(visits)) requests += visit.requests
    })
    return {
      title: 'A role is edited on another process',
      columns: ['what', 'measured', 'goal'],
      rows: [
        ['until the new text is on both processes, slowest of all edits', ms(Math.max(...took)), 'within 1 s'],
        ['median', ms(median(took)), ''],
        ['transactions a second on the database, nobody reads', calm.toFixed(1), ''],
        [`the same while 16 connections read and ${EDITS} edits are made`, busy.toFixed(1), 'no stampede: at most 15 more'],
        ['pages read during edits, per second', count(Math.round(requests / (EDITS + SECONDS))), ''],
      ],
      notes: [`Two processes on one PostgreSQL. Each looks twice a second whether anything changed, whatever the load; the outbox looks once a second.`],
    }
  } finally {
    await alone.end()
    await Promise.all(products.map((product) => product.stop()))
  }
}

/** Returns transactions per second. Waits a moment after `work`, because PostgreSQL counts a connection's work only once it's idle. */
async function transactionsDuring(alone: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await alone.query('select (xact_commit + xact_rollback)::int as done from pg_stat_database where datname = current_database()')
    return { at: performance.now(), done: (rows[0] as { done: number }).done }
  }
  const before = await read()
  await work()
  await pause(1_200)
  const after = await read()
  return ((after.done - before.done) / (after.at - before.at)) * 1000
}

type Page = { url: string; path: string }

/** Edits on one process and waits until both show it; returns the milliseconds from the acknowledgment. */
async function timeEdit(pages: Page[], token: string, edit: number): Promise<number> {
  // All descriptions have the same length, so all responses have the same size.
  const text = `Edited ${randomUUID()}`
  const { url, path } = pages[edit % pages.length]!
  const response = await fetch(`${url}/api/open-roles/admin/${path.split('/').at(-1)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ function_role_description: text }),
  })
  if (!response.ok) throw new Error(await response.text())
  const started = performance.now()
  const seen = pages.map(async (page) => {
    while (!(await (await fetch(page.url + page.path)).text()).includes(text)) await pause(10)
    return performance.now() - started
  })
  const slowest = Math.max(...(await Promise.all(seen)))
  await pause(Math.max(0, 1_000 - slowest))
  return slowest
}

import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '#test/faults/product.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 5

/** From the start of the process to its first ready answer, on data that is there already. */
export async function benchStart(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-bench-'))
  try {
    const first = await timed(() => startAndStop(folder))
    const later: number[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await timed(async () => void spawnSync(process.execPath, ['-e', '0'])))
      later.push(await timed(() => startAndStop(folder)))
    }
    return {
      title: 'Start to /readyz, embedded database',
      columns: ['start', 'seconds', 'times a bare node process', 'goal'],
      rows: [
        ['first (makes the database and the demo)', (first / 1000).toFixed(2), (first / median(bare)).toFixed(0), ''],
        ['later', (median(later) / 1000).toFixed(2), (median(later) / median(bare)).toFixed(0), 'under 3 s'],
      ],
      notes: [`Median of ${ROUNDS}. A bare node process that does nothing takes ${Math.round(median(bare))} ms here.`],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

let stopping = 0

async function startAndStop(folder: string): Promise<void> {
  const product = await startProduct({ DATA_DIR: folder, NODE_ENV: 'development' })
  const stopped = performance.now()
  await product.stop()
  stopping = performance.now() - stopped
}

async function timed(work: () => Promise<void>): Promise<number> {
  stopping = 0
  const started = performance.now()
  await work()
  return performance.now() - started - stopping
}

// Checks whether the response time of "Find your application" reveals who applied. Takes 200 samples each of addresses that did and didn't, in turns,
// on both databases.
import { count, median } from '#lab/bench/measure.ts'
import { applyOnce, ask } from '#lab/faults/client.ts'
import { openStage } from '#lab/faults/stage.ts'

const SAMPLES = 200
/** Two-sided, at 1 in 1,000: a difference that's less likely to be chance counts as a leak. */
const MAX_Z = 3.29

for (const kind of ['postgres', 'embedded'] as const) {
  const stage = await openStage(kind)
  try {
    const { url } = await stage.start()
    for (let n = 0; n < SAMPLES; n++) await applyOnce(url, stage.role, `known-${n}@example.com`)
    const { known, unknown } = await sample(url)
    const z = mannWhitney(known, unknown)
    const spread = (values: number[]) => `${median(values).toFixed(2)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`
    console.log(`${kind}: ${count(SAMPLES)} each, known ${spread(known)}, unknown ${spread(unknown)}, Mann-Whitney z = ${z.toFixed(2)}`)
    if (Math.abs(z) > MAX_Z) process.exitCode = 1
  } finally {
    await stage.close()
  }
}

/** Returns response times in milliseconds for each kind of address; they take turns going first. */
async function sample(url: string): Promise<{ known: number[]; unknown: number[] }> {
  const took = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < SAMPLES; n++) {
    for (const who of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
      took[who].push(await timeOf(url, `${who}-${n}@example.com`))
  }
  return took
}

async function timeOf(url: string, email: string): Promise<number> {
  const began = performance.now()
  const { status } = await ask(`${url}/api/candidate/link`, { body: { email } })
  if (status !== 200) throw new Error(`${email} returned ${status}`)
  return performance.now() - began
}

/** Returns how far apart the ranks of two equally large samples are, in standard deviations. */
function mannWhitney(one: number[], other: number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))].toSorted((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { isOne }, at) => sum + (isOne ? at + 1 : 0), 0)
  const n = one.length
  return (ranks - (n * (n + 1)) / 2 - (n * n) / 2) / Math.sqrt((n * n * (2 * n + 1)) / 12)
}

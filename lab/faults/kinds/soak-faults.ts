import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { applyOnce, ask, openLedger } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { memoryOf, type Product } from '../product.ts'
import { applicationsSeen, loseOne, openStage, wrongApplications, type Applications, type Stage } from '../stage.ts'

/** 86400 is a whole day; the suite takes three minutes. */
const SECONDS = Number(process.env['ROUNDS_FAULT_SOAK_SECONDS'] ?? 180)
const PER_SECOND = Number(process.env['ROUNDS_FAULT_SOAK_PER_SECOND'] ?? 5)
const SAMPLES = 60

type Sample = { seconds: number; memoryMb: number; descriptors: number; connections: number }
type Soaked = Applications & { samples: Sample[]; asked: number; statuses: Record<string, number>; ms: number[] }

export const F25 = fault<Soaked>({
  id: 'F25',
  what: `${SECONDS < 7200 ? `${Math.round(SECONDS / 60)} minutes` : `${Math.round(SECONDS / 3600)} hours`} of ${PER_SECOND} requests a second`,
  kinds: ['embedded', 'postgres'],
  longestMs: (SECONDS + 240) * 1000,
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      const [ledger, samples] = [openLedger(), [] as Sample[]]
      const visits: ReturnType<typeof oneVisit>[] = []
      const began = performance.now()
      const elapsed = () => (performance.now() - began) / 1000
      let asked = 0
      for (; elapsed() < SECONDS; await pause(Math.max(0, (asked / PER_SECOND - elapsed()) * 1000))) {
        visits.push(oneVisit(stage, product, ledger, asked++))
        if (elapsed() > ((samples.length + 1) * SECONDS) / SAMPLES) samples.push(await sample(product, elapsed()))
      }
      const seen = await Promise.all(visits)
      await product.stop()
      const statuses: Soaked['statuses'] = {}
      for (const { status } of seen) statuses[status] = (statuses[status] ?? 0) + 1
      return { ...(await applicationsSeen(stage, ledger)), samples, asked, statuses, ms: seen.map(({ took }) => took) }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...wrongApplications(seen),
    ...Object.keys(seen.statuses)
      .filter((status) => !['200', '302', '304'].includes(status))
      .map((status) => `${seen.statuses[status]} answers were ${status}`),
    ...(growth(seen, 'memoryMb') > 60 ? [`memory grew by ${round(growth(seen, 'memoryMb'))} MB from the second third to the last`] : []),
    ...(growth(seen, 'descriptors') > 10 ? [`${round(growth(seen, 'descriptors'))} descriptors more`] : []),
    ...(Math.max(...seen.samples.map(({ connections }) => connections)) > 10 ? ['more connections than the pool may have'] : []),
    ...(seen.asked < SECONDS * PER_SECOND * 0.95 ? [`only ${seen.asked} requests were made`] : []),
  ],
  tamper: loseOne,
  describe: (seen) =>
    `${seen.asked} visits, all answered, p95 ${round(percentile(seen.ms, 0.95))} ms; from the second third to the last: memory ${signed(growth(seen, 'memoryMb'))} MB (of ${round(seen.samples.at(-1)!.memoryMb)}), descriptors ${signed(growth(seen, 'descriptors'))}, database connections ${signed(growth(seen, 'connections'))}; ${seen.acknowledged.length} applications, 0 lost, 0 twice`,
})

/** What people do on an ordinary day: mostly browsing, some applying, some reviewing. */
async function oneVisit(stage: Stage, { url }: Product, ledger: ReturnType<typeof openLedger>, at: number): Promise<{ status: number; took: number }> {
  const as = { token: stage.token }
  const pages = ['/', `/roles/${stage.role}`, '/api/open-roles', `/roles/${stage.role}/apply`, '/how-we-hire', '/sitemap.xml']
  const reviews = ['/api/user-session/applicants_with_answers/all?days_ago=30&limit=50', '/api/open-roles/admin', '/api/user-session/applicants_by_status/5']
  const began = performance.now()
  const email = `f25-${at}@example.com`
  const turn = at % 10
  const doing =
    turn === 0
      ? ledger.note(email, () => applyOnce(url, stage.role, email))
      : turn < 4
        ? ask(url + reviews[at % reviews.length]!, as)
        : ask(url + pages[at % pages.length]!)
  const said = await doing.catch(() => null)
  return { status: said?.status ?? 0, took: performance.now() - began }
}

async function sample(product: Product, seconds: number): Promise<Sample> {
  const pid = product.process.pid!
  const connections = Number(/^rounds_pool_connections (\d+)/m.exec(String((await ask(`${product.url}/metrics`)).body))?.[1])
  return { seconds, memoryMb: memoryOf(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length, connections }
}

/** Uses means, because garbage collection makes a sawtooth; the first third is warm-up. */
function growth({ samples }: Soaked, of: 'memoryMb' | 'descriptors' | 'connections'): number {
  const third = Math.floor(samples.length / 3)
  const mean = (some: Sample[]) => some.reduce((sum, one) => sum + one[of], 0) / some.length
  return mean(samples.slice(2 * third)) - mean(samples.slice(third, 2 * third))
}

const signed = (number: number) => `${number < 0 ? '−' : '+'}${round(Math.abs(number))}`

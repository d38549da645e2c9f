import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { drain } from '#lab/bench/ask.ts'
import { applyOnce, ask, openLedger } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { memoryOf, type Product } from '../product.ts'
import { readApplications, dropOneApplication, openStage, checkApplications, type Applications, type Stage } from '../stage.ts'

/** Three minutes in the suite; 3600 is the promised hour, and 86400 a full day. */
const SECONDS = Number(process.env['ROUNDS_FAULT_SOAK_SECONDS'] ?? 180)
const PER_SECOND = Number(process.env['ROUNDS_FAULT_SOAK_PER_SECOND'] ?? 5)
const SAMPLES = 60
/** At 30 requests a second, staff read the whole list 2,000 times an hour. */
const LIST_EVERY = 54
/** Long enough that garbage collection doesn't skew the means. */
const LONG_SECONDS = 3_000

type Sample = {
  seconds: number
  memoryMb: number
  descriptors: number
  sockets: number
  connections: number
  tempFiles: number
  /** The total for PostgreSQL's sessions, including their prepared statements; 0 for the embedded database, which is part of the process. */
  sessionsMb: number
  plans: number
}
type SoakResults = Applications & { samples: Sample[]; asked: number; lists: number; statuses: Record<string, number>; ms: number[] }
type SoakSetup = { stage: Stage; product: Product; ledger: ReturnType<typeof openLedger>; temp: string; logs: string }

export const F25 = fault<SoakResults>({
  id: 'F25',
  what: `${SECONDS < 7200 ? `${Math.round(SECONDS / 60)} minutes` : `${Math.round(SECONDS / 3600)} hours`} of ${PER_SECOND} requests a second`,
  kinds: ['embedded', 'postgres'],
  longestMs: (SECONDS + 240) * 1000,
  async collect(kind) {
    const [temp, logs] = [mkdtempSync(join(tmpdir(), 'rounds-soak-')), mkdtempSync(join(tmpdir(), 'rounds-logs-'))]
    chmodSync(logs, 0o777)
    const stage = await openStage(kind, { TMPDIR: temp }, { logging_collector: 'on', log_directory: logs, log_filename: 'log', log_file_mode: '0644' })
    try {
      const soaking = { stage, product: await stage.start(), ledger: openLedger(), temp, logs }
      const { visits, samples } = await soak(soaking)
      const seen = await Promise.all(visits)
      await soaking.product.stop()
      const statuses: SoakResults['statuses'] = {}
      for (const { status } of seen) statuses[status] = (statuses[status] ?? 0) + 1
      const lists = Math.ceil(visits.length / LIST_EVERY)
      return { ...(await readApplications(stage, soaking.ledger)), samples, asked: visits.length, lists, statuses, ms: seen.map(({ took }) => took) }
    } finally {
      await stage.close()
      for (const folder of [temp, logs]) rmSync(folder, { recursive: true, force: true })
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...Object.keys(seen.statuses)
      .filter((status) => !['200', '302', '304'].includes(status))
      .map((status) => `${seen.statuses[status]} answers were ${status}`),
    ...checkMemory(seen),
    ...(['descriptors', 'sockets', 'plans'] as const).filter((of) => growth(seen, of) > 10).map((of) => `${round(growth(seen, of))} ${of} more`),
    ...(growth(seen, 'tempFiles') >= 1 ? [`${round(growth(seen, 'tempFiles'))} temporary files more`] : []),
    ...(Math.max(...seen.samples.map(({ connections }) => connections)) > 10 ? ['more connections than the pool may have'] : []),
    ...(seen.asked < SECONDS * PER_SECOND * 0.95 ? [`only ${seen.asked} requests were made`] : []),
  ],
  tamper: dropOneApplication,
  describe: (seen) => {
    const grew = (['descriptors', 'sockets', 'connections', 'tempFiles', 'sessionsMb', 'plans'] as const).map((of) => `${of} ${formatSigned(growth(seen, of))}`)
    return `${seen.asked} visits, ${seen.lists} of them the whole list, all answered, p95 ${round(percentile(seen.ms, 0.95))} ms; from the second third to the last: memory ${formatSigned(growth(seen, 'memoryMb'))} MB (of ${round(seen.samples.at(-1)!.memoryMb)}), ${grew.join(', ')}; ${seen.acknowledged.length} applications, 0 lost, 0 twice`
  },
})

async function soak(soaking: SoakSetup) {
  const samples: Sample[] = []
  const visits: ReturnType<typeof oneVisit>[] = []
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  for (; elapsed() < SECONDS; await pause(Math.max(0, (visits.length / PER_SECOND - elapsed()) * 1000))) {
    visits.push(oneVisit(soaking, visits.length))
    if (elapsed() <= ((samples.length + 1) * SECONDS) / SAMPLES) continue
    samples.push(await sample(soaking, elapsed()))
    if (SECONDS >= LONG_SECONDS && samples.length % 10 === 0) console.log(JSON.stringify(mean(samples.slice(-10))))
  }
  return { visits, samples }
}

/** Does what people do on an ordinary day: mostly browsing, some applying, some reviewing. */
async function oneVisit({ stage, product: { url }, ledger }: SoakSetup, at: number): Promise<{ status: number; took: number }> {
  const as = { token: stage.token }
  const pages = ['/', `/roles/${stage.role}`, '/api/open-roles', `/roles/${stage.role}/apply`, '/how-we-hire', '/sitemap.xml']
  const reviews = ['/api/user-session/applicants_with_answers/all?days_ago=30&limit=50', '/api/open-roles/admin', '/api/user-session/applicants_by_status/5']
  const began = performance.now()
  const email = `f25-${at}@example.com`
  const turn = at % 10
  const activity =
    at % LIST_EVERY === 0
      ? drain(`${url}/api/applicants/list`, stage.token, {}).then(() => ({ status: 200 }))
      : turn === 0
        ? ledger.note(email, () => applyOnce(url, stage.role, email))
        : turn < 4
          ? ask(url + reviews[at % reviews.length]!, as)
          : ask(url + pages[at % pages.length]!)
  const said = await activity.catch(() => null)
  return { status: said?.status ?? 0, took: performance.now() - began }
}

async function sample({ stage, product, temp, logs }: SoakSetup, seconds: number): Promise<Sample> {
  const pid = product.process.pid!
  const connections = Number(/^rounds_pool_connections (\d+)/m.exec(String((await ask(`${product.url}/metrics`)).body))?.[1])
  const descriptors = readdirSync(`/proc/${pid}/fd`)
  const sockets = descriptors.filter((name) => linkOf(`/proc/${pid}/fd/${name}`).startsWith('socket:')).length
  const tempFiles =
    readdirSync(temp, { recursive: true }).length + readdirSync(stage.folder, { recursive: true }).filter((name) => String(name).includes('.incoming/')).length
  const sessions = stage.kind === 'postgres' ? await sessionsOf(stage, logs) : { sessionsMb: 0, plans: 0 }
  return { seconds, memoryMb: memoryOf(pid), descriptors: descriptors.length, sockets, connections, tempFiles, ...sessions }
}

/** Has PostgreSQL log the memory of its sessions, with an entry for each statement they keep; it isn't reported anywhere else. */
async function sessionsOf(stage: Stage, logs: string): Promise<Pick<Sample, 'sessionsMb' | 'plans'>> {
  const log = join(logs, 'log')
  const before = readFileSync(log, 'utf8').length
  const sessions = await stage.ask<{ pid: number }>(
    `select pid, pg_log_backend_memory_contexts(pid) from pg_stat_activity where application_name = 'rounds' and pid <> pg_backend_pid()`,
  )
  await pause(500)
  const said = readFileSync(log, 'utf8').slice(before)
  return {
    sessionsMb: sessions.reduce((sum, { pid }) => sum + ownMemoryMb(pid), 0),
    plans: (said.match(/CachedPlanSource/g)?.length ?? 0) / Math.max(1, sessions.length),
  }
}

function ownMemoryMb(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/**
 * How much memory may grow from the second third of a short soak to the last: the process still fills caches, and sessions still plan new statements.
 */
const MAX_GROWTH_MB = { memoryMb: 60, sessionsMb: 30 }
/** PostgreSQL's sessions vary at random by a few MB, which is more than a tenth of a small total. */
const NOISE_MB = { memoryMb: 0, sessionsMb: 5 }

/** Returns violations: after the first ten minutes of an hour, no ten-minute period may use over 10% more memory than the earliest one. */
function checkMemory(seen: SoakResults): string[] {
  return Object.entries({ memoryMb: 'memory', sessionsMb: "the memory of PostgreSQL's sessions" } as const).flatMap(([of, what]) => {
    const name = of as keyof typeof MAX_GROWTH_MB
    if (SECONDS < LONG_SECONDS)
      return growth(seen, name) > MAX_GROWTH_MB[name] ? [`${what} grew by ${round(growth(seen, name))} MB from the second third to the last`] : []
    const tenth = SAMPLES / 6
    const means = Array.from({ length: 5 }, (_, at) => mean(seen.samples.slice((at + 1) * tenth, (at + 2) * tenth))[name])
    return Math.max(...means) > means[0]! * 1.1 + NOISE_MB[name] ? [`${what} grew: ${means.map(round).join(', ')} MB`] : []
  })
}

/**
 * Returns the growth from the second third to the last (the first is warm-up). Compares means, because garbage collection makes memory a sawtooth.
 */
function growth({ samples }: SoakResults, of: keyof Sample): number {
  const third = Math.floor(samples.length / 3)
  return mean(samples.slice(2 * third))[of] - mean(samples.slice(third, 2 * third))[of]
}

function mean(samples: Sample[]): Sample {
  const of = (name: keyof Sample) => Math.round((samples.reduce((sum, one) => sum + one[name], 0) / samples.length) * 10) / 10
  return Object.fromEntries(Object.keys(samples[0]!).map((name) => [name, of(name as keyof Sample)])) as Sample
}

const formatSigned = (number: number) => `${number < 0 ? '−' : '+'}${round(Math.abs(number))}`

import fc from 'fast-check'
import type { DatabaseKind } from '#test/setup/database.ts'
import { anyCall, CALLS_ALL_DAY, makeCall, type Call } from './calls.ts'
import { CANDIDATE_ACTS } from './candidates.ts'
import { findOrderLeaks } from './blind.ts'
import { ask, nameOf, openRun, type Run } from './cast.ts'
import { INVARIANTS } from './invariants.ts'
import { passTime, TIMERS } from './timers.ts'
import type { Kill } from './turns.ts'
import { openWorld, type World } from './world.ts'

type Step =
  | { lane: number; kind: 'call'; call: Call; times: number }
  | { lane: number; kind: 'timer'; timer: keyof typeof TIMERS }
  | { lane: number; kind: 'act'; act: keyof typeof CANDIDATE_ACTS; by: number; role: number; mailbox: number; how: number; times: number }

const LANES = 3
const lane = fc.nat(LANES - 1)
/** Most lanes act once; some repeat their action. */
const times = fc.oneof({ weight: 14, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 60 }) })
const actOf = (act: keyof typeof CANDIDATE_ACTS) =>
  fc.record({ lane, kind: fc.constant('act' as const), act: fc.constant(act), by: fc.nat(3), role: fc.nat(1), mailbox: fc.nat(3), how: fc.nat(8), times })
const timerOf = (timer: keyof typeof TIMERS) => fc.record({ lane, kind: fc.constant('timer' as const), timer: fc.constant(timer) })
const callsOf = (drawn: fc.Arbitrary<Call>) => fc.record({ lane, kind: fc.constant('call' as const), call: drawn, times })

/** Every kind of step by name; the less common calls share one kind. */
const KINDS: Record<string, fc.Arbitrary<Step>> = {
  ...Object.fromEntries(namesIn(CANDIDATE_ACTS).map((name) => [name, actOf(name)])),
  ...Object.fromEntries(namesIn(TIMERS).map((name) => [name, timerOf(name)])),
  ...Object.fromEntries(Object.entries(CALLS_ALL_DAY).map(([name, drawn]) => [name, callsOf(drawn)])),
  'any call': callsOf(anyCall),
  'another call': callsOf(anyCall),
}
const only = optionValue('--only')?.split(',')
const kinds = namesIn(KINDS)
  .filter((name) => !only || only.some((one) => name.includes(one)))
  .map((name) => KINDS[name]!)

function namesIn<T extends object>(table: T): (keyof T)[] {
  return Object.keys(table) as (keyof T)[]
}

/** A plan mostly has a few kinds of steps, so the same ones often coincide, plus an occasional step of any other kind. */
const steps = fc
  .oneof(fc.shuffledSubarray(kinds, { minLength: Math.min(2, kinds.length), maxLength: Math.min(5, kinds.length) }), fc.constant(kinds))
  .chain((some) => fc.array(fc.oneof(...some), { minLength: 1, maxLength: 14, size: 'max' }))
const plan = fc.record({
  steps,
  order: fc.array(fc.nat(11), { maxLength: 400, size: 'max' }),
  /** Whether to check that the order of submissions is hidden, which takes longer than everything else combined. */
  checksOrder: fc.nat(5).map((drawn) => drawn === 5),
  kills: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Kill[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.record({ turn: fc.nat(80), isAfter: fc.boolean() }), { maxLength: 1 }) },
  ),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never
type Finding = fc.RunDetails<[Plan]>

async function runPlan(world: World, plan: Plan): Promise<void> {
  const run = await openRun(world)
  const watch = setTimeout(() => void printPending(run), LONG_RUN_MS)
  await runAndCheck(run, plan).finally(() => clearTimeout(watch))
}

async function runAndCheck(run: Run, { steps, order, kills, checksOrder }: Plan): Promise<void> {
  const { world } = run
  await prepare(run)
  run.log.length = 0
  const lanes = Array.from({ length: LANES }, (_, at) => steps.filter((one) => one.lane === at))
  await world.turns.run(
    lanes.map((own) => () => inTurn(own, (one) => runStep(run, one))),
    order,
    kills,
  )
  await settle(run)
  await recordViews(run)
  const violations: string[] = checksOrder ? await findOrderLeaks(run) : []
  for (const [name, judge] of Object.entries(INVARIANTS)) for (const one of await judge(run)) violations.push(`${name}: ${one}`)
  // Findings go last, because only the end of long output may be kept.
  if (violations.length > 0) throw new Error([...collapseRepeats(run.log), '', ...violations.slice(0, 12)].join('\n'))
}

const LONG_RUN_MS = 2 * 60_000

/** Prints what a very long run is waiting for, because CI machines can't be inspected later. */
async function printPending({ world, done, log }: Run): Promise<void> {
  const requests = done.filter(({ ended }) => ended === Infinity).map(({ lane, who, method, path }) => `lane ${lane}, ${nameOf(who)}: ${method} ${path}`)
  const lines = ['Requests without a response:', ...requests, '', 'Statements in progress:', ...(await world.statements())]
  console.log(`\nA run has been going on for ${LONG_RUN_MS / 1000} s.\n${[...collapseRepeats(log), '', ...lines].join('\n')}`)
}

/** Collapses repeated identical requests into one line. */
function collapseRepeats(log: string[]): string[] {
  const groups: { line: string; times: number }[] = []
  for (const line of log) {
    const last = groups.at(-1)
    if (last?.line === line) last.times++
    else groups.push({ line, times: 1 })
  }
  return groups.map(({ line, times }) => (times > 1 ? `${line} (${times} times)` : line))
}

async function inTurn<T>(list: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of list) await work(one)
}

async function runStep(run: Run, one: Step): Promise<void> {
  const times = 'times' in one ? one.times : 1
  if (one.kind === 'call') return inTurn(Array.from({ length: times }), () => makeCall(run, one.call, one.lane))
  if (one.kind === 'timer') {
    run.log.push(`lane ${one.lane}: ${one.timer}`)
    const isDone = await run.world.turns.act({ lane: one.lane, isMortal: true, work: async () => (await TIMERS[one.timer](run, one.lane), true) })
    if (!isDone) run.log.push(`lane ${one.lane}: ${one.timer} → killed`)
    return
  }
  const person = run.people[one.by % 2]!
  const mailbox = [...person.mailboxes, ...run.people[(one.by + 1) % 2]!.mailboxes][one.mailbox]!
  const scene = { run, lane: one.lane, person, browser: person.browsers[one.by >> 1]!, role: one.role, mailbox, how: one.how }
  await inTurn(Array.from({ length: times }), () => CANDIDATE_ACTS[one.act](scene))
}

/** Sets up two applications by Ann and one by Bob, with everyone's email read. */
async function prepare(run: Run): Promise<void> {
  for (const [who, browser, role] of [
    [0, 0, 0],
    [0, 1, 1],
    [1, 0, 0],
  ] as const) {
    const person = run.people[who]!
    await CANDIDATE_ACTS.apply({ run, lane: 0, person, browser: person.browsers[browser]!, role, mailbox: person.mailboxes[0]!, how: 0 })
  }
  await passTime(run, 60 * 60)
  await run.world.sendDue(0)
}

/** Sends whatever is still queued. */
async function settle(run: Run): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await passTime(run, 24 * 60 * 60 - 1)
    await run.world.sendDue(0)
  }
}

/** Records what every browser can see at the end. */
async function recordViews(run: Run): Promise<void> {
  for (const person of run.people)
    for (const browser of person.browsers) {
      const pages = run.roles.flatMap(({ id }) => [`/roles/${id}/resume`, `/roles/${id}/apply`])
      await inTurn(['/application', '/api/candidate/applications', ...pages], (path) => ask(run, { person, browser }, { method: 'GET', path }))
    }
}

const PLANS_A_SEED = 10
const SHRINKING_MS = 90_000
const REPEATS = 10
const HELP = `npm run between -- [--minutes N | --plans N] [--seed N [--path P]] [--embedded] [--all] [--only NAMES]
  --minutes   how long to draw plans; 1 by default
  --plans     how many plans instead, the same on every machine. A finding that ${REPEATS} more tries of its plan don't repeat is printed and
              doesn't fail the run
  --seed      the first seed; a random one by default. With --path as printed, one plan again
  --embedded  on the embedded database, with one process
  --all       goes on after a finding, without making it small
  --only      draws only acts and calls whose names contain one of these, separated by commas`

function optionValue(word: string): string | undefined {
  const at = process.argv.indexOf(word)
  return at < 0 ? undefined : process.argv[at + 1]
}
const numericOption = (word: string, otherwise: number) => Number(optionValue(word) ?? otherwise)

async function main(): Promise<number> {
  const isSurvey = process.argv.includes('--all')
  const kind: DatabaseKind = process.argv.includes('--embedded') ? 'embedded' : 'postgres'
  const first = numericOption('--seed', Math.floor(Math.random() * 2 ** 31))
  const plans = numericOption('--plans', Infinity)
  const until = plans < Infinity ? Infinity : performance.now() + numericOption('--minutes', 1) * 60_000
  const path = optionValue('--path')
  const world = await openWorld(kind)
  const began = performance.now()
  let [runs, findings] = [0, 0]
  let lastRun = Promise.resolve()
  const property = fc.asyncProperty(plan, (drawn) => {
    runs++
    return (lastRun = runPlan(world, drawn))
  })
  for (let seed = first; performance.now() < until && (seed - first) * PLANS_A_SEED < plans; seed++) {
    const drawn = await fc.check(property, { seed, numRuns: PLANS_A_SEED, endOnFailure: true, ...(path !== undefined && { path }) })
    if (!drawn.failed) continue
    const found = isSurvey || path !== undefined ? drawn : await shrink(property, drawn)
    // One run may still be in progress when shrinking hits its time limit.
    await lastRun.catch(() => {})
    const isCounted = plans === Infinity || (await isReproducible(world, found.counterexample![0]))
    console.log(`\nSeed ${seed}, path ${found.counterexamplePath} (${kind})${isCounted ? '' : ', not repeated'}:\n${describe(found)}`)
    if (isCounted) findings++
    if (path !== undefined || (findings > 0 && !isSurvey)) break
  }
  console.log(`${runs} runs on ${kind} from seed ${first} in ${Math.round((performance.now() - began) / 1000)} s, ${findings} findings`)
  await world.close()
  return findings
}

/**
 * Only shrinking has a time limit. When all plans shared one, a pause of the machine started the next run alongside the one in progress, and both
 * hung.
 */
async function shrink(property: fc.IAsyncProperty<[Plan]>, found: Finding): Promise<Finding> {
  const smaller = await fc.check(property, { seed: found.seed, path: found.counterexamplePath!, interruptAfterTimeLimit: SHRINKING_MS })
  return smaller.counterexample ? smaller : found
}

/** Reruns a plan, because the outcome of a lock wait depends on timing: on a busy machine, it may have turned out differently just once. */
async function isReproducible(world: World, drawn: Plan): Promise<boolean> {
  for (let again = 0; again < REPEATS; again++) {
    const isCorrect = await runPlan(world, drawn).then(
      () => true,
      () => false,
    )
    if (!isCorrect) return true
  }
  return false
}

/** Returns the errors and the requests that led to them. */
function describe({ errorInstance, counterexample }: Finding): string {
  const told = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return process.env['LOG_LEVEL'] ? `${told}\n${JSON.stringify(counterexample?.[0])}` : told
}

if (process.argv.includes('--help')) console.log(HELP)
else process.exit((await main()) > 0 ? 1 : 0)

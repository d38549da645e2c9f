import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type pg from 'pg'

/** How long a lane without a turn counts as still running. After that, it's waiting for a lock, a connection or a file. */
const BLOCKED_AFTER_MS = 25
/** After a kill, an action that makes no progress for this long was waiting for something the killed one started, such as a shared page render. */
const ORPHANED_MS = 30_000

/** `turn` is the number of the statement during which the process dies, counted in turn order. */
export type Kill = { turn: number; isAfter: boolean }

/** An action in progress. `die` abandons it, so none of it continues, as when a process dies. */
type Task = { lane: number; isMortal: boolean; isDead: boolean; die: () => void }
type Act<T> = { lane: number; isMortal: boolean; work: (death: AbortSignal) => Promise<T> }
type WaitingTask = { task: Task; go: () => void }
type Lane = { isDone: boolean; changedAt: number }
/** All requests in a process wait for this read (`readContentVersion`), so it doesn't die along with the request that started it. */
const SHARED = /^\s*select concat_ws\('\/',/

type Query = (...words: unknown[]) => Promise<unknown>

/**
 * Makes concurrent actions take turns at every database statement, in an order drawn from the seed, so any two can interleave anywhere. Statements
 * outside `run` pass through.
 */
export function openTurns() {
  const tasks = new AsyncLocalStorage<Task>()
  let round: Round | null = null

  /** Waits for a turn; returns the kill if the process dies at this statement. With `isAfter`, the statement still runs. */
  async function turn(isShared = false): Promise<Kill | null> {
    const task = tasks.getStore()
    if (!task) return null
    if (task.isDead && !isShared) return DEAD
    return round ? round.wait(task, isShared) : null
  }

  /** Returns a promise that never resolves, so nothing in this action continues. */
  function end(): Promise<never> {
    tasks.getStore()?.die()
    return new Promise(() => {})
  }
  const handlers = { turn, end, changed: () => round?.changed(tasks.getStore()) }

  return {
    /** Makes every statement in this pool wait for its turn. */
    watch: (pool: pg.Pool) => watch(handlers, pool),
    /** Waits for a turn for something other than a statement, such as the mail server. */
    turn,
    end,
    /** Returns a number from 0 to `most` - 1, drawn from the same seed as the turns. */
    draw: (most: number) => round?.draw(most) ?? 0,
    /** Runs an action; returns null instead of its result if its process was killed. */
    act: <T>(act: Act<T>) => carryOut(tasks, act, () => round?.hadKill() ?? false),
    async run(lanes: (() => Promise<void>)[], order: number[], kills: Kill[]): Promise<void> {
      const own = (round = openRound(lanes.length, order, kills))
      try {
        await Promise.all([own.giveTurns(), ...lanes.map((work, lane) => work().finally(() => own.end(lane)))])
      } finally {
        round = null
      }
    },
  }
}
export type Turns = ReturnType<typeof openTurns>

function carryOut<T>(tasks: AsyncLocalStorage<Task>, { lane, isMortal, work }: Act<T>, hadKill: () => boolean): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const death = new AbortController()
    const die = () => {
      clearInterval(watch)
      death.abort()
      resolve(null)
    }
    const task = { lane, isMortal, isDead: false, die }
    // Other actions in the same process die, too.
    const watch = setInterval(() => {
      if (!hadKill()) return
      task.isDead = true
      die()
    }, ORPHANED_MS)
    void tasks
      .run(task, () => work(death.signal))
      .then(resolve, reject)
      .finally(() => clearInterval(watch))
  })
}

const DEAD: Kill = { turn: 0, isAfter: false }

type TurnHandlers = { turn: (isShared: boolean) => Promise<Kill | null>; end: () => Promise<never>; changed: () => void }

function watch(handlers: TurnHandlers, pool: pg.Pool): void {
  pool.on('acquire', (client) => takeTurns(handlers, client))
  const connect = pool.connect.bind(pool) as Query
  // One action may release a connection that another acquires, so callbacks keep their own context.
  const bound = (one: unknown) => (typeof one === 'function' ? AsyncResource.bind(one as () => void) : one)
  pool.connect = ((...words: unknown[]) => connect(...words.map(bound))) as never
}

function takeTurns({ turn, end, changed }: TurnHandlers, client: pg.PoolClient): void {
  const marked = client as pg.PoolClient & { takesTurns?: true }
  if (marked.takesTurns) return
  marked.takesTurns = true
  const query = client.query.bind(client) as Query
  const queryInTurn = async (words: unknown[]) => {
    const kill = await turn(isSharedRead(words[0]))
    if (kill && !kill.isAfter) await die(client, end)
    const result = await query(...words).finally(changed)
    if (kill) await die(client, end)
    return result
  }
  client.query = ((...words: unknown[]) => {
    const outcome = words.at(-1)
    // A cursor is passed through, because its rows are read later.
    if (typeof (words[0] as { submit?: unknown }).submit === 'function') return query(...words)
    if (typeof outcome !== 'function') return queryInTurn(words)
    void queryInTurn(words.slice(0, -1)).then(
      (result) => outcome(null, result),
      (error: unknown) => outcome(error),
    )
  }) as typeof client.query
}

function isSharedRead(statement: unknown): boolean {
  return SHARED.test(typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''))
}

/** Simulates a process dying: the server notices that its connection is gone, and nothing continues. */
function die(client: pg.PoolClient, end: () => Promise<never>): Promise<never> {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  client.release(true)
  return end()
}

type Round = ReturnType<typeof openRound>

function openRound(count: number, order: number[], kills: Kill[]) {
  const lanes: Lane[] = Array.from({ length: count }, () => ({ isDone: false, changedAt: performance.now() }))
  const waiting: WaitingTask[] = []
  let [turns, drawn] = [0, 0]
  let isAnyDead = false
  const draw = (most: number) => (most > 1 ? (order[drawn++] ?? 0) % most : 0)
  const changed = (lane: number) => (lanes[lane]!.changedAt = performance.now())
  const isSettled = (one: Lane, lane: number) =>
    one.isDone || waiting.some(({ task }) => task.lane === lane) || performance.now() - one.changedAt > BLOCKED_AFTER_MS

  return {
    draw,
    hadKill: () => isAnyDead,
    /** Call when a lane is running again and about to wait for its next turn. */
    changed: (task: Task | undefined) => void (task && changed(task.lane)),
    async wait(task: Task, isShared: boolean): Promise<Kill | null> {
      await new Promise<void>((go) => {
        waiting.push({ task, go })
        changed(task.lane)
      })
      changed(task.lane)
      if (task.isDead && !isShared) return DEAD
      const kill = task.isMortal && !isShared ? (kills.find((one) => one.turn === turns) ?? null) : null
      turns++
      if (kill) task.isDead = isAnyDead = true
      return kill
    },
    end: (lane: number) => void (lanes[lane]!.isDone = true),
    /**
     * Hands out one turn at a time, once every lane is either ready for one or blocked. The last turns go to work that's still running in the
     * background.
     */
    async giveTurns(): Promise<void> {
      while (lanes.some((one) => !one.isDone)) {
        if (waiting.length > 0 && lanes.every(isSettled)) {
          const inOrder = waiting.map(({ task }, at) => ({ lane: task.lane, at })).sort((a, b) => a.lane - b.lane || a.at - b.at)
          const [next] = waiting.splice(inOrder[draw(inOrder.length)]!.at, 1)
          changed(next!.task.lane)
          next!.go()
        }
        await nextRound()
      }
      for (const { go } of waiting.splice(0)) go()
    },
  }
}

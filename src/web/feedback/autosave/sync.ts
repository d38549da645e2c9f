import { load } from './load.ts'
import { noteFailure, send, type How, type World } from './send.ts'

const SERVER_PAUSE = 500
const FIRST_RETRY = 2000
const LONGEST_RETRY = 30_000

/** Syncs the store with the server, one save at a time, retrying until everything is there. */
export function openSync(world: World) {
  const { store, draft, calls } = world
  const inTurn = openTurns()
  const pause = openPause(() => void flush())
  const soon = () => pause.set(SERVER_PAUSE)

  async function save(questions: number[], how: How): Promise<void> {
    try {
      await send(world, questions, how)
      pause.forgetFailures()
      if (store.sendable().length > 0) soon()
    } catch (failure) {
      const became = await noteFailure(world, failure)
      if (became === 'passing') pause.afterFailure()
      else if (became === 'choice' && store.read().choices.length === 0) soon()
      throw failure
    }
  }

  function flush(): Promise<boolean> {
    pause.end()
    return inTurn(async () => {
      const questions = store.sendable()
      if (questions.length > 0) await save(questions, { submitted: false }).catch(() => {})
      return !store.read().hasUnsaved
    })
  }

  async function submit(interview_datetime_utc: string | null): Promise<void> {
    pause.end()
    await inTurn(() => save(store.ids(), { submitted: true, interview_datetime_utc }))
    if (!store.read().hasUnsaved) draft.remove()
  }

  const correctTime = (interview_datetime_utc: string) =>
    inTurn(async () => {
      const { header } = store.read()
      if (header) store.set({ header: await calls.correctTime(header, interview_datetime_utc) })
    })

  const read = () => load(world).then(() => void (store.read().hasUnsaved && soon()))
  return { load: read, soon, flush, submit, correctTime, stop: pause.end }
}

/** Runs tasks one after another, so each sees the result of the previous one. */
function openTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }
}

/** A single timer; waits longer after each failure. */
function openPause(then: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const set = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  return {
    set,
    afterFailure: () => set(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures++)),
    forgetFailures: () => void (failures = 0),
    end: () => clearTimeout(timer),
  }
}

import { Worker } from 'node:worker_threads'
import type { RedFlag } from '../generator.ts'
import type { Question, Reply } from './finder-worker.ts'
import type { Weight } from './weigh.ts'

type PendingRequest = { resolve: (weights: Weight[]) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; waiting: Map<number, PendingRequest> }

let thread: Thread | undefined
let lastId = 0

/** Returns how the finder scores each sentence. Runs in a separate thread, started on first use, so it doesn't block other requests. */
export function weigh({ fgl_ref_red_flag_id, red_flag_desc, signal_words, examples = [] }: RedFlag, texts: string[]): Promise<Weight[]> {
  return ask({ redFlag: { fgl_ref_red_flag_id, red_flag_desc, signal_words, examples }, texts })
}

/** Starts the thread if needed and embeds sentences ahead of time. Errors surface when the sentences are scored. */
export function readAhead(texts: string[]): void {
  void ask({ redFlag: null, texts }).catch(() => undefined)
}

function ask(question: Omit<Question, 'id'>): Promise<Weight[]> {
  const { worker, waiting } = (thread ??= start())
  const { promise, resolve, reject } = Promise.withResolvers<Weight[]>()
  const id = (lastId += 1)
  waiting.set(id, { resolve, reject })
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker messages have no origin
  worker.postMessage({ id, ...question } satisfies Question)
  return promise
}

function start(): Thread {
  const worker = new Worker(new URL('./finder-worker.ts', import.meta.url), { execArgv: [] })
  const waiting: Thread['waiting'] = new Map()
  worker.on('message', (reply: Reply) => {
    const request = waiting.get(reply.id)
    waiting.delete(reply.id)
    // An idle thread doesn't keep the process alive.
    if (waiting.size === 0) worker.unref()
    if ('error' in reply) request?.reject(new Error(reply.error))
    else request?.resolve(reply.weights)
  })
  const fail = (error: Error) => {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The finder stopped.')))
  return { worker, waiting }
}

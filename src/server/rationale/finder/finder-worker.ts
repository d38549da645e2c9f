import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { RedFlag } from '../generator.ts'
import { openEncoder, remembering } from './encoder.ts'
import { readHeads } from './heads.ts'
import { weighAll, type Weight } from './weigh.ts'

export type Question = { id: number; redFlag: RedFlag; texts: string[] }
export type Reply = { id: number; weights: Weight[] } | { id: number; error: string }

/** 4,000 embeddings are 8 MB. */
const MOST_KEPT = 4_000

const heads = readHeads(JSON.parse(readFileSync(new URL('./heads.json', import.meta.url), 'utf8')))
const encode = remembering(await openEncoder(), MOST_KEPT)

// One question at a time: the encoder has one thread, and an order makes replies predictable.
let last: Promise<unknown> = Promise.resolve()
parentPort!.on('message', (question: Question) => {
  last = last.then(() => reply(question))
})

async function reply({ id, redFlag, texts }: Question) {
  try {
    tell({ id, weights: await weighAll({ heads, encode }, redFlag, texts) })
  } catch (error) {
    tell({ id, error: String(error) })
  }
}

function tell(message: Reply) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort!.postMessage(message)
}

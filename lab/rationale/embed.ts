import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEncoder } from '#server/rationale/encoder/encoder.ts'

const CACHE = join(tmpdir(), 'rounds-embeddings.json')

/** Returns the embeddings of all texts. Caches them between runs, because 5,000 take a minute. */
export function embedAll(texts: string[]): Map<string, Float32Array> {
  const cache: Record<string, string> = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : {}
  const missing = [...new Set(texts)].filter((text) => !(text in cache))
  if (missing.length > 0) {
    const encode = openEncoder()
    for (const [i, embedding] of encode(missing).entries()) cache[missing[i]!] = Buffer.from(embedding.buffer).toString('base64')
    writeFileSync(CACHE, JSON.stringify(cache))
  }
  return new Map(texts.map((text) => [text, floats(cache[text]!)]))
}

function floats(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

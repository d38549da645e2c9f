/** The rows of one text within the batch. */
export type Span = { start: number; end: number }

const HEADS = 4

/**
 * Writes each token's mix of the values of all of its text's tokens (Vaswani et al., 2017). Each row of `qkv` holds queries, keys and values side by
 * side.
 */
export function attend(qkv: Float32Array, { start, end }: Span, width: number, mixed: Float32Array): void {
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

/** Uses four sums in parallel: with a single one, each addition would wait for the previous one. */
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
  let most = -Infinity
  for (const value of values) if (value > most) most = value
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] = Math.exp(values[i]! - most)
  for (let i = 0; i < values.length; i++) values[i]! /= sum
}

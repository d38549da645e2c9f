/** Square matrices, stored row by row. */
export type Matrix = { size: number; values: Float64Array }

/** Inverts a symmetric positive definite matrix (Gauss–Jordan without pivoting). */
export function inverseOf({ size, values }: Matrix): Matrix {
  const left = values.slice()
  const right = new Float64Array(size * size)
  for (let i = 0; i < size; i++) right[i * size + i] = 1
  for (let k = 0; k < size; k++) {
    const pivot = left[k * size + k]!
    for (let j = 0; j < size; j++) {
      left[k * size + j]! /= pivot
      right[k * size + j]! /= pivot
    }
    for (let i = 0; i < size; i++) {
      const factor = left[i * size + k]!
      if (i === k || factor === 0) continue
      for (let j = k; j < size; j++) left[i * size + j]! -= factor * left[k * size + j]!
      for (let j = 0; j < size; j++) right[i * size + j]! -= factor * right[k * size + j]!
    }
  }
  return { size, values: right }
}

export function multiply({ size, values }: Matrix, vector: Float64Array): Float64Array {
  return vector.map((_, i) => {
    let sum = 0
    for (let j = 0; j < size; j++) sum += values[i * size + j]! * vector[j]!
    return sum
  })
}

export type Observed = { signs: number[]; isTrue: boolean }

const PENALTY = 1e-3
const ROUNDS = 25

function addSquare(to: Float64Array, row: ArrayLike<number>, weight: number): void {
  for (let i = 0; i < row.length; i++) for (let j = 0; j < row.length; j++) to[i * row.length + j]! += row[i]! * row[j]! * weight
}

/** Fits a logistic regression by Newton's method, with a slight penalty; the last weight is the constant. */
export function fitLogistic(observed: Observed[]): number[] {
  const size = observed[0]!.signs.length + 1
  let weights = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight, i) => (i < size - 1 ? PENALTY * observed.length * weight : 0))
    const curve = new Float64Array(size * size)
    for (let i = 0; i < size; i++) curve[i * size + i] = PENALTY * (i < size - 1 ? observed.length : 1e-3)
    for (const { signs, isTrue } of observed) {
      const row = [...signs, 1]
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i]!, 0)))
      for (let i = 0; i < size; i++) slope[i]! += row[i]! * (p - Number(isTrue))
      addSquare(curve, row, p * (1 - p))
    }
    const step = multiply(inverseOf({ size, values: curve }), slope)
    weights = weights.map((weight, i) => weight - step[i]!)
  }
  return [...weights]
}

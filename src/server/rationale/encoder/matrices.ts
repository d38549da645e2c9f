import { openGemm, packedColumns, ROWS } from './gemm.ts'

/** A linear layer, with the locations of its weights and biases in memory. */
export type Dense = { weights: number; bias: number; inner: number; columns: number }
export type Matrices = ReturnType<typeof openMatrices>

const PAGE = 65_536

/** Allocates memory for weights and results, with multiplication on it. Addresses are in bytes. */
export function openMatrices(bytes: number, inners: number[]) {
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

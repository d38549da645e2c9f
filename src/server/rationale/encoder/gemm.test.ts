import { expect, test } from 'vitest'
import { openGemm, packedColumns, ROWS } from './gemm.ts'

test.each([
  ['with fused instructions', true],
  ['without', false],
])('multiplies rows by a matrix and adds a row of constants, %s', (_, isFused) => {
  const [rows, inner, columns] = [2 * ROWS, 64, 24]
  const memory = new WebAssembly.Memory({ initial: 1 })
  const numbers = (length: number, step: number) => Float32Array.from({ length }, (_unused, i) => Math.sin(i * step))
  const [a, b, bias] = [numbers(rows * inner, 0.7), numbers(inner * columns, 1.3), numbers(columns, 2.1)]
  let used = 0
  const writeValues = (values: Float32Array) => {
    const at = used
    new Float32Array(memory.buffer, at, values.length).set(values)
    used += values.byteLength
    return at
  }
  const places = [writeValues(a), writeValues(packedColumns(b, inner, columns)), writeValues(bias)] as const
  openGemm(memory, [32, inner], [isFused]).get(inner)!(...places, used, rows / ROWS, columns)

  const product = new Float32Array(memory.buffer, used, rows * columns)
  for (const [i, value] of product.entries()) {
    const [row, column] = [Math.floor(i / columns), i % columns]
    const expected = Array.from({ length: inner }, (_unused, k) => a[row * inner + k]! * b[k * columns + column]!).reduce(
      (sum, one) => sum + one,
      bias[column]!,
    )
    expect(value).toBeCloseTo(expected, 4)
  }
})

import { assemble, type Code, simd, v128 } from './wasm.ts'

/** Rows and columns per iteration of the innermost loop: as many sums as vector registers allow. */
export const ROWS = 6
export const COLUMNS = 8
/** Steps along the inner dimension between checks of the loop counter. */
const UNROLLED = 4

/** Computes `c = a × b + bias` for `blocks × 6` rows. `a`, `b`, `bias` and `c` are byte addresses in memory; `b` is packed by `packedColumns`. */
export type Multiply = (a: number, b: number, bias: number, c: number, blocks: number, columns: number) => void

/**
 * Compiles one multiplication per inner dimension, which must be a multiple of 4. It's WebAssembly because JavaScript has no vector instructions.
 * `fused` says which variants to try, in order.
 */
export function openGemm(memory: WebAssembly.Memory, inners: number[], fused = [true, false]): Map<number, Multiply> {
  // Not every engine has fused multiply-add; without it, the same sums take longer.
  const code = fused
    .map((isFused) =>
      assemble(
        inners.map((inner) => bodyOf(inner, isFused)),
        LOCALS,
      ),
    )
    .find((bytes) => WebAssembly.validate(bytes))
  if (!code) throw new Error('This engine has no WebAssembly vectors.')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } })
  return new Map(inners.map((inner, i) => [inner, exports[`f${i}`] as Multiply]))
}

/** Packs a matrix of `inner` rows into panels of 8 columns, the order in which they're read. */
export function packedColumns(matrix: Float32Array, inner: number, columns: number): Float32Array {
  const packed = new Float32Array(matrix.length)
  let at = 0
  for (let column = 0; column < columns; column += COLUMNS)
    for (let row = 0; row < inner; row++) for (let j = 0; j < COLUMNS; j++) packed[at++] = matrix[row * columns + column + j]!
  return packed
}

/** Locals after the six parameters. */
const A = 0
const B = 1
const BIAS = 2
const C = 3
const BLOCKS = 4
const LEFT = 5
const [AT_A, AT_B, AT_C, BLOCKS_LEFT, STEPS_LEFT, ROW_BYTES] = [6, 7, 8, 9, 10, 11]
const SUMS = 12
const [B0, B1, SPLAT] = [SUMS + ROWS * 2, SUMS + ROWS * 2 + 1, SUMS + ROWS * 2 + 2]
const LOCALS = { numbers: 6, vectors: ROWS * 2 + 3 }

const { get, set, add, loop, shifted, number } = v128
const rows = [...Array(ROWS).keys()]

/** The innermost loop: six rows of `a` and one panel of `b` along the inner dimension. */
function alongInner(inner: number, isFused: boolean): Code {
  const step = (u: number): Code => [
    ...set(B0, [...get(AT_B), ...simd.load(u * COLUMNS * 4)]),
    ...set(B1, [...get(AT_B), ...simd.load(u * COLUMNS * 4 + 16)]),
    ...rows.flatMap((row) => [
      ...set(SPLAT, [...get(AT_A), ...simd.splat(row * inner * 4 + u * 4)]),
      ...[B0, B1].flatMap((b, half) => set(SUMS + row * 2 + half, simd.multiplyAdd(get(SPLAT), get(b), get(SUMS + row * 2 + half), isFused))),
    ]),
  ]
  return loop([
    ...Array.from({ length: UNROLLED }, (_, u) => step(u)).flat(),
    ...add(AT_A, number(UNROLLED * 4)),
    ...add(AT_B, number(UNROLLED * COLUMNS * 4)),
    ...add(STEPS_LEFT, number(-1)),
    ...get(STEPS_LEFT),
  ])
}

function bodyOf(inner: number, isFused: boolean): Code {
  const block = loop([
    ...set(AT_B, get(B)),
    ...rows.flatMap((row) => [0, 1].flatMap((half) => set(SUMS + row * 2 + half, [...get(BIAS), ...simd.load(half * 16)]))),
    ...set(STEPS_LEFT, number(inner / UNROLLED)),
    ...alongInner(inner, isFused),
    ...add(AT_A, number((ROWS - 1) * inner * 4)),
    ...rows.flatMap((row) => [
      ...[0, 1].flatMap((half) => [...get(AT_C), ...get(SUMS + row * 2 + half), ...simd.store(half * 16)]),
      ...add(AT_C, get(ROW_BYTES)),
    ]),
    ...add(BLOCKS_LEFT, number(-1)),
    ...get(BLOCKS_LEFT),
  ])
  const panel = loop([
    ...set(AT_A, get(A)),
    ...set(AT_C, get(C)),
    ...set(BLOCKS_LEFT, get(BLOCKS)),
    ...block,
    ...add(B, number(inner * COLUMNS * 4)),
    ...add(BIAS, number(COLUMNS * 4)),
    ...add(C, number(COLUMNS * 4)),
    ...add(LEFT, number(-COLUMNS)),
    ...get(LEFT),
  ])
  return [...set(ROW_BYTES, shifted(get(LEFT), 2)), ...panel]
}

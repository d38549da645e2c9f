/** WebAssembly instructions as bytes. The opcodes are from the core specification, 3.0. */
type Code = number[]

const I32 = 0x7f
const V128 = 0x7b
const PARAMETERS = 6
/** A module's magic number and version. */
const HEADER: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

/** Instructions for locals and 32-bit numbers. */
const v128 = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)],
  number: (value: number): Code => [0x41, ...signed(value)],
  add: (local: number, value: Code): Code => [0x20, ...unsigned(local), ...value, 0x6a, 0x21, ...unsigned(local)],
  shifted: (value: Code, bits: number): Code => [...value, 0x41, ...signed(bits), 0x74],
  /** Repeats while the body leaves a nonzero number. */
  loop: (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0x00, 0x0b],
}

const vector = (opcode: number): Code => [0xfd, ...unsigned(opcode)]

/** Instructions for four floats at once. */
const simd = {
  load: (offset: number): Code => [...vector(0x00), 0x02, ...unsigned(offset)],
  /** Loads the float at an address into all four lanes. */
  splat: (offset: number): Code => [...vector(0x09), 0x02, ...unsigned(offset)],
  store: (offset: number): Code => [...vector(0x0b), 0x02, ...unsigned(offset)],
  multiplyAdd: (a: Code, b: Code, sum: Code, isFused: boolean): Code =>
    isFused ? [...a, ...b, ...sum, ...vector(0x105)] : [...a, ...b, ...vector(0xe6), ...sum, ...vector(0xe4)],
}

/** Assembles a module of functions f0, f1, … that take six numbers and return nothing, with imported memory. */
function assemble(bodies: Code[], locals: { numbers: number; vectors: number }): Uint8Array<ArrayBuffer> {
  const declared = [2, ...unsigned(locals.numbers), I32, ...unsigned(locals.vectors), V128]
  return Uint8Array.from([
    ...HEADER,
    ...section(1, [[0x60, ...vectorOf(Array.from({ length: PARAMETERS }, () => [I32])), 0]]),
    ...section(2, [[...name('env'), ...name('memory'), 0x02, 0x00, 0x01]]),
    ...section(
      3,
      bodies.map(() => [0]),
    ),
    ...section(
      7,
      bodies.map((_, i) => [...name(`f${i}`), 0x00, ...unsigned(i)]),
    ),
    ...section(
      10,
      bodies.map((body) => sized([...declared, ...body, 0x0b])),
    ),
  ])
}

const vectorOf = (entries: Code[]): Code => [...unsigned(entries.length), ...entries.flat()]
const sized = (code: Code): Code => [...unsigned(code.length), ...code]
const section = (id: number, entries: Code[]): Code => [id, ...sized(vectorOf(entries))]
const name = (text: string): Code => sized([...new TextEncoder().encode(text)])

/** Encodes as LEB128, like all numbers in a module. */
function unsigned(value: number): Code {
  const bytes: Code = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

function signed(value: number): Code {
  const bytes: Code = []
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 0x7f
    if ((rest >> 6 === 0 && (byte & 0x40) === 0) || (rest >> 6 === -1 && (byte & 0x40) !== 0)) return [...bytes, byte]
    bytes.push(byte | 0x80)
  }
}

/** Rows and columns per iteration of the innermost loop: as many sums as vector registers allow. */
export const ROWS = 6
export const COLUMNS = 8
/** Steps along the inner dimension for each check of the loop counter. */
const UNROLLED = 4

/** Computes `c = a × b + bias` for `blocks × 6` rows. `a`, `b`, `bias` and `c` are byte addresses in memory; `b` is packed by `packedColumns`. */
export type Multiply = (a: number, b: number, bias: number, c: number, blocks: number, columns: number) => void

/**
 * Compiles one multiplication per inner dimension, which must be a multiple of 4. Uses WebAssembly because JavaScript has no vector instructions.
 * `fused` lists the variants to try, in order.
 */
export function openGemm(memory: WebAssembly.Memory, inners: number[], fused = [true, false]): Map<number, Multiply> {
  // Not every engine has fused multiply-add; the same sums are slower without it.
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
function innerLoop(inner: number, isFused: boolean): Code {
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
    ...innerLoop(inner, isFused),
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

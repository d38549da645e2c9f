/** WebAssembly instructions as bytes. The opcodes are from the core specification, 3.0. */
export type Code = number[]

const I32 = 0x7f
const V128 = 0x7b
const PARAMETERS = 6
/** A module's magic number and version. */
const HEADER: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

/** Instructions on locals and 32-bit numbers. */
export const v128 = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)],
  number: (value: number): Code => [0x41, ...signed(value)],
  add: (local: number, value: Code): Code => [0x20, ...unsigned(local), ...value, 0x6a, 0x21, ...unsigned(local)],
  shifted: (value: Code, bits: number): Code => [...value, 0x41, ...signed(bits), 0x74],
  /** Repeats as long as the body leaves a nonzero number. */
  loop: (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0x00, 0x0b],
}

const vector = (opcode: number): Code => [0xfd, ...unsigned(opcode)]

/** Instructions on four floats at once. */
export const simd = {
  load: (offset: number): Code => [...vector(0x00), 0x02, ...unsigned(offset)],
  /** Loads the float at an address into all four lanes. */
  splat: (offset: number): Code => [...vector(0x09), 0x02, ...unsigned(offset)],
  store: (offset: number): Code => [...vector(0x0b), 0x02, ...unsigned(offset)],
  multiplyAdd: (a: Code, b: Code, sum: Code, isFused: boolean): Code =>
    isFused ? [...a, ...b, ...sum, ...vector(0x105)] : [...a, ...b, ...vector(0xe6), ...sum, ...vector(0xe4)],
}

/** Assembles a module of functions f0, f1, … that take six numbers and return nothing, with imported memory. */
export function assemble(bodies: Code[], locals: { numbers: number; vectors: number }): Uint8Array<ArrayBuffer> {
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

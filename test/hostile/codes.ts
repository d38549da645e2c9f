/** Values that never match, whatever the code is. */
const NEVER_VALID: unknown[] = [
  null,
  undefined,
  '',
  ' ',
  '-',
  '\t\n',
  0,
  1,
  -1,
  Number.POSITIVE_INFINITY,
  true,
  false,
  [],
  {},
  { $ne: '' },
  [[]],
  'null',
  'undefined',
  'NaN',
  '%',
  '%%%%%%%%',
  '________',
  "' or '1'='1",
  '*',
  '.*',
  '00000000',
  '99999999',
  '1'.repeat(64),
  '1'.repeat(1_100_000),
  'a'.repeat(43),
  '\u{1D7CE}',
  '12345678\r\nBcc: x@y.example',
]

/** Values that must not match this code; the code is empty if none was sent. */
export function hostileCodes(code: string): unknown[] {
  const digits = [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('')
  const variants = [[code], { toString: code }, Number(code || 5), `${code}0`, `0${code}0`, code.slice(1), `${code}\0`, digits || '\u0660']
  return [...NEVER_VALID, ...variants]
}

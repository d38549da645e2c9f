/** The number of dimensions in a sentence's embedding. */
export const EMBEDDED = 512

/** The dot product; for unit vectors, the cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** Half precision has no measurable effect on accuracy and halves the file size. */
export const packed = (values: Float32Array) => Buffer.from(Float16Array.from(values).buffer).toString('base64')

export function unpacked(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return Float32Array.from(new Float16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer))
}

/** A file in a ZIP. */
export type ZipEntry = { name: string; content: Uint8Array }

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** January 1, 1980, the earliest date a ZIP can store, so the same files always produce the same bytes. */
const FIRST_DAY = 0x21

/**
 * Packs files without compression, so they can be read without a library and the same files always produce the same bytes. Names must be ASCII, and
 * the total must be under 4 GB.
 */
export function packZip(files: ZipEntry[]): Uint8Array<ArrayBuffer> {
  const heads = files.map(headerOf)
  const body = files.reduce((sum, { name, content }) => sum + LOCAL_BYTES + name.length + content.length, 0)
  const directory = files.reduce((sum, { name }) => sum + CENTRAL_BYTES + name.length, 0)
  const zip = new Uint8Array(body + directory + END_BYTES)
  const view = new DataView(zip.buffer)
  let [at, listed] = [0, body]
  for (const [i, { name, content }] of files.entries()) {
    view.setUint32(at, LOCAL, true)
    zip.set(heads[i]!, at + 4)
    zip.set(asciiOf(name), at + LOCAL_BYTES)
    zip.set(content, at + LOCAL_BYTES + name.length)
    view.setUint32(listed, CENTRAL, true)
    view.setUint16(listed + 4, 20, true)
    zip.set(heads[i]!, listed + 6)
    view.setUint32(listed + 42, at, true)
    zip.set(asciiOf(name), listed + CENTRAL_BYTES)
    at += LOCAL_BYTES + name.length + content.length
    listed += CENTRAL_BYTES + name.length
  }
  view.setUint32(listed, END, true)
  view.setUint16(listed + 8, files.length, true)
  view.setUint16(listed + 10, files.length, true)
  view.setUint32(listed + 12, directory, true)
  view.setUint32(listed + 16, body, true)
  return zip
}

/** Returns the files of a ZIP made by `packZip`; null for any other ZIP, even one with the same files. */
export function unpackZip(zip: Uint8Array): ZipEntry[] | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const files: ZipEntry[] = []
  let at = 0
  while (at + LOCAL_BYTES <= zip.length && view.getUint32(at, true) === LOCAL) {
    const [size, nameSize] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)]
    const start = at + LOCAL_BYTES + nameSize
    if (start + size > zip.length) return null
    files.push({ name: String.fromCharCode(...zip.subarray(at + LOCAL_BYTES, start)), content: zip.subarray(start, start + size) })
    at = start + size
  }
  const repacked = packZip(files)
  return repacked.length === zip.length && repacked.every((byte, i) => byte === zip[i]) ? files : null
}

/** The fields shared by the local and the central header: version, flags, method, time, checksum, sizes. */
function headerOf({ name, content }: ZipEntry): Uint8Array {
  const head = new Uint8Array(LOCAL_BYTES - 4)
  const view = new DataView(head.buffer)
  view.setUint16(0, 20, true)
  view.setUint16(8, FIRST_DAY, true)
  view.setUint32(10, crc32(content), true)
  view.setUint32(14, content.length, true)
  view.setUint32(18, content.length, true)
  view.setUint16(22, name.length, true)
  return head
}

const asciiOf = (name: string) => Uint8Array.from(name, (letter) => letter.charCodeAt(0))

let table: Uint32Array | undefined

function crc32(content: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let one = byte
    for (let bit = 0; bit < 8; bit++) one = one & 1 ? 0xedb88320 ^ (one >>> 1) : one >>> 1
    return one
  })
  let crc = 0xffffffff
  for (const byte of content) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

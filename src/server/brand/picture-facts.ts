export type PictureFacts = { width: number; height: number }

/** Reads the width and height from the first bytes of a PNG, JPEG or WebP file, before anything is decoded; null for anything else. */
export function pictureFacts(file: Buffer): PictureFacts | null {
  try {
    return ofPng(file) ?? ofWebp(file) ?? ofJpeg(file)
  } catch {
    // The file ends before it states its size.
    return null
  }
}

function ofPng(file: Buffer): PictureFacts | null {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

function ofWebp(file: Buffer): PictureFacts | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return null
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) }
  if (kind === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = file.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** Walks the segments to the frame header (ITU T.81, B.2.2). */
function ofJpeg(file: Buffer): PictureFacts | null {
  if (file.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    if (marker < 0xff01) return null
  }
  return null
}

import { MAX_IMAGE_BYTES, PICTURE_KINDS, PICTURE_WIDTHS, type Picture, type PictureFormat, type PictureKind } from '#contract/brand/brand.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Upload } from '#server/http/uploads.ts'
import { createHash } from 'node:crypto'
import { insertPicture, widthsOf, type Rendition } from './store.ts'

/** Stores an uploaded picture; it's shown once the brand refers to it. */
export async function storePicture(db: Db, caller: Caller, { fields, file }: Upload): Promise<Picture> {
  const kind = PICTURE_KINDS.find((one) => one === fields['kind'])
  if (!kind) throw new HttpError(422, "Say what the picture is: 'logo' or 'hero'.")
  if (!file || file.content.length === 0) throw new HttpError(422, 'Select a picture.', { errors: [{ path: 'picture', message: 'Select a picture.' }] })
  if (file.content.length > MAX_IMAGE_BYTES) throw new HttpError(413, 'This file is larger than 10 MB. Select a smaller one.')
  const { picture, renditions } = await reEncode(kind, file.content)
  await db.transaction(async (tx) => {
    const { picture_key, width, height } = picture
    await insertPicture(tx, { picture_key, kind, width, height, created_by: caller.staff_account_id }, renditions)
    await recordAudit(tx, { actor: caller, action: 'brand.picture-uploaded', subject_kind: 'brand', facts: { kind, picture_key, width, height } })
  })
  return picture
}

const UNREADABLE = "This picture can't be read. Use a PNG, JPEG or WebP file."
/** A decoded pixel takes 4 bytes, so a small file can decompress to gigabytes. */
const MAX_PIXELS = 40_000_000
/** WebP's limit (RFC 9649, 2.1). */
const MAX_SIDE = 16_383
const NARROWEST = { logo: 64, hero: 800 } as const satisfies Record<PictureKind, number>
const FORMATS = { logo: ['webp', 'png'], hero: ['avif', 'webp'] } as const satisfies Record<PictureKind, readonly PictureFormat[]>

/**
 * Returns a picture as it's served: in every width and format, re-encoded so nothing else in the file (metadata, location, scripts) survives. Throws
 * 415 for anything but a picture, 422 for one that's too small or too large, 503 if the picture library isn't installed.
 */
async function reEncode(kind: PictureKind, file: Buffer): Promise<{ picture: Picture; renditions: Rendition[] }> {
  const facts = pictureFacts(file)
  if (!facts) throw new HttpError(415, UNREADABLE)
  if (facts.width * facts.height > MAX_PIXELS) throw new HttpError(422, 'This picture has more than 40 million pixels. Use a smaller one.')
  const { createCanvas, loadImage } = await openCanvas()
  const image = await loadImage(file).catch(() => {
    throw new HttpError(415, UNREADABLE)
  })
  if (image.width < NARROWEST[kind]) throw new HttpError(422, `This picture is ${image.width} pixels wide. Use one that's at least ${NARROWEST[kind]} wide.`)
  const widest = Math.min(image.width, PICTURE_WIDTHS[kind].at(-1)!)
  const heightAt = (width: number) => Math.max(1, Math.round((image.height * width) / image.width))
  if (heightAt(widest) > MAX_SIDE) throw new HttpError(422, 'This picture is too tall for its width. Crop it first.')
  const widths = widthsOf(kind, widest)
  const renditions: Rendition[] = []
  for (const width of widths) {
    const canvas = createCanvas(width, heightAt(width))
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, width, heightAt(width))
    for (const format of FORMATS[kind]) renditions.push({ width, format, content: await encode(canvas, format) })
  }
  const picture_key = createHash('sha256').update(kind).update(file).digest('hex').slice(0, 24)
  return { picture: { picture_key, width: widest, height: heightAt(widest), widths }, renditions }
}

type Canvas = {
  encode: {
    (format: 'avif', how: { quality: number; speed: number }): Promise<Buffer>
    (format: 'webp', quality: number): Promise<Buffer>
    (format: 'png'): Promise<Buffer>
  }
}

function encode(canvas: Canvas, format: PictureFormat): Promise<Buffer> {
  if (format === 'avif') return canvas.encode('avif', { quality: 55, speed: 8 })
  return format === 'webp' ? canvas.encode('webp', 78) : canvas.encode('png')
}

async function openCanvas() {
  return import('@napi-rs/canvas').catch(() => {
    throw new HttpError(503, "Pictures can't be stored: the package @napi-rs/canvas isn't installed on this server.")
  })
}

type PictureFacts = { width: number; height: number }

/** Reads the width and height from the first bytes of a PNG, JPEG or WebP file before anything is decoded; null for anything else. */
function pictureFacts(file: Buffer): PictureFacts | null {
  try {
    return ofPng(file) ?? ofWebp(file) ?? ofJpeg(file)
  } catch {
    // The file ends before its size.
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

import { createHash } from 'node:crypto'
import { PICTURE_WIDTHS, type Picture, type PictureFormat, type PictureKind } from '#contract/brand/brand.ts'
import { HttpError } from '#server/http/http-error.ts'
import { pictureFacts } from './picture-facts.ts'
import { widthsOf, type Rendition } from './store.ts'

const UNREADABLE = "This picture can't be read. Use a PNG, JPEG or WebP file."
/** A decoded pixel takes 4 bytes, so a small file can unpack into gigabytes. */
const MAX_PIXELS = 40_000_000
/** WebP's limit (RFC 9649, 2.1). */
const MAX_SIDE = 16_383
const NARROWEST = { logo: 64, hero: 800 } as const satisfies Record<PictureKind, number>
const FORMATS = { logo: ['webp', 'png'], hero: ['avif', 'webp'] } as const satisfies Record<PictureKind, readonly PictureFormat[]>

/**
 * Returns a picture as it's served: every width and format, re-encoded so that nothing else in the file (metadata, location, script) survives. Throws
 * 415 for anything but a picture, 422 for one that's too small or too large, 503 if the picture library isn't installed.
 */
export async function reEncode(kind: PictureKind, file: Buffer): Promise<{ picture: Picture; renditions: Rendition[] }> {
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

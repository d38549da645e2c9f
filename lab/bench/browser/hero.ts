import { createCanvas } from '@napi-rs/canvas'
import { openStage } from '#lab/faults/stage.ts'
import type { Product } from '#lab/faults/product.ts'
import { formWith } from '#test/applying.ts'

/** Starts a server for a careers site whose hero picture is straight from a camera. */
export async function startWithHero(): Promise<{ product: Product; close: () => Promise<void> }> {
  const stage = await openStage('embedded')
  const product = await stage.start()
  const as = { authorization: `Bearer ${stage.token}` }
  const { body, headers } = formWith({ kind: 'hero' }, { name: 'picture', filename: 'hero.jpg', type: 'image/jpeg', content: await photo() })
  const response = await fetch(`${product.url}/api/brand/pictures`, { method: 'POST', body: new Uint8Array(body), headers: { ...headers, ...as } })
  const { picture_key } = (await response.json()) as { picture_key: string }
  const change = { hero_key: picture_key, hero_alt: 'A nurse on a video call' }
  const set = await fetch(`${product.url}/api/brand`, { method: 'PUT', body: JSON.stringify(change), headers: { 'content-type': 'application/json', ...as } })
  if (!set.ok) throw new Error(`The hero picture returned ${set.status}`)
  return { product, close: stage.close }
}

const SHAPES = 9_000

/** Draws thousands of small shapes, which come to 23 KB at the 800 px width served to phones. */
async function photo(): Promise<Buffer> {
  const [width, height] = [2400, 1350]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const upTo = (most: number) => Math.random() * most
  for (let n = 0; n < SHAPES; n++) {
    context.fillStyle = `hsl(${Math.round(upTo(60))} ${Math.round(20 + upTo(40))}% ${Math.round(25 + upTo(50))}%)`
    context.beginPath()
    context.ellipse(upTo(width), upTo(height), 6 + upTo(70), 6 + upTo(40), upTo(Math.PI), 0, 2 * Math.PI)
    context.fill()
  }
  return canvas.encode('jpeg')
}

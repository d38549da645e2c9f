import { join } from 'node:path'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Site } from '#contract/pages.ts'
import { payRange, type OpenRole } from '#contract/roles.ts'

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 84]
const FONT = 'Rounds Share'
const FONT_FILE = join(import.meta.dirname, '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

/** The picture that a shared link to a role shows: 1200 x 630, a PNG well under 300 KB. */
export async function shareImage(role: OpenRole, site: Site): Promise<Buffer> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  if (!GlobalFonts.has(FONT)) GlobalFonts.registerFromPath(FONT_FILE, FONT)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  paintGround(context)
  paintWords(context, role, site)
  return canvas.toBuffer('image/png')
}

function paintGround(context: SKRSContext2D): void {
  context.fillStyle = '#fbf8f2'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  circle(context, { x: 1060, y: 150, radius: 250, fill: '#f6d9c3' })
  circle(context, { x: 1160, y: 560, radius: 210, fill: '#0f5a52' })
  circle(context, { x: 930, y: 610, radius: 150, fill: '#cfe0d5' })
  for (const radius of [60, 110, 160]) circle(context, { x: 1030, y: 330, radius, line: '#0f5a52' })
  circle(context, { x: 1143, y: 217, radius: 22, fill: '#d8633c' })
}

type Circle = { x: number; y: number; radius: number; fill?: string; line?: string }

function circle(context: SKRSContext2D, { x, y, radius, fill, line }: Circle): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  if (fill) {
    context.fillStyle = fill
    context.fill()
  }
  if (line) {
    context.strokeStyle = line
    context.lineWidth = 4
    context.stroke()
  }
}

function paintWords(context: SKRSContext2D, role: OpenRole, site: Site): void {
  const write = (text: string, { y, size, weight, colour }: { y: number; size: number; weight: number; colour: string }) => {
    context.font = `${weight} ${size}px "${FONT}"`
    context.fontVariationSettings = `"wght" ${weight}`
    context.fillStyle = colour
    context.fillText(text, EDGE, y)
  }
  write(`${site.company_name} Careers`.trim(), { y: 130, size: 34, weight: 600, colour: '#0f5a52' })
  context.font = `700 76px "${FONT}"`
  const lines = wrap(context, role.function_role_name, 780).slice(0, 3)
  lines.forEach((line, place) => write(line, { y: 260 + place * 90, size: 76, weight: 700, colour: '#1b2a29' }))
  const facts = ['Remote', 'Full Time', payRange(role)].filter(Boolean).join('  •  ')
  write(facts, { y: 550, size: 32, weight: 500, colour: '#4c5b58' })
}

function wrap(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

import { listOpenRoles as listOpenRolesCall, payRange, type OpenRole } from '#contract/roles.ts'
import type { FeedKind } from '#contract/renderer.ts'
import type { Page } from '#server/http/cache/page-cache.ts'
import type { Pages } from '#server/http/pages.ts'
import { safeRole } from '#server/roles/safe-role.ts'
import { listRolePages } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import type { PageContent } from './page-content.ts'
import { join } from 'node:path'
import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { schemesFor, type Scheme } from '#contract/brand/brand-colors.ts'
import { needsName } from '#contract/brand/needs-name.ts'
import type { Site } from '#contract/pages.ts'
import { findRendition } from '#server/brand/store.ts'
import type { Db } from '#server/db/connect.ts'

/** Files for other programs: the list of openings, the feeds and the share images. */
export function openCachedFiles({ db }: Pick<Services, 'db'>, pages: Pages, content: PageContent) {
  const { cache } = content

  async function feed(kind: FeedKind, type: string): Promise<Page> {
    const { renderer } = await pages.load()
    const roles = (await listRolePages(db)).map(safeRole)
    return { type, content: renderer.renderFeed(kind, roles, await content.site()) }
  }

  async function openings(): Promise<Page> {
    const roles = (await content.listOpenRoles()).map(safeRole)
    return { type: 'application/json; charset=utf-8', content: JSON.stringify(listOpenRolesCall.output.parse(roles)) }
  }

  async function image(id?: number): Promise<Page> {
    const role = id === undefined ? undefined : await content.shownRole(id)
    return { type: 'image/png', content: await shareImage(db, await content.site(), role) }
  }

  return {
    openings: () => cache.keep(listOpenRolesCall.path, openings),
    sitemap: () => cache.keep('/sitemap.xml', () => feed('sitemap', 'application/xml; charset=utf-8')),
    rss: () => cache.keep('/jobs.rss', () => feed('rss', 'application/rss+xml; charset=utf-8')),
    jobs: () => cache.keep('/jobs.xml', () => feed('jobs', 'application/xml; charset=utf-8')),
    shareImage: (id: number) => cache.keep(`/roles/${id}/og.png`, () => image(id)),
    homeShareImage: () => cache.keep('/share.png', () => image()),
  }
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 84]
/** Text ends before the circles in the image. */
const TEXT_WIDTH = 780
const FONT = 'Rounds Share'
const FONT_FILE = join(import.meta.dirname, '../../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

type ViewContext = { title: string; facts: string }

/** Renders the preview image for links to a role or the site: 1200 x 630, a PNG well under 300 KB. */
async function shareImage(db: Db, site: Site, role?: OpenRole): Promise<Buffer> {
  const { createCanvas, GlobalFonts, loadImage } = await import('@napi-rs/canvas')
  if (!GlobalFonts.has(FONT)) GlobalFonts.registerFromPath(FONT_FILE, FONT)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const { light } = schemesFor(site.accent)
  const shown = role
    ? { title: role.function_role_name, facts: ['Remote', 'Full Time', payRange(role)].filter(Boolean).join('  •  ') }
    : { title: site.headline, facts: site.facts.join('  •  ') }
  paintBackground(context, light)
  const logo = site.logo && (await findRendition(db, site.logo.picture_key, { width: site.logo.widths.at(-1)!, format: 'png' }))
  const nameFrom = logo ? paintLogo(context, await loadImage(logo)) + 24 : EDGE
  if (!site.logo || needsName(site.logo)) paintName(context, `${site.company_name} Careers`, { x: nameFrom, color: light.brand })
  paintWords(context, shown)
  return canvas.toBuffer('image/png')
}

function paintBackground(context: SKRSContext2D, { brand, leaf, warm, coral }: Scheme): void {
  context.fillStyle = '#fbf8f2'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  circle(context, { x: 1060, y: 150, radius: 250, fill: warm })
  circle(context, { x: 1160, y: 560, radius: 210, fill: brand })
  circle(context, { x: 930, y: 610, radius: 150, fill: leaf })
  for (const radius of [60, 110, 160]) circle(context, { x: 1030, y: 330, radius, line: brand })
  circle(context, { x: 1143, y: 217, radius: 22, fill: coral })
}

/** Fits the logo into a box as tall as two lines of the name. Returns its right edge. */
function paintLogo(context: SKRSContext2D, logo: Image): number {
  const scale = Math.min(420 / logo.width, 84 / logo.height)
  context.drawImage(logo, EDGE, 66, logo.width * scale, logo.height * scale)
  return EDGE + logo.width * scale
}

function paintName(context: SKRSContext2D, name: string, { x, color }: { x: number; color: string }): void {
  const size = fittingSize(context, [name], { size: 34, weight: 600, width: EDGE + TEXT_WIDTH - x })
  writer(context)(name, { x, y: 120, size, weight: 600, color })
}

/** Returns the size at which the widest line, such as one very long word, still fits. */
function fittingSize(context: SKRSContext2D, lines: string[], { size, weight, width }: { size: number; weight: number; width: number }): number {
  context.font = `${weight} ${size}px "${FONT}"`
  const widest = Math.max(...lines.map((line) => context.measureText(line).width))
  return Math.min(size, Math.floor((size * width) / widest))
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

type LineStyle = { x?: number; y: number; size: number; weight: number; color: string }

function writer(context: SKRSContext2D) {
  return (text: string, { x = EDGE, y, size, weight, color }: LineStyle) => {
    context.font = `${weight} ${size}px "${FONT}"`
    context.fontVariationSettings = `"wght" ${weight}`
    context.fillStyle = color
    context.fillText(text, x, y)
  }
}

function paintWords(context: SKRSContext2D, { title, facts }: ViewContext): void {
  const write = writer(context)
  const heading = fittingLines(context, title, { sizes: [76, 64, 54, 46, 40], weight: 700, height: 285 })
  heading.lines.forEach((line, place) => write(line, { y: 260 + place * heading.pitch, size: heading.size, weight: 700, color: '#1b2a29' }))
  const factLines = fittingLines(context, facts, { sizes: [32, 26, 21], weight: 500, height: 92 })
  factLines.lines.forEach((line, place) => write(line, { y: 550 + place * factLines.pitch, size: factLines.size, weight: 500, color: '#4c5b58' }))
}

type Fit = { sizes: number[]; weight: number; height: number }

/** Wraps the text at the largest size at which all of it fits, so nothing is cut off. */
function fittingLines(context: SKRSContext2D, text: string, { sizes, weight, height }: Fit) {
  for (const size of sizes) {
    context.font = `${weight} ${size}px "${FONT}"`
    const lines = wrap(context, text, TEXT_WIDTH)
    const pitch = Math.round(size * 1.2)
    if (lines.length * pitch <= height || size === sizes.at(-1)) return { lines, pitch, size: fittingSize(context, lines, { size, weight, width: TEXT_WIDTH }) }
  }
  throw new Error('No sizes to fit a text')
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

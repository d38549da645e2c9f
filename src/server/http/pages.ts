import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Assets, PageView, Site } from '#contract/pages.ts'
import { stylesOfPage, type Renderer } from '#contract/renderer.ts'
import { once } from '#server/once.ts'
import { FORM } from './answer.ts'
import { packPage } from './cache/compress.ts'
import { allowStyles } from './headers.ts'
import { HttpError } from './http-error.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'dist/client')
const RENDERER = join(ROOT, 'dist/pages/pages.js')
const ROOT_FILES = ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'site.webmanifest', 'logo.png', 'og.png']
const ISLANDS = ['public', 'apply', 'look', 'resume', 'protected-pdf', 'measure']
/** Leaves a route out of the API description. */
export const HIDDEN = { schema: { hide: true } }
const YEAR = 365 * 24 * 60 * 60 * 1000

/** The build of `src/web`: the public pages' renderer and the paths of their files. */
export type Pages = {
  /** Renders a page with its styles inline. */
  render: (view: PageView, site: Site) => Promise<RenderedPage>
  load: () => Promise<{ renderer: Renderer; assets: Assets }>
  /** Returns a built file's path, or null if nothing is built. */
  fileOf: (name: string) => string | null
  /** Returns the tags for a page's head that start the staff app. */
  staffTags: () => Promise<string>
}

/** A page and the CSP hash for its inline styles. */
export type RenderedPage = { html: string; styles: string }

/** Sends a page rendered for one reader. */
export async function sendPage(reply: FastifyReply, { html, styles }: { html: string | Readable; styles: string }, status = 200): Promise<FastifyReply> {
  allowStyles(reply, styles)
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(await packPage(reply, html))
}

/**
 * Mounts pages for one reader, which are never cached or indexed. Their plain forms arrive as `URLSearchParams`.
 */
export async function mountPrivatePages(app: FastifyInstance, mount: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, new URLSearchParams(body as string)))
    scope.addHook('onRequest', async (_request, reply) => {
      // Not `no-referrer`, which makes browsers submit these pages' forms with `Origin: null`.
      reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
    })
    mount(scope)
  })
}

/** Opens the pages. With `hotReload`, they're served from source so changes show immediately. */
export async function openPages(app: FastifyInstance, { hotReload }: { hotReload: boolean }): Promise<Pages> {
  const pages = await (hotReload ? openSources(app) : openBuilt(app))
  return {
    ...pages,
    render: async (view, site) => {
      const { renderer, assets } = await pages.load()
      const hash = createHash('sha256').update(stylesOfPage(assets, site)).digest('base64')
      return { html: renderer.renderPage(view, site, assets), styles: `sha256-${hash}` }
    },
  }
}

async function openBuilt(app: FastifyInstance): Promise<Omit<Pages, 'render'>> {
  const loaded = once(loadBuilt)
  await serveFiles(app)
  return {
    load: () => {
      if (!existsSync(RENDERER)) throw new HttpError(503, "The pages haven't been built yet. Run npm run build.")
      return loaded()
    },
    fileOf: (name) => (existsSync(join(CLIENT, name)) ? join(CLIENT, name) : null),
    staffTags: async () => staffTags(readManifest()),
  }
}

async function loadBuilt() {
  const renderer = (await import(pathToFileURL(RENDERER).href)) as Renderer
  return { renderer, assets: assetsOf(readManifest()) }
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(CLIENT, 'manifest.json'), 'utf8')) as Manifest
}

function assetsOf(manifest: Manifest): Assets {
  const styles = manifest['src/web/public.css']
  const assets: Assets = {
    styles: styles ? [`/${styles.file}`] : [],
    css: styles ? readFileSync(join(CLIENT, styles.file), 'utf8').trim() : '',
    islands: {},
    preloads: {},
  }
  for (const name of ISLANDS) {
    const key = [`src/web/islands/${name}.ts`, `src/web/islands/${name}.tsx`].find((one) => manifest[one])
    if (!key) continue
    assets.islands[name] = `/${manifest[key]!.file}`
    assets.preloads[name] = importsOf(manifest, key).map((one) => `/${manifest[one]!.file}`)
  }
  return assets
}

/** Returns everything a module loads before it runs. */
function importsOf(manifest: Manifest, key: string, found = new Set<string>()): string[] {
  for (const one of manifest[key]?.imports ?? []) {
    if (found.has(one)) continue
    found.add(one)
    importsOf(manifest, one, found)
  }
  return [...found]
}

function staffTags(manifest: Manifest): string {
  const entry = manifest['src/web/staff.tsx']
  if (!entry) throw new HttpError(503, "The staff pages haven't been built yet. Run npm run build.")
  const imports = importsOf(manifest, 'src/web/staff.tsx').map((key) => manifest[key]!)
  const styles = [entry, ...imports].flatMap(({ css = [] }) => css)
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...imports.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${entry.file}"></script>`,
  ].join('\n')
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(CLIENT)) return
  await app.register(fastifyStatic, {
    root: join(CLIENT, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR,
    index: false,
    decorateReply: true,
    setHeaders: (reply) => void reply.header('vary', 'accept-encoding'),
  })
  for (const name of ROOT_FILES) {
    app.get(`/${name}`, HIDDEN, (_request, reply) =>
      reply.header('cross-origin-resource-policy', 'cross-origin').sendFile(name, CLIENT, { maxAge: '1 day', immutable: false }),
    )
  }
}

async function openSources(app: FastifyInstance): Promise<Omit<Pages, 'render'>> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (!/^\/(@|src\/|node_modules\/|favicon|apple-touch-icon|site\.webmanifest|logo\.png|og\.png)/.test(request.url)) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  // Hot reload injects styles and a script that the production policy would block.
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.removeHeader('content-security-policy')
    return payload
  })
  // React Refresh needs its preamble before any module it watches.
  const tags = await vite.transformIndexHtml('/', '')
  app.get('/dev/ui', HIDDEN, (_request, reply) => reply.removeHeader('x-frame-options').type('text/html; charset=utf-8').send(partsPage(tags)))
  return {
    load: async () => {
      const renderer = (await vite.ssrLoadModule('/src/web/pages.tsx')) as Renderer
      const renderPage: Renderer['renderPage'] = (...given) => renderer.renderPage(...given).replace('<title>', `${tags}<title>`)
      return { renderer: { ...renderer, renderPage }, assets: SOURCES }
    },
    fileOf: (name) => (existsSync(join(ROOT, 'src/web/public', name)) ? join(ROOT, 'src/web/public', name) : null),
    staffTags: async () => `${tags}<script type="module" src="/src/web/staff.tsx"></script>`,
  }
}

/** Shows every shared UI part in each state; the page frames itself once per theme. */
function partsPage(tags: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parts</title>${tags}</head>
<body><script type="module" src="/src/web/dev/ui.tsx"></script></body></html>`
}

const SOURCES: Assets = {
  styles: ['/src/web/public.css'],
  css: '',
  islands: {
    public: '/src/web/islands/public.ts',
    apply: '/src/web/islands/apply.tsx',
    look: '/src/web/islands/look.ts',
    resume: '/src/web/islands/resume.tsx',
    'protected-pdf': '/src/web/islands/protected-pdf.tsx',
  },
  preloads: {},
}

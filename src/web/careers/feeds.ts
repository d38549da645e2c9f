import type { Site } from '#contract/pages.ts'
import { LOCATION_LABEL } from '#contract/pages.ts'
import { payRange, type OpenRole } from '#contract/roles.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { plainText } from '../ui/safe-html.tsx'

export type FeedRole = OpenRole & { modified_at?: string }

export function sitemap(roles: FeedRole[], { base_url }: Site): string {
  const pages = [
    { path: '/', changed: latest(roles) },
    { path: '/how-we-hire', changed: undefined },
    ...roles.map((role) => ({ path: `/roles/${role.ref_function_role_id}`, changed: role.modified_at ?? role.published_at ?? undefined })),
  ]
  const urls = pages.map(({ path, changed }) => `<url><loc>${inXml(base_url + path)}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''}</url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

export function rss(roles: FeedRole[], site: Site): string {
  const items = roles.map((role) => {
    const url = inXml(`${site.base_url}/roles/${role.ref_function_role_id}`)
    const words = [LOCATION_LABEL, payRange(role), plainText(role.function_role_description)].filter(Boolean).join('. ')
    const date = role.published_at ? `<pubDate>${new Date(role.published_at).toUTCString()}</pubDate>` : ''
    return `<item><title>${inXml(role.function_role_name)}</title><link>${url}</link><guid>${url}</guid>${date}<description>${inXml(words)}</description></item>`
  })
  const about = `<title>Openings at ${inXml(site.company_name)}</title><link>${inXml(site.base_url)}/</link><description>Open roles, all remote and full time</description><language>en-us</language>`
  const self = `<atom:link href="${inXml(site.base_url)}/jobs.rss" rel="self" type="application/rss+xml"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${about}${self}\n${items.join('\n')}\n</channel></rss>\n`
}

function latest(roles: FeedRole[]): string | undefined {
  return (
    roles
      .map((role) => role.modified_at ?? role.published_at ?? '')
      .toSorted()
      .at(-1) || undefined
  )
}

/** XML can't hold control characters, escaped or not. */
function inXml(text: string): string {
  return escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}/gu, ''))
}

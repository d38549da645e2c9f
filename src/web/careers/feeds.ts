import type { Site } from '#contract/pages.ts'
import { LOCATION_LABEL } from '#contract/pages.ts'
import type { FeedKind } from '#contract/renderer.ts'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { plainText } from '../ui/safe-html.tsx'
import { describe } from './role/job-posting.tsx'

type WriteFeed = (roles: OpenRoleDetail[], site: Site) => string

export const FEEDS: Record<FeedKind, WriteFeed> = { sitemap, rss, jobs }

function sitemap(roles: OpenRoleDetail[], { base_url }: Site): string {
  const pages = [
    { path: '/', changed: latest(roles) },
    { path: '/how-we-hire', changed: undefined },
    ...roles.map((role) => ({ path: `/roles/${role.ref_function_role_id}`, changed: role.modified_at })),
  ]
  const urls = pages.map(
    ({ path, changed }) => `<url><loc>${escapeXml(base_url + path)}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

function rss(roles: OpenRoleDetail[], site: Site): string {
  const items = roles.map((role) => {
    const url = escapeXml(`${site.base_url}/roles/${role.ref_function_role_id}`)
    const words = [LOCATION_LABEL, payRange(role), plainText(role.function_role_description)].filter(Boolean).join('. ')
    const date = role.published_at ? `<pubDate>${new Date(role.published_at).toUTCString()}</pubDate>` : ''
    return `<item><title>${escapeXml(role.function_role_name)}</title><link>${url}</link><guid>${url}</guid>${date}<description>${escapeXml(words)}</description></item>`
  })
  const about = `<title>Openings at ${escapeXml(site.company_name)}</title><link>${escapeXml(site.base_url)}/</link><description>Open roles, all remote and full time</description><language>en-us</language>`
  const self = `<atom:link href="${escapeXml(site.base_url)}/jobs.rss" rel="self" type="application/rss+xml"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${about}${self}\n${items.join('\n')}\n</channel></rss>\n`
}

/** The field names that job boards expect. One job per role; every role is remote, so its state is where the license has to be valid. */
function jobs(roles: OpenRoleDetail[], site: Site): string {
  const all = roles.map((role) => {
    const fields = {
      title: role.function_role_name,
      date: new Date(role.published_at ?? role.modified_at).toUTCString(),
      referencenumber: String(role.ref_function_role_id),
      url: `${site.base_url}/roles/${role.ref_function_role_id}`,
      company: site.company_name,
      city: 'Remote',
      state: role.license_states.join(', '),
      country: 'US',
      description: describe(role, site.company_name),
      salary: payRange(role) ?? '',
      jobtype: 'fulltime',
      category: role.department,
    }
    return `<job>${Object.entries(fields)
      .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
      .join('')}</job>`
  })
  const publisher = `<publisher>${escapeXml(site.company_name)}</publisher><publisherurl>${escapeXml(site.base_url)}/</publisherurl>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<source>${publisher}\n${all.join('\n')}\n</source>\n`
}

function latest(roles: OpenRoleDetail[]): string | undefined {
  return (
    roles
      .map((role) => role.modified_at)
      .toSorted()
      .at(-1) || undefined
  )
}

/** XML can't hold control characters or these two noncharacters, escaped or not. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ''))
}

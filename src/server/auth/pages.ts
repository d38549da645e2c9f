import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { picturePath, INITIAL_BRAND, type Brand } from '#contract/brand/brand.ts'
import { needsName } from '#contract/brand/needs-name.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { brandStylesPath } from '#server/brand/brand-styles.ts'
import { findBrand } from '#server/brand/store.ts'
import type { Env } from '#server/env.ts'
import { isLocalBrowser } from '#server/http/local.ts'
import { canSend } from '#server/mail/open-transport.ts'
import type { Pages } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'

/** Applies the selected color scheme before the first paint. The key name comes from the UI kit. */
const COLORS = `var c=null;try{c=localStorage.getItem('mantine-color-scheme-value')}catch(e){}if(c!=='light'&&c!=='dark')c=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',c)`

/** Mounts the staff app's page for every path in the two staff areas; the app does its own routing. */
export function staffPages(app: FastifyInstance, pages: Pick<Pages, 'staffTags'>, { db, env }: Pick<Services, 'db' | 'env'>): void {
  for (const url of ['/admin', '/admin/*', '/interviewer', '/interviewer/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      // A file name under a page's path must not return the page, or a cache would store it.
      if (/\.\w+$/.test(request.url.split('?')[0]!))
        return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found')
      const nonce = randomBytes(18).toString('base64url')
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': withNonce(policy, nonce),
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
        })
        .send(
          staffPage({
            env,
            nonce,
            // The sign-in page must work even when the database is down.
            brand: await findBrand(db).catch(() => INITIAL_BRAND),
            tags: await pages.staffTags(),
            isAdmin: request.url.startsWith('/admin'),
            hasMailbox: env.hasDevMailbox && isLocalBrowser(request),
          }),
        )
    })
  }
}

/** The UI kit adds style elements at run time; this response's nonce allows only those. */
function withNonce(policy: string, nonce: string): string {
  return policy.replace(/(script-src|style-src) /g, `$1 'nonce-${nonce}' `)
}

type ViewContext = { env: Env; brand: Brand; nonce: string; tags: string; isAdmin: boolean; hasMailbox: boolean }

function staffPage({ env, brand, nonce, tags, isAdmin, hasMailbox }: ViewContext): string {
  const styles = brandStylesPath(brand)
  const shownIf = (isShown: unknown, name: string) => (isShown ? [[name, '']] : [])
  const company = [
    ['company', env.COMPANY_NAME],
    ['terms', env.TERMS_URL],
    ['privacy', env.PRIVACY_URL],
    ...(brand.logo ? [['logo', picturePath(brand.logo, brand.logo.widths.at(-1)!, 'webp')]] : []),
    ...(brand.logo && brand.dark_logo ? [['dark-logo', picturePath(brand.dark_logo, brand.dark_logo.widths.at(-1)!, 'webp')]] : []),
    ...shownIf(brand.logo && needsName(brand.logo), 'name-beside'),
    ...shownIf(hasMailbox, 'mailbox'),
    ...shownIf(env.OIDC_ISSUER, 'sso'),
    ...shownIf(env.SIGN_IN === 'oidc' || !canSend(env), 'codes-off'),
  ]
  const attributes = company.map(([name, value]) => `data-${name}="${escapeHtml(value!)}"`).join(' ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${isAdmin ? 'Careers-Admin' : 'Careers-Interviewers'}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script nonce="${nonce}">${COLORS}</script>
${tags.replaceAll('<script', `<script nonce="${nonce}"`)}
${styles ? `<link rel="stylesheet" href="${styles}">` : ''}
</head>
<body>
<div id="root" ${attributes}></div>
<noscript>This area needs JavaScript.</noscript>
</body>
</html>
`
}

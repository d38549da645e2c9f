import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import { Logo } from './logo.tsx'
import { Styles } from './styles.tsx'

export type Head = {
  title: string
  description: string
  /** The path of the page's URL. */
  path: string
  image?: { path: string; alt: string }
  isHidden?: boolean
  isArticle?: boolean
  /** Structured data, already JSON. */
  jsonLd?: string
  islands?: string[]
  /** A candidate's own page, which has a sign-out button. */
  isOwn?: boolean
  /** The page's primary action: the form to apply. Shown in the header, or in a bar at the bottom on a phone. */
  apply?: string
  /** Visits are counted, if analytics is configured and the person agrees. */
  isMeasured?: boolean
}

type Props = { head: Head; site: Site; assets: Assets; notice?: ReactNode; children: ReactNode }

export function Document({ head, site, assets, notice, children }: Props): ReactNode {
  return (
    <html lang="en">
      <PageHead head={head} site={site} assets={assets} />
      <body>
        <a className="skip" href="#main">
          Skip to main content
        </a>
        {site.is_demo && (
          <p className="demo">
            This is a demo with made-up data. <a href="/admin/login">Staff sign-in</a>
          </p>
        )}
        <Header site={site} head={head} />
        {notice}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer site={site} />
        {head.apply && (
          <p className="apply-bar">
            <a className="button" href={head.apply}>
              Apply Now
            </a>
          </p>
        )}
      </body>
    </html>
  )
}

function PageHead({ head, site, assets }: Pick<Props, 'head' | 'site' | 'assets'>): ReactNode {
  const isMeasured = head.isMeasured && site.measurement_id !== null
  const islands = ['public', ...(isMeasured ? ['measure'] : []), ...(head.islands ?? [])]
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {isMeasured && <meta name="measurement-id" content={site.measurement_id!} />}
      <title>{head.title}</title>
      <Styles assets={assets} site={site} />
      <Facts head={head} site={site} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title={`Openings at ${site.company_name}`} href="/jobs.rss" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1715" />
      {head.jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asScript(head.jsonLd) }} />}
      {islands
        .flatMap((name) => assets.preloads[name] ?? [])
        .map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
      {islands.map((name) => assets.islands[name] && <script key={name} type="module" src={assets.islands[name]} />)}
    </head>
  )
}

function Facts({ head, site }: Pick<Props, 'head' | 'site'>): ReactNode {
  const url = site.base_url + head.path
  const image = head.image ?? { path: '/share.png', alt: `Careers at ${site.company_name}` }
  return (
    <>
      <meta name="description" content={head.description} />
      {head.isHidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={`${site.company_name} Careers`} />
      <meta property="og:type" content={head.isArticle ? 'article' : 'website'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.base_url + image.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** JSON for a script element, escaped so no text in it can close the element. */
export function asScript(json: string): string {
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

type HeaderProps = {
  site: Pick<Site, 'company_name' | 'logo' | 'dark_logo'>
  head: { path: string; apply?: string; isOwn?: boolean }
  /** Set in a preview. */
  scheme?: 'light' | 'dark'
}

export function Header({ site, head: { path, apply, isOwn = false }, scheme }: HeaderProps): ReactNode {
  return (
    <header className={`site-header${apply ? ' with-apply' : ''}`}>
      <div className="wrap">
        <Logo company_name={site.company_name} logo={site.logo} dark_logo={site.dark_logo} {...(scheme && { scheme })} />
        <nav aria-label="Site">
          <a href="/#openings">Openings</a>{' '}
          <a href="/how-we-hire" aria-current={path === '/how-we-hire' ? 'page' : undefined}>
            How we hire
          </a>{' '}
          {apply && (
            <a className="button small head-apply" href={apply}>
              Apply Now
            </a>
          )}
          {isOwn && (
            <form method="post" action="/application/sign-out">
              {/* Text browsers send GET for a form without data, and show a button's value instead of its label. */}
              <input type="hidden" name="sign_out" value="yes" />
              <button type="submit" className="link">
                Sign out
              </button>
            </form>
          )}
        </nav>
      </div>
    </header>
  )
}

function Footer({ site }: { site: Site }): ReactNode {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p>
          © {thisYear()} {site.company_name}. All rights reserved.
        </p>
        <ul>
          <li>
            <a href="/application">Find your application</a>
          </li>
          <li>
            <a href={site.terms_url}>Terms of Use</a>
          </li>
          <li>
            <a href={site.privacy_url}>Privacy Policy</a>
          </li>
          {site.measurement_id && (
            <li>
              <button type="button" className="link" id="cookie-settings" hidden>
                Cookie settings
              </button>
            </li>
          )}
        </ul>
      </div>
    </footer>
  )
}

function thisYear(): number {
  return new Date().getUTCFullYear()
}

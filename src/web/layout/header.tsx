import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'
import { Logo } from './logo.tsx'

type Props = { site: Site; head: { path: string; apply?: string; isOwn?: boolean } }

export function Header({ site, head: { path, apply, isOwn = false } }: Props): ReactNode {
  return (
    <header className={`site-header${apply ? ' with-apply' : ''}`}>
      <div className="wrap">
        <Logo company_name={site.company_name} logo={site.logo} />
        <nav aria-label="Site">
          <a href="/#openings">Openings</a>{' '}
          <a href="/how-we-hire" aria-current={path === '/how-we-hire' ? 'page' : undefined}>
            How we hire
          </a>
          {apply && (
            <a className="button small head-apply" href={apply}>
              Apply Now
            </a>
          )}
          {isOwn && (
            <form method="post" action="/application/sign-out">
              {/* Has a name because a text browser sends GET when a form has nothing to send. */}
              <button type="submit" className="link" name="sign_out" value="yes">
                Sign out
              </button>
            </form>
          )}
        </nav>
      </div>
    </header>
  )
}

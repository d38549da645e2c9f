import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'
import { Logo } from './logo.tsx'

export function Header({ site, path, apply }: { site: Site; path: string; apply?: string | undefined }): ReactNode {
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
              Apply for this role
            </a>
          )}
        </nav>
      </div>
    </header>
  )
}

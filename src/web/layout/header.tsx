import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

export function Header({ company_name, path, apply }: { company_name: string; path: string; apply?: string | undefined }): ReactNode {
  return (
    <header className={`site-header${apply ? ' with-apply' : ''}`}>
      <div className="wrap">
        <Logo company_name={company_name} />
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

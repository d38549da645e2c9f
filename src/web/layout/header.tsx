import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

export function Header({ company_name, path }: { company_name: string; path: string }): ReactNode {
  return (
    <header className="site-header">
      <div className="wrap">
        <Logo company_name={company_name} />
        <nav aria-label="Site">
          <a href="/#openings">Openings</a>{' '}
          <a href="/how-we-hire" aria-current={path === '/how-we-hire' ? 'page' : undefined}>
            How we hire
          </a>
        </nav>
      </div>
    </header>
  )
}

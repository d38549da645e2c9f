import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import { Document } from '../../layout/document.tsx'

export function RoleNotFoundPage({ site, assets }: { site: Site; assets: Assets }): ReactNode {
  const head = { title: `Role not found – Careers at ${site.company_name}`, description: "This role isn't open.", path: '/roles', isHidden: true }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page centered">
        <h1>Role not found</h1>
        <p className="lead">This role isn't open, or the link is wrong. If you've already applied, we have your application.</p>
        <p className="actions">
          <a className="button" href="/#openings">
            See current openings
          </a>
          <a className="button quiet" href="/how-we-hire">
            How we hire
          </a>
        </p>
      </div>
    </Document>
  )
}

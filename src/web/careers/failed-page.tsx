import type { ReactNode } from 'react'
import { NOT_OPEN_YET, type Assets, type FailedView, type Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'

export function FailedPage({ view, site, assets }: { view: FailedView; site: Site; assets: Assets }): ReactNode {
  const head = { title: `Something went wrong – Careers at ${site.company_name}`, description: view.message, path: view.retry_path, isHidden: true }
  if (view.message === NOT_OPEN_YET)
    return (
      <Document head={{ ...head, title: NOT_OPEN_YET }} site={site} assets={assets}>
        <div className="wrap page centered">
          <h1>{NOT_OPEN_YET}</h1>
          <p className="lead">Please check back later.</p>
        </div>
      </Document>
    )
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page centered">
        <h1>We couldn't load this page</h1>
        <p className="lead" role="alert">
          {view.message}
        </p>
        <p>The problem is on our side. Please try again in a minute.</p>
        <p>
          If you contact us about this, please include <code>{view.request_id}</code>.
        </p>
        <p className="actions">
          <a className="button" href={view.retry_path}>
            Retry
          </a>
          <a className="button quiet" href="/">
            Go to the home page
          </a>
        </p>
      </div>
    </Document>
  )
}

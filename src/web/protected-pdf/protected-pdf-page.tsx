import type { ReactNode } from 'react'
import type { Assets, ProtectedPdfView, Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'
import { ProtectedPdf } from './protected-pdf.tsx'

export function ProtectedPdfPage({ view, site, assets }: { view: ProtectedPdfView; site: Site; assets: Assets }): ReactNode {
  const head = {
    title: `Protected document – ${site.company_name}`,
    description: 'You need a password to open this document.',
    path: '/protected-pdf',
    isHidden: true,
    islands: view.is_published ? ['protected-pdf'] : [],
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page">
        <h1>Protected document</h1>
        {view.is_published ? (
          <>
            <noscript>
              <p>This page needs JavaScript to show the document.</p>
            </noscript>
            <div id="protected-pdf">
              <ProtectedPdf />
            </div>
          </>
        ) : (
          <p>No document is available right now.</p>
        )}
      </div>
    </Document>
  )
}

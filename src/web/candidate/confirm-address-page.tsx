import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'

/** The last step of changing an email address. Just opening the link changes nothing, because email scanners open links too. */
export function ConfirmAddressPage({ site, assets }: { site: Site; assets: Assets }): ReactNode {
  const title = 'Confirm your email address'
  const head = {
    title: `${title} – Careers at ${site.company_name}`,
    description: 'Use this address for your application.',
    path: '/application',
    isHidden: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>{title}</h1>
        {/* Without an action, the form is sent to the current URL. */}
        <form method="post">
          <p>Once you confirm, we'll email you about your application at the address this link was sent to.</p>
          <p className="actions">
            <button type="submit" className="button" name="confirm" value="yes">
              Use this address
            </button>
          </p>
        </form>
      </div>
    </Document>
  )
}

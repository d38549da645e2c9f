import type { ReactNode } from 'react'
import type { Assets, Site, UnsubscribeView } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'

/** Turns off one kind of email: asks first, then confirms. */
export function UnsubscribePage({ view: { what, isDone }, site, assets }: { view: UnsubscribeView; site: Site; assets: Assets }): ReactNode {
  const title = what === null ? "This link doesn't work" : isDone ? "You're unsubscribed" : 'Unsubscribe'
  const head = { title: `${title} – Careers at ${site.company_name}`, description: 'Unsubscribe from one type of email.', path: '/unsubscribe', isHidden: true }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>{title}</h1>
        {what === null && <p>Please use the exact link from the email.</p>}
        {what !== null && isDone && <p role="status">You won't get {what} anymore.</p>}
        {what !== null && !isDone && (
          // Without an action, the form is sent to the current URL.
          <form method="post">
            <p>Unsubscribe to stop getting {what}.</p>
            <p className="actions">
              {/* The name required by RFC 8058; it also keeps text browsers from sending GET for a form without data. */}
              <button type="submit" className="button" name="List-Unsubscribe" value="One-Click">
                Unsubscribe
              </button>
            </p>
          </form>
        )}
      </div>
    </Document>
  )
}

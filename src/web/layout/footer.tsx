import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'

export function Footer({ site }: { site: Site }): ReactNode {
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

import type { ReactNode } from 'react'
import type { Assets, Site, StillYouView } from '#contract/pages.ts'
import { NotYou } from '../applications/not-you.tsx'
import { Document } from '../layout/document.tsx'

/** Shows nothing personal, because someone else may be at this computer now. */
export function StillYouPage({ view: { role, next }, site, assets }: { view: StillYouView; site: Site; assets: Assets }): ReactNode {
  const path = `/roles/${role.ref_function_role_id}`
  const head = { title: `Welcome back – Careers at ${site.company_name}`, description: 'Continue your application.', path: `${path}/${next}`, isHidden: true }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>Is this still you?</h1>
        <p className="lead">
          Someone {next === 'licenses' ? 'listed licenses' : 'applied'} for {role.function_role_name} in this browser, and it's been a while since they used
          this page. If it was you, you can continue.
        </p>
        <form method="post" action={`${path}/continue`}>
          <input type="hidden" name="next" value={next} />
          <button type="submit" className="button">
            Yes, continue
          </button>
        </form>
        <NotYou role_id={role.ref_function_role_id} />
      </div>
    </Document>
  )
}

import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'
import { careersAddress } from './words.ts'

/** Equal opportunity and accommodation; sources in docs/decisions/0017. */
export function Statements({ site }: { site: Site }): ReactNode {
  const address = careersAddress(site.company_domain)
  return (
    <section className="statements" aria-label="Equal opportunity and accommodation">
      <p>
        {site.company_name} is an equal opportunity employer. We consider all qualified applicants without regard to race, color, religion, sex (including
        pregnancy, sexual orientation and gender identity), national origin, age, disability, genetic information, veteran status or any other status protected
        by law.
      </p>
      <p>
        Need an accommodation to apply or interview? Email <a href={`mailto:${address}`}>{address}</a>. Asking has no effect on our decision.
      </p>
    </section>
  )
}

import type { ReactNode } from 'react'
import type { Site } from '#contract/pages.ts'
import { MailLink } from '../layout/address.tsx'

/** Equal opportunity and accommodation; sources in docs/decisions/0017. */
export function Statements({ site }: { site: Site }): ReactNode {
  return (
    <section className="statements" aria-label="Equal opportunity and accommodation">
      <p>{site.eeo_statement}</p>
      <p>
        <WithAddress text={site.accommodation_statement} address={site.contact_email} />
      </p>
    </section>
  )
}

/** The contact address becomes a link wherever it appears in the text. */
function WithAddress({ text, address }: { text: string; address: string }): ReactNode {
  return text.split(address).map((part, place) =>
    place === 0 ? (
      part
    ) : (
      <span key={place}>
        <MailLink to={address} />
        {part}
      </span>
    ),
  )
}

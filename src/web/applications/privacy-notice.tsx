import type { ReactNode } from 'react'
import { MailLink } from '../layout/address.tsx'

export type PrivacyFacts = { company_name: string; careers_address: string; privacy_url: string; kept_for: string }

/** The notice at collection: what's stored, why, for how long, and whom to ask. */
export function PrivacyNotice({ company_name, careers_address, privacy_url, kept_for }: PrivacyFacts): ReactNode {
  return (
    <section className="privacy" aria-labelledby="privacy-title">
      <h2 id="privacy-title">Before you send</h2>
      <p>
        {company_name} uses your answers and your resume to consider you for this role, and for other roles if you say we may contact you about them. We also
        store basic browser details with your application. {kept_for} A person reads what you write; no software makes decisions about you. PDFs can contain
        hidden details, such as the author's name. We store the file exactly as you send it.
      </p>
      <p>
        After you apply, we email you a link to your own page. There you can get a copy of your data, correct it or ask us to erase it. You can also email{' '}
        <MailLink to={careers_address} />. See <a href="/how-we-hire#privacy">how we use your data</a> and the <a href={privacy_url}>Privacy Policy</a>.
      </p>
    </section>
  )
}

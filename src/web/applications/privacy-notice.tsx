import type { ReactNode } from 'react'

export type PrivacyFacts = { company_name: string; careers_address: string; privacy_url: string; kept_for: string }

/** The notice at collection: what is kept, for what, for how long, and whom to ask. */
export function PrivacyNotice({ company_name, careers_address, privacy_url, kept_for }: PrivacyFacts): ReactNode {
  return (
    <section className="privacy" aria-labelledby="privacy-title">
      <h2 id="privacy-title">Before you send</h2>
      <p>
        {company_name} keeps your answers, your resume and the name of your browser, to decide about this job and for nothing else. {kept_for} No software
        decides about you: a person reads what you write. A PDF can carry hidden details, such as its author; we keep the file as you send it.
      </p>
      <p>
        For a copy, a correction or deletion write to <a href={`mailto:${careers_address}`}>{careers_address}</a>. See{' '}
        <a href="/how-we-hire#privacy">how we use your data</a> and the <a href={privacy_url}>Privacy Policy</a>.
      </p>
    </section>
  )
}

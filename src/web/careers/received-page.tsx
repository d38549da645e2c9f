import type { ReactNode } from 'react'
import { CONFIRMED_BY_EMAIL, replyPromise, type Assets, type ReceivedView, type Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'
import { MailLink } from '../layout/address.tsx'

/** For browsers without cookies: confirms the application, and explains that a resume can't be added here. */
export function ReceivedPage({ view: { role, reference }, site, assets }: { view: ReceivedView; site: Site; assets: Assets }): ReactNode {
  const path = `/roles/${role.ref_function_role_id}`
  const address = site.contact_email
  const head = {
    title: `We have your application – Careers at ${site.company_name}`,
    description: 'Your application has been received.',
    path: `${path}/resume`,
    isHidden: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>Application Complete!</h1>
        <p className="lead">
          Thank you for applying for {role.function_role_name}. Your reference is {reference}.
        </p>
        <p>
          {CONFIRMED_BY_EMAIL} A person reads every application. {replyPromise(role.reply_within_days ?? site.reply_within_days)}
        </p>
        <p>
          Your browser is blocking cookies, so you can't add a resume here. It's optional. If you'd like to send one, email <MailLink to={address} /> and
          mention your reference.
        </p>
        <p className="actions">
          <a className="button" href="/#openings">
            See other openings
          </a>
        </p>
      </div>
    </Document>
  )
}

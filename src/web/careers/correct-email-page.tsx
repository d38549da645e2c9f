import type { ReactNode } from 'react'
import type { Assets, CorrectEmailView, Site } from '#contract/pages.ts'
import { NotYou } from '../applications/not-you.tsx'
import { Document } from '../layout/document.tsx'

export function CorrectEmailPage({ view: { role, email, refusal }, site, assets }: { view: CorrectEmailView; site: Site; assets: Assets }): ReactNode {
  const path = `/roles/${role.ref_function_role_id}`
  const head = {
    title: `${refusal ? 'Error: ' : ''}Correct your email address – Careers at ${site.company_name}`,
    description: 'Correct the email address on your application.',
    path: `${path}/email`,
    isHidden: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <h1>Correct your email address</h1>
        <p className="lead">We'll send your confirmation for {role.function_role_name}, and all later emails about it, to this address.</p>
        <form method="post" action={`${path}/email`} noValidate>
          <div className={`field${refusal ? ' wrong' : ''}`}>
            <label htmlFor="email">Email address</label>
            {refusal && (
              <p className="fault" id="email-fault" role="alert">
                {refusal}
              </p>
            )}
            <input
              id="email"
              name="email"
              type="email"
              autoComplete="email"
              spellCheck={false}
              defaultValue={email}
              aria-invalid={refusal ? true : undefined}
              aria-describedby={refusal ? 'email-fault' : undefined}
            />
          </div>
          <p className="actions">
            <button type="submit" className="button">
              Save address
            </button>
            <a className="button quiet" href={`${path}/resume`}>
              Keep it as is
            </a>
          </p>
        </form>
        <NotYou role_id={role.ref_function_role_id} />
      </div>
    </Document>
  )
}

import type { ReactNode } from 'react'
import { CONFIRMED_BY_EMAIL, replyPromise, type Assets, type HomeView, type Site } from '#contract/pages.ts'
import { NotYou } from '../applications/not-you.tsx'
import { Document } from '../layout/document.tsx'
import { Icon } from '../ui/icons.tsx'
import { MailLink } from '../layout/address.tsx'
import { Benefits } from './benefits.tsx'
import { Hero } from './hero.tsx'
import { Openings, PendingOpenings } from './openings/openings.tsx'
import { Stages } from './role/stages.tsx'
import { metaDescription } from './words.ts'

export function HomePage({ view, site, assets }: { view: HomeView; site: Site; assets: Assets }): ReactNode {
  const { company_name } = site
  const head = {
    isMeasured: true,
    title: `Careers at ${company_name}`,
    description: metaDescription(site.intro),
    path: '/',
  }
  return (
    <Document head={head} site={site} assets={assets} notice={view.applied && <AppliedBanner applied={view.applied} site={site} />}>
      <Hero site={site} />
      <section className="wrap openings" aria-labelledby="openings">
        <h2 id="openings" tabIndex={-1}>
          Current Openings
        </h2>
        {view.roles === 'pending' ? <PendingOpenings assets={assets} site={site} /> : <Openings view={view} contact_email={site.contact_email} />}
      </section>
      <section className="wrap company" id="company" aria-labelledby="company-title">
        <h2 id="company-title">Working at {company_name}</h2>
        <p className="intro">{site.intro}</p>
      </section>
      {site.benefits.length > 0 && (
        <section className="band" aria-labelledby="benefits-title">
          <div className="wrap">
            <h2 id="benefits-title">Benefits &amp; Perks</h2>
            <Benefits benefits={site.benefits} />
          </div>
        </section>
      )}
      <section className="wrap" aria-labelledby="steps-title">
        <h2 id="steps-title">What to expect</h2>
        <Stages reply_within_days={site.reply_within_days} />
      </section>
    </Document>
  )
}

function AppliedBanner({ applied, site }: { applied: NonNullable<HomeView['applied']>; site: Site }): ReactNode {
  return (
    <div className="arrived" role="status">
      <div className="wrap">
        <Icon name="check" />
        <div>
          <h2>Application Complete!</h2>
          <p>
            Thank you for applying for <strong>{applied.function_role_name}</strong>. Your reference is {applied.reference}. {CONFIRMED_BY_EMAIL} A person reads
            every application. {replyPromise(applied.reply_within_days)} <a href="/application">Your application page</a> shows where it stands. Questions?
            Email <MailLink to={site.contact_email} />.
          </p>
          <NotYou role_id={applied.ref_function_role_id} />
        </div>
      </div>
    </div>
  )
}

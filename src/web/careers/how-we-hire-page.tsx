import type { ReactNode } from 'react'
import type { Assets, Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'
import { Stages } from './stages.tsx'
import { careersAddress, metaDescription } from './words.ts'

const INTRO =
  'We hire people, not keywords. This page tells you each step, what we ask and why, who reads it, and how we use software on the way. ' +
  'If something is not clear, ask us: we answer every email.'

export function HowWeHirePage({ site, assets }: { site: Site; assets: Assets }): ReactNode {
  const head = { title: `How we hire – Careers at ${site.company_name}`, description: metaDescription(INTRO), path: '/how-we-hire', isMeasured: true }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page">
        <h1>How we hire</h1>
        <p className="lead">{INTRO}</p>
        <h2>The steps</h2>
        <Stages />
        <div className="prose">
          <Asked />
          <Software company_domain={site.company_domain} />
          <Privacy site={site} />
          <Adjustments company_domain={site.company_domain} />
          <p>
            <a className="button" href="/#openings">
              See current openings
            </a>
          </p>
        </div>
      </div>
    </Document>
  )
}

function Asked(): ReactNode {
  return (
    <>
      <h2>What we ask</h2>
      <ul>
        <li>Your name, your e-mail address and, if you like, your LinkedIn profile.</li>
        <li>Whether you may work in the United States, because the law asks us to know.</li>
        <li>A few questions about the work, to be answered in your own words.</li>
        <li>A resume as a PDF, if you want to send one. You can leave it out.</li>
      </ul>
      <p>We never ask for your age, your family, your health, your faith, your pay so far or a photo. Leave them out.</p>
    </>
  )
}

function Software({ company_domain }: { company_domain: string }): ReactNode {
  const address = careersAddress(company_domain)
  return (
    <>
      <h2>How we use software</h2>
      <p>No software decides about you. Nothing is scored, ranked or turned down by a program. A person reads each application and makes each decision.</p>
      <p>Names and addresses are hidden from the first reader until they ask to see them, so that your answers come first.</p>
      <p>
        After the calls, a tool may gather what interviewers wrote, so that the team does not miss a part. It quotes their own words. It does not see your name
        or your e-mail address, and a person checks every line before it counts. You can ask us to leave it out: write to{' '}
        <a href={`mailto:${address}`}>{address}</a>.
      </p>
    </>
  )
}

function Privacy({ site }: { site: Site }): ReactNode {
  const address = careersAddress(site.company_domain)
  return (
    <>
      <h2 id="privacy">Your data</h2>
      <p>
        We use what you send for one thing: to decide about the job you applied for. Only the hiring team sees it. We do not sell it, and we do not use it for
        adverts. {keptFor(site.retention_days)}
      </p>
      <p>
        You can ask for a copy, a correction or the deletion of your application at any time: write to <a href={`mailto:${address}`}>{address}</a>. More is in
        our <a href={site.privacy_url}>Privacy Policy</a>.
      </p>
    </>
  )
}

/** How long an application is kept, in one sentence. */
export function keptFor(retention_days: number): string {
  if (retention_days === 0) return 'We keep it for as long as the law asks us to, and longer only while we need it to show that we hired fairly.'
  const years = retention_days / 365
  const time = Number.isInteger(years) ? `${years} ${years === 1 ? 'year' : 'years'}` : `${retention_days} days`
  return `If we do not work together, we remove your name and your answers ${time} after our last step.`
}

function Adjustments({ company_domain }: { company_domain: string }): ReactNode {
  const address = careersAddress(company_domain)
  return (
    <>
      <h2>If you need something to be different</h2>
      <p>
        More time, a text chat in place of a video call, an interpreter, another way to apply: tell us what helps, at{' '}
        <a href={`mailto:${address}`}>{address}</a>. It has no effect on our decision. We are an equal opportunity employer.
      </p>
    </>
  )
}

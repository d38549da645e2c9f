import { retentionText } from '#contract/candidate/retention.ts'
import type { ReactNode } from 'react'
import type { Assets, HiringFigures, HowWeHireView, Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'
import { MailLink } from '../layout/address.tsx'
import { Stages } from './role/stages.tsx'
import { Statements } from './statements.tsx'
import { metaDescription } from './words.ts'

const INTRO = "Here's every step: what we ask and why, who reads it, and how we use software along the way. If something isn't clear, ask us."

export function HowWeHirePage({ view, site, assets }: { view: HowWeHireView; site: Site; assets: Assets }): ReactNode {
  const head = { title: `How we hire – Careers at ${site.company_name}`, description: metaDescription(INTRO), path: '/how-we-hire', isMeasured: true }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page">
        <h1>How we hire</h1>
        <p className="lead">{INTRO}</p>
        <h2>The steps</h2>
        <Stages reply_within_days={site.reply_within_days} />
        {view.figures && <Figures figures={view.figures} reply_within_days={site.reply_within_days} />}
        <div className="prose">
          <QuestionsAsked />
          <Software site={site} />
          <Privacy site={site} />
          <h2>Equal opportunity and accommodation</h2>
          <Statements site={site} />
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

/** What we promised, and how well we kept it. Figures based on few applications aren't shown. */
function Figures({ figures, reply_within_days }: { figures: HiringFigures; reply_within_days: number }): ReactNode {
  const { answered_in_time, days_to_answer, days_to_decision } = figures
  const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`
  const shown = [
    ...(answered_in_time === null
      ? []
      : [
          {
            label: `Replies sent within the time we promised (usually ${days(reply_within_days)})`,
            value: answered_in_time === 0 ? 'Fewer than 1 in 100' : `${answered_in_time}%`,
          },
        ]),
    ...(days_to_answer === null ? [] : [{ label: 'Half of all applicants heard from us within', value: days(days_to_answer) }]),
    ...(days_to_decision === null ? [] : [{ label: 'Half of all decisions were made within', value: days(days_to_decision) }]),
  ]
  return (
    <section aria-labelledby="figures" className="prose">
      <h2 id="figures">How we did in the last 12 months</h2>
      {shown.length === 0 ? (
        <p>We don't have enough applicants yet to publish figures without identifying someone.</p>
      ) : (
        <dl className="figures">
          {shown.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>We count every application, including those we answered late or not at all.</p>
    </section>
  )
}

function QuestionsAsked(): ReactNode {
  return (
    <>
      <h2>What we ask</h2>
      <ul>
        <li>Your name, your email address and, if you like, your LinkedIn profile.</li>
        <li>Whether you're authorized to work in the United States, and whether you'd need us to sponsor a visa.</li>
        <li>A few questions about your work, to answer in your own words.</li>
        <li>A resume (PDF, optional).</li>
      </ul>
      <p>
        Please leave out anything about your age, your family, your health or theirs, your religion or your salary history, and don't include photos. We don't
        ask for them when you apply and don't want them in your answers.
      </p>
    </>
  )
}

function Software({ site }: { site: Site }): ReactNode {
  return (
    <>
      <h2>How we use software</h2>
      <p>No software makes decisions about you. Nothing is scored, ranked or rejected by a program. People read applications and make every decision.</p>
      <p>Names and contact details are hidden on first read, so your answers come first.</p>
      {site.drafts_rationales && (
        <p>
          After interviews, a tool may collect what interviewers wrote so nothing gets missed. It quotes them word for word. It doesn't see your name or email
          address, and a person checks every line before it counts. To opt out, use <a href="/application">your application page</a> or email{' '}
          <MailLink to={site.contact_email} />.
        </p>
      )}
    </>
  )
}

function Privacy({ site }: { site: Site }): ReactNode {
  const address = site.contact_email
  return (
    <>
      <h2 id="privacy">Your data</h2>
      <p>
        We use what you send to consider you for the role you applied for, and for other roles only if you say we may contact you. Only people involved in
        hiring see it. We don't sell it, and we don't use it for advertising. {retentionText(site.retention_days)}
      </p>
      <p>
        On <a href="/application">your application page</a> you can get a copy of what you sent, correct your details or ask us to erase your data. You can also
        email <MailLink to={address} />. See our <a href={site.privacy_url}>Privacy Policy</a>.
      </p>
    </>
  )
}

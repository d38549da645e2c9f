import { labelOf } from '#contract/licenses/license-types.ts'
import type { ReactNode } from 'react'
import { STAGE_LABELS } from '#contract/candidate/candidate.ts'
import type { Assets, OwnExportView, Site } from '#contract/pages.ts'
import { formatDay, formatLongDay } from '#contract/time-zone.ts'
import { Document } from '../layout/document.tsx'

type Props = { view: OwnExportView; site: Site; assets: Assets }

/** A readable version of the JSON export: everything candidates are entitled to get about one application. */
export function OwnExportPage({ view, site, assets }: Props): ReactNode {
  const { application, exported_at, resumes, licenses, accommodation_requests } = view
  const day = (at: string) => formatLongDay(site.time_zone, at)
  const head = {
    title: `Your application – Careers at ${site.company_name}`,
    description: 'Everything we have about your application.',
    path: '/application',
    isHidden: true,
    isOwn: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow own-export">
        <h1>{application.function_role_name}</h1>
        <p>
          Everything in your application at {site.company_name}, as of {day(exported_at)}. To keep a copy, print this page or save it as a PDF.
        </p>
        <Facts title="Status">
          <Fact term="Reference" text={application.reference} />
          <Fact term="Applied" text={day(application.applied_at)} />
          <Fact term="Current status" text={`${STAGE_LABELS[application.stage].name}. ${application.stage_text}`} />
          {application.reply_by && <Fact term="You'll hear from us by" text={day(application.reply_by)} />}
          <Fact term="Contact" text={`${application.hiring_lead_name}, ${application.hiring_lead_email}`} />
          <Fact term="AI drafts" text={application.no_drafts ? 'You opted out' : 'Not opted out'} />
        </Facts>
        <Facts title="Your answers">
          {application.answers.map(({ question_text, answer }) => (
            <Fact key={question_text} term={question_text} text={answer || 'No answer'} />
          ))}
        </Facts>
        <h2>Your resumes</h2>
        <List
          none="None"
          lines={resumes.map(
            (one) => `${day(one.uploaded_at)}, ${Math.ceil(one.size_bytes / 1024)} KB${one.replaced_at ? `, replaced ${day(one.replaced_at)}` : ''}`,
          )}
        />
        <h2>Your licenses</h2>
        <List none="None" lines={licenses ? describeLicenses(licenses) : []} />
        <h2>Emails from us</h2>
        <List none="None yet" lines={application.emails.map(({ subject, sent_at }) => `${day(sent_at)}: ${subject}`)} />
        <h2>Accommodation requests</h2>
        <List none="None" lines={accommodation_requests.map(({ message, created_at }) => `${day(created_at)}: ${message}`)} />
        <p>
          <a href="/application">Back to your applications</a>
        </p>
      </div>
    </Document>
  )
}

function describeLicenses({ home_state, moved_on, npi, licenses }: NonNullable<OwnExportView['licenses']>): string[] {
  return [
    `Legal home: ${home_state ?? 'outside the United States'}${moved_on ? `, since ${formatDay(moved_on)}` : ''}`,
    ...(npi ? [`NPI ${npi}`] : []),
    ...licenses.map(describeLicense),
  ]
}

type Exported = NonNullable<OwnExportView['licenses']>['licenses'][number]

function describeLicense(one: Exported): string {
  return [
    labelOf(one),
    ...(one.license_number ? [`number ${one.license_number}`] : []),
    ...(one.is_multistate ? ['multistate'] : []),
    ...(one.is_in_progress ? ['in progress'] : []),
    ...(one.expires_on ? [`good through ${formatDay(one.expires_on)}`] : []),
    ...(one.privileges.length > 0 ? [`privileges in ${one.privileges.join(', ')}`] : []),
    ...(one.authorization ? [one.authorization] : []),
    ...(one.is_removed ? ['removed by you'] : []),
    ...one.checks.map(describeCheck),
  ].join(', ')
}

function describeCheck({ source, result, checked_on, good_until, is_for_earlier_entry }: Exported['checks'][number]): string {
  const until = good_until ? `, good until ${formatDay(good_until)}` : ''
  return `checked with ${source} on ${formatDay(checked_on)}${is_for_earlier_entry ? ' (before you changed it)' : ''}: ${result.replace('_', ' ')}${until}`
}

function Facts({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      <h2>{title}</h2>
      <dl>{children}</dl>
    </>
  )
}

function Fact({ term, text }: { term: string; text: string }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function List({ lines, none }: { lines: string[]; none: string }): ReactNode {
  if (lines.length === 0) return <p>{none}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import type { Assets, RoleView, Site } from '#contract/pages.ts'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { Document } from '../../layout/document.tsx'
import { plainText } from '../../ui/safe-html.tsx'
import { Benefits } from '../benefits.tsx'
import { jobPosting } from './job-posting.tsx'
import { RoleFrame } from './role-frame.tsx'
import { RoleText } from './role-text.tsx'
import { Statements } from '../statements.tsx'
import { Stages } from './stages.tsx'
import { formatDeadline, formatLongDay } from '#contract/time-zone.ts'
import { stateName } from '../states.ts'
import { questionSummary, metaDescription, durationText } from '../words.ts'

export function RolePage({ view, site, assets }: { view: RoleView; site: Site; assets: Assets }): ReactNode {
  const { role, minutes, via } = view
  const { state } = role
  const posted = { isMeasured: true, jsonLd: JSON.stringify(jobPosting(role, site)), apply: `/roles/${role.ref_function_role_id}/apply` }
  return (
    <Document
      head={{ ...roleHead(role, site), isArticle: true, isHidden: state === 'draft', ...(state === 'published' && posted) }}
      site={site}
      assets={assets}
    >
      <RoleFrame role={role} site={site} tab="description" via={via} canApply={state === 'published'} asks={applyingSummary(view)}>
        {state !== 'published' && <NotAccepting state={state} />}
        <div className="with-aside">
          <div className="prose">
            <RoleText role={role} company_name={site.company_name} />
            <LicenseNeeded states={role.license_states} />
            {site.benefits.length > 0 && <h2>Benefits &amp; Perks</h2>}
            <Benefits benefits={site.benefits} />
            <h2>What to expect</h2>
            <Stages reply_within_days={role.reply_within_days ?? site.reply_within_days} />
            {state !== 'paused' && <h2>Ready when you are</h2>}
            <p hidden={state === 'paused'}>
              You can stop anytime and pick up where you left off with a link we'll email you.
              <ClosingDate closes_at={role.closes_at} time_zone={site.time_zone} />
            </p>
            <Statements site={site} />
          </div>
          <AtAGlance role={role} minutes={minutes} time_zone={site.time_zone} reply_within_days={role.reply_within_days ?? site.reply_within_days} />
        </div>
      </RoleFrame>
    </Document>
  )
}

/** What applying involves, shown before any link to the form. */
function applyingSummary({ role, questions, minutes }: RoleView): string | undefined {
  if (role.state === 'paused') return undefined
  return `${questionSummary(questions)}${minutes === null ? '' : ` ${durationText(minutes)}.`}`
}

function NotAccepting({ state }: Pick<RoleView['role'], 'state'>): ReactNode {
  return (
    <p className="notice" role="status">
      {state === 'draft'
        ? "Preview: this role isn't published yet. Only people with this link can see it."
        : "We aren't accepting applications for this role right now. If you've already applied, we have your application, and you'll hear from us."}
    </p>
  )
}

export function roleHead(role: OpenRoleDetail, site: Site) {
  const title = `${role.function_role_name} – Careers at ${site.company_name}`
  const image = { path: `/roles/${role.ref_function_role_id}/og.png`, alt: `${role.function_role_name}, remote and full time, at ${site.company_name}` }
  const description = metaDescription(plainText(role.function_role_description) || `${role.function_role_name} at ${site.company_name}. Remote, full time.`)
  return { title, description, path: `/roles/${role.ref_function_role_id}`, image }
}

/** The license that each state's law requires of anyone caring for patients there. */
function LicenseNeeded({ states }: { states: string[] }): ReactNode {
  if (states.length === 0) return null
  return (
    <>
      <h2>License</h2>
      <p>
        You'll care for patients in {new Intl.ListFormat('en-US').format(states.map(stateName))}, so you'll need a license that's valid there. Multistate
        licenses and compact privileges count where they're in force. You can list what you hold when you apply, even if it doesn't cover every state yet.
      </p>
    </>
  )
}

function ClosingDate({ closes_at, time_zone }: { closes_at: string | null; time_zone: string }): ReactNode {
  if (!closes_at) return null
  return (
    <>
      {' '}
      Applications close on <time dateTime={closes_at}>{formatDeadline(time_zone, closes_at)}</time>.
    </>
  )
}

/** A role's key facts next to its text, on screens wide enough for both. */
type Props = { role: OpenRoleDetail; minutes: number | null; reply_within_days: number; time_zone: string }

function AtAGlance({ role, minutes, reply_within_days, time_zone }: Props): ReactNode {
  const pay = payRange(role)
  return (
    <aside className="in-short" aria-labelledby="in-short">
      <h2 id="in-short">At a glance</h2>
      <dl>
        <dt>Where</dt>
        <dd>Remote, anywhere in the United States</dd>
        <dt>Hours</dt>
        <dd>Full time</dd>
        <Facet name="Department" value={role.department} />
        <Facet name="Specialty" value={role.specialty} />
        <Facet name="Shift" value={role.shift} />
        <Facet name="License" value={role.license_states.map(stateName).join(', ')} />
        {pay && <dt>Pay</dt>}
        {pay && <dd>{pay}</dd>}
        {role.published_at && <dt>Posted</dt>}
        {role.published_at && (
          <dd>
            <time dateTime={role.published_at}>{formatLongDay(time_zone, role.published_at)}</time>
          </dd>
        )}
        {role.closes_at && <dt>Apply by</dt>}
        {role.closes_at && (
          <dd>
            <time dateTime={role.closes_at}>{formatDeadline(time_zone, role.closes_at)}</time>
          </dd>
        )}
        {minutes !== null && <dt>To apply</dt>}
        {minutes !== null && <dd>{durationText(minutes)}</dd>}
        <dt>Reply</dt>
        <dd>Within {reply_within_days === 1 ? '1 day' : `${reply_within_days} days`}</dd>
      </dl>
    </aside>
  )
}

function Facet({ name, value }: { name: string; value: string }): ReactNode {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

import type { ReactNode } from 'react'
import type { ApplyView, Assets, Site } from '#contract/pages.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { retentionText } from '#contract/candidate/retention.ts'
import { RoleFrame } from './role/role-frame.tsx'
import { Statements } from './statements.tsx'
import { durationText } from './words.ts'
import { roleHead } from './role/role-page.tsx'
import { Document } from '../layout/document.tsx'
import { AlreadyApplied } from '../applications/already-applied.tsx'
import { ApplyForm, type ApplyFormProps } from '../applications/apply-form.tsx'
import { NotSent } from '../applications/form-notes.tsx'
import { FormSteps } from '../applications/form-steps.tsx'
import { IslandProps } from '../applications/island-props.tsx'
import { NoQuestions } from '../applications/no-questions.tsx'

export function ApplyPage({ view, site, assets }: { view: ApplyView; site: Site; assets: Assets }): ReactNode {
  const { role } = view
  const isForm = !view.has_applied && view.questions.length > 0
  const about = roleHead(role, site)
  const title = `${view.faults.length > 0 ? 'Error: ' : ''}Apply: ${about.title}`
  const head = { ...about, title, path: `${about.path}/apply`, isHidden: true, islands: isForm ? ['apply'] : [] }
  return (
    <Document head={head} site={site} assets={assets}>
      {view.faults.length > 0 && (
        // Text browsers start at the top of the page, whatever has focus.
        <noscript>
          <div className="wrap">
            <NotSent faults={view.faults.length} />
          </div>
        </noscript>
      )}
      <RoleFrame role={role} site={site} tab="apply" via={view.via}>
        {view.withdrawn_at !== null && (
          <p className="notice">You withdrew your application on {formatLongDay(site.time_zone, view.withdrawn_at)}; you can apply again.</p>
        )}
        {view.has_applied ? <AlreadyApplied role_id={role.ref_function_role_id} /> : <Form view={view} site={site} />}
      </RoleFrame>
    </Document>
  )
}

function Form({ view, site }: { view: ApplyView; site: Site }): ReactNode {
  if (view.questions.length === 0) return <NoQuestions careers_address={site.contact_email} />
  const props = formProps(view, site)
  return (
    <div className="apply">
      <div className="before">
        <FormSteps now={1} />
        <p>
          {view.minutes !== null && `${durationText(view.minutes)}. `}Please answer every question unless it's marked (optional).
          <span className="more-needs">
            {' '}
            You can stop anytime and pick up where you left off with a link we'll email you. You can add a resume in the next step.
          </span>
        </p>
      </div>
      <div id="apply-form" className="form-column">
        <ApplyForm {...props} />
      </div>
      <IslandProps id="apply-props" props={props} />
      <Statements site={site} />
    </div>
  )
}

function formProps({ role, questions, values, edits, saved, done, faults, refusal, via, listed, carried }: ApplyView, site: Site): ApplyFormProps {
  return {
    role_id: role.ref_function_role_id,
    questions,
    values,
    edits,
    saved,
    done,
    faults,
    refusal,
    via,
    listed,
    carried,
    privacy: {
      company_name: site.company_name,
      careers_address: site.contact_email,
      privacy_url: site.privacy_url,
      kept_for: retentionText(site.retention_days),
    },
  }
}

import type { ReactNode } from 'react'
import { replyPromise, type Assets, type ResumeView, type Site } from '#contract/pages.ts'
import { Document } from '../layout/document.tsx'
import { Icon } from '../ui/icons.tsx'
import { licensesListed } from '../applications/fields/question-field.tsx'
import { FormSteps } from '../applications/form-steps.tsx'
import { NotYou } from '../applications/not-you.tsx'
import { IslandProps } from '../applications/island-props.tsx'
import { ResumeStep, type ResumeStepProps } from '../applications/resume/resume-step.tsx'

export function ResumePage({ view, site, assets }: { view: ResumeView; site: Site; assets: Assets }): ReactNode {
  const { role, user_session_id, reference, first_name, email, listed, refusal } = view
  const role_id = role.ref_function_role_id
  const head = {
    title: `${refusal ? 'Error: ' : ''}Your resume: ${role.function_role_name} – Careers at ${site.company_name}`,
    description: `Add a resume to your application for ${role.function_role_name}.`,
    path: `/roles/${role_id}/resume`,
    isHidden: true,
    islands: ['resume'],
  }
  const props: ResumeStepProps = {
    role_id,
    user_session_id,
    reference,
    role_name: role.function_role_name,
    company_name: site.company_name,
    careers_address: site.contact_email,
    reply_within: replyPromise(role.reply_within_days ?? site.reply_within_days),
    refusal,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <p className="back">
          <a href={`/roles/${role_id}`}>
            <Icon name="back" /> {role.function_role_name}
          </a>
        </p>
        <FormSteps now={2} />
        <h1>Add your resume</h1>
        <p className="lead">
          Thank you
          {first_name && (
            <>
              , <bdi>{first_name}</bdi>
            </>
          )}
          . We've received your answers. You can add a resume now. It's optional, and skipping it won't count against you.
        </p>
        {email && (
          <p className="address-check">
            Emails about this application, such as your confirmation, go to{' '}
            <strong>
              <bdi>{email}</bdi>
            </strong>
            . <a href={`/roles/${role_id}/email`}>Wrong address? Correct it</a>
          </p>
        )}
        {listed && (
          <p>
            {listed.length > 0 ? `${licensesListed(listed)} ` : role.license_states.length > 0 && 'This role requires a license. '}
            <a href={`/roles/${role_id}/licenses`}>{listed.length > 0 ? 'Change your licenses' : 'List your licenses'}</a>
            {listed.length === 0 && ' (optional).'}
          </p>
        )}
        <div id="resume-step">
          <ResumeStep {...props} />
        </div>
        <NotYou role_id={role_id} />
        <IslandProps id="resume-props" props={props} />
      </div>
    </Document>
  )
}

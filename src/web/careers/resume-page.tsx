import type { ReactNode } from 'react'
import type { Assets, ResumeView, Site } from '#contract/pages.ts'
import { careersAddress } from './words.ts'
import { Document } from '../layout/document.tsx'
import { Icon } from '../ui/icons.tsx'
import { FormSteps } from '../applications/form-steps.tsx'
import { IslandProps } from '../applications/island-props.tsx'
import { ResumeStep, type ResumeStepProps } from '../applications/resume-step.tsx'

export function ResumePage({ view, site, assets }: { view: ResumeView; site: Site; assets: Assets }): ReactNode {
  const { role, user_session_id, first_name, refusal } = view
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
    role_name: role.function_role_name,
    company_name: site.company_name,
    careers_address: careersAddress(site.company_domain),
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
          {first_name ? `Thank you, ${first_name}. ` : 'Thank you. '}
          Your answers have arrived and are safe. If you like, add a resume. It is optional, and skipping it does not count against you.
        </p>
        <div id="resume-step">
          <ResumeStep {...props} />
        </div>
        <IslandProps id="resume-props" props={props} />
      </div>
    </Document>
  )
}

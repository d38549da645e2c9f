import type { ReactNode } from 'react'
import type { OpenRoleDetail } from '#contract/roles.ts'
import { Bullets, Paragraphs } from '../../ui/safe-html.tsx'

/** A role's text in page order; also used for its structured data. */
export function RoleText({ role, company_name }: { role: OpenRoleDetail; company_name: string }): ReactNode {
  return (
    <>
      <h2>About this role</h2>
      <Paragraphs text={role.function_role_description} />
      <p className="about-company">
        This job is 100% remote: you can work from home anywhere in the United States. <a href="/#company">Learn about working at {company_name}</a>.
      </p>
      {role.function_role_responsibilities.trim() !== '' && (
        <>
          <h2>Responsibilities</h2>
          <Bullets text={role.function_role_responsibilities} />
        </>
      )}
      <h2>Requirements</h2>
      {role.function_role_requirements.trim() === '' ? <p>No specific requirements listed.</p> : <Bullets text={role.function_role_requirements} />}
    </>
  )
}

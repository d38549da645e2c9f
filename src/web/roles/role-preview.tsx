import { Paper } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { AsPublished } from '#web/ui/editor/as-published.tsx'
import { NoPay } from './role-fields.tsx'
import { asShown, hasPay, type RoleWords } from './role-words.ts'

/** A role's text as its public page shows it. */
export type ShowRole = ComponentType<{ role: OpenRoleDetail; company_name: string }>

/** What candidates will see, with the public page's component and styles. */
export function RolePreview({ words, RoleText }: { words: RoleWords; RoleText: ShowRole }): ReactNode {
  const role = asShown(words)
  const pay = payRange(role)
  const { name } = useCompany()
  return (
    <>
      <Paper withBorder p="lg" tabIndex={0} role="group" aria-label="As candidates see it">
        <AsPublished>
          <div className="role">
            <header className="role-head">
              <h2>{role.function_role_name || 'Role name'}</h2>
              <ul className="chips" aria-label="At a glance">
                <li>Remote</li>
                <li>Full Time</li>
                {pay && <li className="chip-pay">{pay}</li>}
              </ul>
            </header>
            <div className="prose">
              <RoleText role={role} company_name={name} />
            </div>
          </div>
        </AsPublished>
      </Paper>
      {!hasPay(words) && <NoPay />}
    </>
  )
}

import type { ReactNode } from 'react'
import { shortPay } from '#contract/openings.ts'
import { LOCATION_LABEL } from '#contract/pages.ts'
import type { OpenRole } from '#contract/roles.ts'
import { plainText } from '../../ui/safe-html.tsx'

/** A role that doesn't name a state is shown whatever state is selected. */
const ANY_STATE = 'Any state'
/** About two lines on the widest card; keeps a list of 500 roles small. */
const MAX_CHARACTERS = 180

export function RoleCard({ role, level }: { role: OpenRole; level: 3 | 4 }): ReactNode {
  const Heading = `h${level}` as const
  const pay = shortPay(role)
  const path = `/roles/${role.ref_function_role_id}`
  const { shift, license_states: states, specialty } = role
  return (
    <li className={`role-card${lengthOf(role.function_role_name)}`}>
      <Heading>
        <a href={path}>{role.function_role_name}</a>
      </Heading>
      {pay && <p className="pay">{pay}</p>}
      <p className="label">{[LOCATION_LABEL, shift, states.join(', ') || ANY_STATE, specialty].filter((fact) => fact !== '').join(' · ')}</p>
      <p className="two-lines">{firstTwoLines(role)}</p>
      <a className="more" href={path}>
        View Details<span className="unseen"> of {role.function_role_name}</span>
      </a>
    </li>
  )
}

/** Marks titles that don't fit next to the pay on a phone, or that take two or three lines there. */
function lengthOf(title: string): string {
  if (title.length > 60) return ' long longer longest'
  if (title.length > 30) return ' long longer'
  return title.length > 20 ? ' long' : ''
}

function firstTwoLines(role: OpenRole): string {
  const text = plainText(role.function_role_description).split('\n').slice(0, 2).join(' ')
  if (text.length <= MAX_CHARACTERS) return text
  return `${text
    .slice(0, MAX_CHARACTERS)
    .replace(/\s+\S*$/u, '')
    .replace(/[.,;:!?–-]+$/u, '')}…`
}

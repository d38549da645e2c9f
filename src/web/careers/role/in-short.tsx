import type { ReactNode } from 'react'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { stateName } from '../states.ts'
import { takesMinutes } from '../words.ts'
import { longDay } from '#contract/time-zone.ts'

/** A role's key facts beside its text, on screens with room for both. */
type Props = { role: OpenRoleDetail; minutes: number | null; reply_within_days: number; time_zone: string }

export function InShort({ role, minutes, reply_within_days, time_zone }: Props): ReactNode {
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
            <time dateTime={role.published_at}>{longDay(time_zone, role.published_at)}</time>
          </dd>
        )}
        {role.closes_at && <dt>Apply by</dt>}
        {role.closes_at && (
          <dd>
            <time dateTime={role.closes_at}>{longDay(time_zone, role.closes_at)}</time>
          </dd>
        )}
        {minutes !== null && <dt>To apply</dt>}
        {minutes !== null && <dd>{takesMinutes(minutes)}</dd>}
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

import type { ReactNode } from 'react'
import { payRange, type OpenRoleDetail } from '#contract/roles.ts'
import { dayOf } from './words.ts'

/** The facts of a role beside its text, on screens that have room for both. */
export function InShort({ role }: { role: OpenRoleDetail }): ReactNode {
  const pay = payRange(role)
  return (
    <aside className="in-short" aria-labelledby="in-short">
      <h2 id="in-short">In short</h2>
      <dl>
        <dt>Where</dt>
        <dd>Remote, anywhere in the United States</dd>
        <dt>Hours</dt>
        <dd>Full time</dd>
        {pay && <dt>Pay</dt>}
        {pay && <dd>{pay}</dd>}
        {role.published_at && <dt>Published</dt>}
        {role.published_at && (
          <dd>
            <time dateTime={role.published_at}>{dayOf(role.published_at)}</time>
          </dd>
        )}
        {role.closes_at && <dt>Apply by</dt>}
        {role.closes_at && (
          <dd>
            <time dateTime={role.closes_at}>{dayOf(role.closes_at)}</time>
          </dd>
        )}
        <dt>To apply</dt>
        <dd>About five minutes</dd>
      </dl>
      <a className="button" href={`/roles/${role.ref_function_role_id}/apply`}>
        Apply now
      </a>
    </aside>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { NotYou } from './not-you.tsx'

/** Shown instead of the form once it has been submitted. */
export function AlreadyApplied({ role_id }: { role_id: number }): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="notice good already">
      <h2 ref={title} tabIndex={-1}>
        You've already applied for this role
      </h2>
      <p>We've received your answers. There's nothing else you need to do.</p>
      <p className="actions">
        <a className="button" href={`/roles/${role_id}/resume`}>
          Add or replace your resume
        </a>
        <a className="button quiet" href="/#openings">
          See other openings
        </a>
      </p>
      <NotYou role_id={role_id} />
    </div>
  )
}

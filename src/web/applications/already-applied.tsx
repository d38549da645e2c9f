import { useEffect, useRef, type ReactNode } from 'react'

/** Takes the place of the form after it was submitted. */
export function AlreadyApplied({ role_id }: { role_id: number }): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="notice good already">
      <h2 ref={title} tabIndex={-1}>
        You have already applied for this role
      </h2>
      <p>Your answers arrived and are safe. We sent a copy to your e-mail address. There is nothing more that you have to do.</p>
      <p className="actions">
        <a className="button" href={`/roles/${role_id}/resume`}>
          Add or replace your resume
        </a>
        <a className="button quiet" href="/#openings">
          See other openings
        </a>
      </p>
    </div>
  )
}

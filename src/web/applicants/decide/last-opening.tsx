import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** What was decided, and where to close the role whose last opening it filled. */
export function lastOpening(what: string, ref_function_role_id: number): ReactNode {
  return (
    <>
      {what}. That was the last opening. <Link to={`/admin/roles?role=${ref_function_role_id}`}>Close the role</Link>
    </>
  )
}

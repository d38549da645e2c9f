import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** What was decided, with a link to close the role if that filled its last opening. */
export function lastOpening(what: string, decided: { filledRole?: number | null }[]): ReactNode {
  const role = decided.find(({ filledRole }) => filledRole)?.filledRole
  if (!role) return what
  return (
    <>
      {what}. That was the last opening. <Link to={`/admin/roles?role=${role}`}>Close the role</Link>
    </>
  )
}

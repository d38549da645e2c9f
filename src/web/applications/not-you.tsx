import type { ReactNode } from 'react'

/** Shown on every page that recognizes a person: lets someone else at the same computer start over. */
export function NotYou({ role_id }: { role_id: number }): ReactNode {
  return (
    <form method="post" action={`/roles/${role_id}/start-over`} className="not-you">
      {/* Has a name because a text browser sends GET when a form has nothing to send. */}
      <button type="submit" className="link" name="start_over" value="yes">
        Not you? Start a new application
      </button>
    </form>
  )
}

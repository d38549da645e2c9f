import type { ReactNode } from 'react'

/** Shown on every page that recognizes a person, so someone else at the same computer can start over. */
export function NotYou({ role_id }: { role_id: number }): ReactNode {
  return (
    <form method="post" action={`/roles/${role_id}/start-over`} className="not-you">
      {/* The button has a name because text browsers send GET for a form without data. */}
      <button type="submit" className="link" name="start_over" value="yes">
        Not you? Start a new application
      </button>
    </form>
  )
}

import type { ReactNode } from 'react'

/** Shown on every page that recognizes a person, so someone else at the same computer can start over. */
export function NotYou({ role_id }: { role_id: number }): ReactNode {
  return (
    <form method="post" action={`/roles/${role_id}/start-over`} className="not-you">
      {/* Text browsers send GET for a form without data, and show a button's value instead of its label. */}
      <input type="hidden" name="start_over" value="yes" />
      <button type="submit" className="link">
        Not you? Start a new application
      </button>
    </form>
  )
}

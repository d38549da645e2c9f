import type { ReactNode } from 'react'
import { MailLink } from '../layout/address.tsx'

/** A role without questions doesn't accept applications here, so this shows whom to contact instead. */
export function NoQuestions({ careers_address }: { careers_address: string }): ReactNode {
  return (
    <div className="notice">
      <p>No questions available for this role posting.</p>
      <p>
        Email <MailLink to={careers_address} /> instead.
      </p>
    </div>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { CONFIRMED_BY_EMAIL } from '#contract/pages.ts'
import { MailLink } from '../layout/address.tsx'

type Props = {
  isOpen: boolean
  role_id: number
  reference: string
  role_name: string
  company_name: string
  careers_address: string
  reply_within: string
}

/** Explains what happens next. However it's closed, it goes to the home page. */
export function CompleteDialog({ isOpen, role_id, reference, role_name, company_name, careers_address, reply_within }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const homeForm = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isOpen) return
    dialog.current?.showModal()
    // The browser would otherwise focus the first link: an email address, one keypress away from another app.
    title.current?.focus()
  }, [isOpen])
  return (
    <dialog ref={dialog} aria-labelledby="complete-title" onClose={() => homeForm.current?.submit()}>
      <h2 id="complete-title" ref={title} tabIndex={-1}>
        Application Complete!
      </h2>
      <p>
        Thank you for applying for <strong>{role_name}</strong> at {company_name}. Your reference is {reference}.
      </p>
      <h3>What happens next</h3>
      <ul>
        <li>{CONFIRMED_BY_EMAIL}</li>
        <li>A person reads every application. {reply_within}</li>
        <li>
          <a href="/application" target="_blank" rel="noopener">
            Your application page
          </a>{' '}
          (opens in a new tab) shows where it stands.
        </li>
        <li>
          Questions? Email <MailLink to={careers_address} />.
        </li>
      </ul>
      <form ref={homeForm} method="post" action={`/roles/${role_id}/finish`}>
        <button className="button" type="submit">
          See other openings
        </button>
      </form>
    </dialog>
  )
}

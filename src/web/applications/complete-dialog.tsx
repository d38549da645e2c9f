import { useEffect, useRef, type ReactNode } from 'react'

type Props = { isOpen: boolean; role_id: number; user_session_id: number; role_name: string; company_name: string; careers_address: string }

/** Says what happens next. However it is closed, the home page follows. */
export function CompleteDialog({ isOpen, role_id, user_session_id, role_name, company_name, careers_address }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const onward = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  return (
    <dialog ref={dialog} aria-labelledby="complete-title" onClose={() => onward.current?.submit()}>
      <h2 id="complete-title">Application Complete!</h2>
      <p>
        Thank you for applying for <strong>{role_name}</strong> at {company_name}. Your reference is {user_session_id}.
      </p>
      <h3>What happens next</h3>
      <ul>
        <li>We've emailed you a confirmation.</li>
        <li>A person reads every application. You hear from us within ten working days.</li>
        <li>
          Questions? Write to <a href={`mailto:${careers_address}`}>{careers_address}</a>.
        </li>
      </ul>
      <form ref={onward} method="post" action={`/roles/${role_id}/finish`}>
        <button className="button" type="submit">
          See other openings
        </button>
      </form>
    </dialog>
  )
}

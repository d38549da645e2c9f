import { Button, Modal, Text } from '@mantine/core'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { PROOF_MINUTES } from '#contract/auth/passkeys.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useProofRequest, type ProofRequest } from './proof-request.ts'
import type { AwaitedCode } from './code-step-memory.ts'
import { CodeStep } from './code-step.tsx'
import { ErrorLine } from './error-line.tsx'
import { confirm, requestCode } from './sign-in.ts'
import { SsoStep } from './sso-step.tsx'
import { useSession } from './use-session.ts'

/** Keeps Mantine's other dialogs from closing on a key pressed in this element. */
const OWN_ESCAPE = 'data-mantine-stop-propagation'
const PROOF_NOTE = `You won't be asked again for ${PROOF_MINUTES} minutes.`

/**
 * Asks the person to confirm their identity before an irreversible action; the page behind keeps what was typed. Handles Escape itself, because the
 * dialog below listens on the window and would close too.
 */
export function ConfirmDialog({ role }: { role: StaffRole }): ReactNode {
  const asked = useProofRequest()
  useEscape(asked)
  if (!asked) return null
  return (
    <Modal
      opened
      onClose={() => asked.end(false)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onFocus={({ target }) => target.setAttribute(OWN_ESCAPE, 'true')}
      title="Confirm it's you"
      centered
      zIndex={400}
    >
      {asked.proof === 'sso' ? <AtProvider role={role} /> : <ByCode role={role} onProved={() => asked.end(true)} />}
    </Modal>
  )
}

/** Also works before this dialog has the focus, while keystrokes still reach the page behind it. */
function useEscape(asked: ProofRequest | null): void {
  useLayoutEffect(() => {
    const below = asked ? [document.body, document.activeElement].filter((one) => one !== null) : []
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && asked?.end(false)
    for (const one of below) one.setAttribute(OWN_ESCAPE, 'true')
    window.addEventListener('keydown', close)
    return () => {
      window.removeEventListener('keydown', close)
      for (const one of below) one.removeAttribute(OWN_ESCAPE)
    }
  }, [asked])
}

function AtProvider({ role }: { role: StaffRole }): ReactNode {
  return (
    <>
      <Text mb="md">Sign in again to continue. You'll come back to this page; then repeat what you were about to do. {PROOF_NOTE}</Text>
      <SsoStep role={role} isAgain />
    </>
  )
}

function ByCode({ role, onProved }: { role: StaffRole; onProved: () => void }): ReactNode {
  const email = useSession(role)?.email ?? ''
  const [awaited, setAwaited] = useState<AwaitedCode | null>(null)
  const [error, setError] = useState('')
  if (awaited) {
    const enter = (code: string) => confirm(code).then(onProved)
    return <CodeStep role={role} awaited={awaited} onChange={setAwaited} enter={enter} label="Confirm" />
  }
  const send = () =>
    requestCode(role, email).then(
      () => setAwaited({ email, sent_at: Date.now(), wrong: 0 }),
      (failure: unknown) => setError(errorMessage(failure)),
    )
  return (
    <>
      <Text mb="md">To continue, enter a code from your mailbox. {PROOF_NOTE}</Text>
      <Button fullWidth size="md" data-autofocus onClick={() => void send()}>
        Email me a code
      </Button>
      <ErrorLine problem={error} />
    </>
  )
}

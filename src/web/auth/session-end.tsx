import { Button, Group, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { isLogin } from '#web/layout/staff-places.ts'
import { queryClient } from '#web/ui/query-client.ts'
import { useNow } from '#web/ui/use-now.ts'
import { idleUntil, type Session } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { ask } from './sign-in.ts'
import { useEndedSession, useSession } from './use-session.ts'
import { clock } from '#web/ui/clock.ts'

const WARNING = 5 * 60_000

/** Warns before a session ends, so the person can sign in again without leaving the page and losing what they typed. */
export function SessionEnd({ role }: { role: StaffRole }): ReactNode {
  const session = useSession(role)
  const ended = useEndedSession(role)
  const { pathname } = useLocation()
  if (isLogin(pathname)) return null
  if (session) return <EndingSoon role={role} session={session} />
  if (ended) return <SignInAgain role={role} email={ended} onSignedIn={() => void queryClient.invalidateQueries()} />
  // Signed out intentionally, here or in another tab.
  return <Navigate to={`/${role}/login`} replace />
}

function EndingSoon({ role, session }: { role: StaffRole; session: Session }): ReactNode {
  const now = useNow(15_000)
  const [dismissed, setDismissed] = useState('')
  const [isAgain, setAgain] = useState(false)
  const idle = idleUntil(role)
  const isIdle = idle < session.expires_at
  const ends = isIdle ? idle : session.expires_at
  const left = Date.parse(ends) - now
  if (isAgain) return <SignInAgain role={role} email={session.email} onSignedIn={() => setAgain(false)} onClose={() => setAgain(false)} />
  if (!(left < WARNING) || dismissed === ends) return null
  return (
    <Modal opened onClose={() => setDismissed(ends)} title="Your session ends soon" centered>
      <Text mb="md">
        {left > 0 ? `You'll be signed out at ${clock(ends)}` : 'Your session may have ended'}
        {isIdle ? " because you've been inactive." : ': sessions last up to 12 hours.'} What you've typed will stay on the page.
      </Text>
      <Group justify="flex-end">
        {isIdle && left > 0 ? <Button onClick={() => void ask(role)}>Stay signed in</Button> : <Button onClick={() => setAgain(true)}>Sign in again</Button>}
      </Group>
    </Modal>
  )
}

type SignInAgainProps = { role: StaffRole; email: string; onSignedIn: () => void; onClose?: () => void }

function SignInAgain({ role, email, onSignedIn, onClose }: SignInAgainProps): ReactNode {
  return (
    <Modal
      opened
      onClose={onClose ?? (() => {})}
      withCloseButton={onClose !== undefined}
      closeOnClickOutside={false}
      closeOnEscape={onClose !== undefined}
      title="Sign in again"
      centered
    >
      <Text mb="md">
        {onClose ? 'Sign in again to keep working here.' : 'Your session has ended. Sign in to continue; what you typed is still on the page.'}
      </Text>
      <SignInForm role={role} email={email} onSignedIn={onSignedIn} />
    </Modal>
  )
}

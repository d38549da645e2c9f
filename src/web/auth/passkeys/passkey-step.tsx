import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { ErrorLine } from '../error-line.tsx'
import { signInByPasskey } from '../sign-in.ts'
import { hasPasskeys } from './ceremony.ts'

/** Signs in without an address or a code. */
export function PasskeyStep({ role, onSignedIn }: { role: StaffRole; onSignedIn: () => void }): ReactNode {
  const [error, setError] = useState('')
  if (!hasPasskeys()) return null
  const signIn = () => {
    setError('')
    return signInByPasskey(role).then(onSignedIn, (failure: unknown) => setError(errorMessage(failure)))
  }
  return (
    <>
      <Button variant="subtle" fullWidth mt="sm" onClick={() => void signIn()}>
        Use a passkey
      </Button>
      <ErrorLine problem={error} />
    </>
  )
}

import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { ErrorLine } from './error-line.tsx'
import { rememberDestination } from './destination.ts'
import { goToProvider } from './sign-in.ts'

type Props = {
  role: StaffRole
  /** Opens the provider in another tab, so what was typed on this page isn't lost. */
  mustStay?: boolean
  /** The provider asks the person to sign in again, and the browser returns to this page. */
  isAgain?: boolean
}

/** Single sign-on at the employer's own provider. */
export function SsoStep({ role, mustStay = false, isAgain = false }: Props): ReactNode {
  const [error, setError] = useState('')
  const [isGoing, setGoing] = useState(false)

  async function go() {
    if (isGoing) return
    setError('')
    setGoing(true)
    if (isAgain) rememberDestination(role, location.pathname + location.search)
    await goToProvider(role, isAgain).catch((failure: unknown) => {
      setError(errorMessage(failure))
      setGoing(false)
    })
  }

  return (
    <>
      {mustStay ? (
        <Button component="a" href={`/${role}/login`} target="_blank" rel="opener" size="md" fullWidth>
          Single sign-on (opens a new tab)
        </Button>
      ) : (
        <Button size="md" fullWidth aria-disabled={isGoing} onClick={() => void go()}>
          {isGoing ? 'Opening single sign-on…' : 'Single sign-on'}
        </Button>
      )}
      <ErrorLine problem={error} />
    </>
  )
}

import { Button, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { verify } from './sign-in.ts'

/** An owner's way to sign in while the provider is down: the code comes from the server's command line. */
export function EmergencyStep({ role, onSignedIn }: { role: StaffRole; onSignedIn: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    await verify(role, email.trim(), code).then(onSignedIn, (failure: unknown) => setFault(whyOf(failure)))
  }

  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setOpen(true)}>
        Use an emergency code
      </Button>
    )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Text size="sm" c="dimmed" my="md">
        For owners: your IT team can print a code on the server.
      </Text>
      <TextInput label="Email" type="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <TextInput
        label="Code"
        mt="sm"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fault && <span role="alert">{fault}</span>}
      />
      <Button type="submit" mt="md" variant="default" fullWidth>
        Sign in with the code
      </Button>
    </form>
  )
}

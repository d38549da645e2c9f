import { Button, TextInput } from '@mantine/core'
import { useState, type SubmitEvent, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { requestCode } from './sign-in.ts'

const INVALID = 'Invalid email. Please try again.'
type Props = { role: StaffRole; known?: string | undefined; onSent: (email: string) => void }

export function EmailStep({ role, known = '', onSent }: Props): ReactNode {
  const [email, setEmail] = useState(known)
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    if (!/^[^@\s]+@[^@\s]+$/.test(email.trim())) return setFault(INVALID)
    setFault('')
    setSending(true)
    try {
      await requestCode(role, email.trim())
      onSent(email.trim())
    } catch (failure) {
      setFault(whyOf(failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Email"
        description="Use your company address. We'll email you a code, so you don't need a password."
        type="email"
        name="email"
        autoComplete="email"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setFault('')
        }}
        error={fault && <span role="alert">{fault}</span>}
      />
      <Button type="submit" size="md" fullWidth mt="md" aria-disabled={isSending}>
        {isSending ? 'Sending the code…' : 'Send code'}
      </Button>
    </form>
  )
}

import { Divider, Button, TextInput, Text } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { saveAwaitedCode, readAwaitedCode, type AwaitedCode } from './code-step-memory.ts'
import { CodeStep } from './code-step.tsx'
import { errorMessage } from '#web/ui/loaded.tsx'
import { PasskeyStep } from './passkeys/passkey-step.tsx'
import { verify, requestCode } from './sign-in.ts'
import { SsoStep } from './sso-step.tsx'

type Props = {
  role: StaffRole
  /** The person who was just signed in, so only the code is needed. */
  email?: string
  onSignedIn: () => void
}

/** Single sign-on if the employer has it, and emailed codes unless they're off. */
export function SignInForm(props: Props): ReactNode {
  const { has_sso, has_codes } = useCompany()
  const { role, email, onSignedIn } = props
  return (
    <>
      {has_sso && <SsoStep role={role} mustStay={email !== undefined} />}
      {has_sso && has_codes && <Divider label="or" my="lg" />}
      {has_codes && <CodeForm {...props} />}
      {has_codes ? <PasskeyStep role={role} onSignedIn={onSignedIn} /> : role === 'admin' && <EmergencyStep role={role} onSignedIn={onSignedIn} />}
    </>
  )
}

/** Asks for the address, then for the code sent to it. */
function CodeForm({ role, email, onSignedIn }: Props): ReactNode {
  const [awaited, setAwaited] = useState(() => readAwaitedCode(role))
  const change = (next: AwaitedCode | null) => {
    saveAwaitedCode(role, next)
    setAwaited(next)
  }
  const finish = () => {
    saveAwaitedCode(role, null)
    onSignedIn()
  }
  if (!awaited) return <EmailStep role={role} known={email} onSent={(address) => change({ email: address, sent_at: Date.now(), wrong: 0 })} />
  const enter = (code: string) => verify(role, awaited.email, code).then(finish)
  return <CodeStep role={role} awaited={awaited} onChange={change} enter={enter} label="Sign in" onOtherEmail={() => change(null)} />
}

const INVALID = 'Invalid email. Please try again.'
type EmailStepProps = { role: StaffRole; known?: string | undefined; onSent: (email: string) => void }

function EmailStep({ role, known = '', onSent }: EmailStepProps): ReactNode {
  const [email, setEmail] = useState(known)
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    if (!/^[^@\s]+@[^@\s]+$/.test(email.trim())) return setError(INVALID)
    setError('')
    setSending(true)
    try {
      await requestCode(role, email.trim())
      onSent(email.trim())
    } catch (failure) {
      setError(errorMessage(failure))
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
          setError('')
        }}
        error={error && <span role="alert">{error}</span>}
      />
      <Button type="submit" size="md" fullWidth mt="md" aria-disabled={isSending}>
        {isSending ? 'Sending the code…' : 'Send code'}
      </Button>
    </form>
  )
}

/** Lets an owner sign in while the provider is down, with a code from the server's command line. */
function EmergencyStep({ role, onSignedIn }: { role: StaffRole; onSignedIn: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState('')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    await verify(role, email.trim(), code).then(onSignedIn, (failure: unknown) => setError(errorMessage(failure)))
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
        error={error && <span role="alert">{error}</span>}
      />
      <Button type="submit" mt="md" variant="default" fullWidth>
        Sign in with the code
      </Button>
    </form>
  )
}

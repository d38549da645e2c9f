import { Divider } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { useCompany } from '#web/layout/staff-places.ts'
import { saveAwaitedCode, readAwaitedCode, type AwaitedCode } from './code-step-memory.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import { EmergencyStep } from './emergency-step.tsx'
import { PasskeyStep } from './passkeys/passkey-step.tsx'
import { verify } from './sign-in.ts'
import { SsoStep } from './sso-step.tsx'

type Props = {
  role: StaffRole
  /** The person who was just signed in: only the code is missing. */
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

/** First the address, then the code that was sent to it. */
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

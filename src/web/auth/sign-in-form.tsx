import { useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth.ts'
import { keepAwaited, keptAwaited, type AwaitedCode } from './code-step-memory.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'

type Props = {
  role: StaffRole
  /** Who was signed in a moment ago: only the code is missing. */
  email?: string
  onSignedIn: () => void
}

/** First the address, then the code that was sent to it. */
export function SignInForm({ role, email, onSignedIn }: Props): ReactNode {
  const [awaited, setAwaited] = useState(() => keptAwaited(role))
  const change = (next: AwaitedCode | null) => {
    keepAwaited(role, next)
    setAwaited(next)
  }
  const finish = () => {
    keepAwaited(role, null)
    onSignedIn()
  }
  if (!awaited) return <EmailStep role={role} known={email} onSent={(address) => change({ email: address, sent_at: Date.now(), wrong: 0 })} />
  return <CodeStep role={role} awaited={awaited} onChange={change} onSignedIn={finish} />
}

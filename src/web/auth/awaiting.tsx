import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { StaffRole } from '#contract/auth/auth.ts'
import { isCallFailure } from '#web/call.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { AwaitedCode } from './code-step-memory.ts'
import { requestCode } from './sign-in.ts'

const RESEND_AFTER = 30_000
const FAILED = 'Failed to resend code'
type Props = { role: StaffRole; awaited: AwaitedCode; onResent: () => void; onFailed: (why: string) => void }

/** Sends another code once the first has had time to arrive, and says so. */
export function Awaiting({ role, awaited, onResent, onFailed }: Props): ReactNode {
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const seconds = Math.ceil((awaited.sent_at + RESEND_AFTER - useNow(500)) / 1000)
  const mustWait = seconds > 0 || isSending

  async function resend() {
    if (mustWait) return
    setSending(true)
    setSaid('')
    try {
      await requestCode(role, awaited.email)
      setSaid('We sent a new code. The earlier one no longer works.')
      onResent()
    } catch (failure) {
      onFailed(reasonOf(failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Button variant="subtle" aria-disabled={mustWait} c={mustWait ? 'dimmed' : undefined} onClick={() => void resend()}>
        {seconds > 0 ? `Resend code in ${seconds} s` : 'Resend code'}
      </Button>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined
  return isCallFailure(cause) && cause.status === 429 ? `${FAILED}. ${cause.detail}` : FAILED
}

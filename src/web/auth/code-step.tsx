import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SubmitEvent, type ReactNode } from 'react'
import { CODE_MINUTES, CODE_ATTEMPTS, WRONG_CODE, type StaffRole } from '#contract/auth/auth.ts'
import { isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { requestCode } from './sign-in.ts'
import type { AwaitedCode } from './code-step-memory.ts'
import { clock } from '#web/ui/clock.ts'

type Props = {
  role: StaffRole
  awaited: AwaitedCode
  onChange: (next: AwaitedCode | null) => void
  /** Rejects with the message to show. */
  enter: (code: string) => Promise<void>
  /** What submitting the code does, such as signing in. */
  label: string
  onOtherEmail?: () => void
}

export function CodeStep({ role, awaited, onChange, enter, label, onOtherEmail }: Props): ReactNode {
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isChecking, setChecking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // This step replaced the one that had the focus.
  useEffect(() => field.current?.focus(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isChecking) return
    const digits = code.replace(/[\s-]/g, '')
    field.current?.focus()
    if (!digits) return setError('Enter the code from the email.')
    setChecking(true)
    try {
      await enter(digits)
    } catch (failure) {
      setError(errorMessage(failure))
      if (isWrongCode(failure)) onChange({ ...awaited, wrong: awaited.wrong + 1 })
    } finally {
      setChecking(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <SentNotice awaited={awaited} />
      <TextInput
        ref={field}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        size="md"
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError('')
        }}
        error={error && <span role="alert">{[error, attemptsLeft(awaited)].filter(Boolean).join(' ')}</span>}
      />
      <Button type="submit" size="md" fullWidth mt="md" aria-disabled={isChecking}>
        {isChecking ? 'Checking the code…' : label}
      </Button>
      <Group mt="md" gap="xs" justify="center">
        <ResendCode
          role={role}
          awaited={awaited}
          onResent={() => {
            setError('')
            onChange({ email: awaited.email, sent_at: Date.now(), wrong: 0 })
            field.current?.focus()
          }}
          onFailed={setError}
        />
        {onOtherEmail && (
          <Button variant="subtle" onClick={onOtherEmail}>
            Use another email
          </Button>
        )}
      </Group>
    </form>
  )
}

function SentNotice({ awaited }: { awaited: AwaitedCode }): ReactNode {
  const ends = awaited.sent_at + CODE_MINUTES * 60_000
  const isOver = useNow(5_000) > ends
  return (
    <Text mb="md">
      We sent a code to <strong>{awaited.email}</strong>.{' '}
      {isOver ? 'It has expired. Request a new one.' : `It works until ${clock(ends)}; only the most recent code works.`}
    </Text>
  )
}

/** The server's response is the same for every wrong code; only this tab knows how many were entered here. */
function attemptsLeft({ wrong }: AwaitedCode): string {
  if (wrong === 0) return ''
  const left = CODE_ATTEMPTS - wrong
  if (left <= 0) return 'Too many attempts with this code. Request a new one.'
  return left === 1 ? 'You have 1 try left with this code.' : `You have ${left} tries left with this code.`
}

function isWrongCode(failure: unknown): boolean {
  return isCallFailure(failure) && failure.detail === WRONG_CODE
}

const RESEND_AFTER = 30_000
const FAILED = 'Failed to resend code'
type AwaitingProps = { role: StaffRole; awaited: AwaitedCode; onResent: () => void; onFailed: (why: string) => void }

/** Offers another code once the first has had time to arrive, and confirms when it's sent. */
function ResendCode({ role, awaited, onResent, onFailed }: AwaitingProps): ReactNode {
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

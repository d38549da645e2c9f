import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { InterviewHeader } from '#contract/feedback.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { fullTimeOf, instantOfInput, localInput } from '#web/ui/clock.ts'

type Props = { header: InterviewHeader; isReadOnly: boolean; onCorrect: (interview_datetime_utc: string) => Promise<void> }

/** When the interview was, and a way to correct it, because the time may only be when the first words were written. */
export function InterviewTime({ header, isReadOnly, onCorrect }: Props): ReactNode {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <TimeForm header={header} onCorrect={onCorrect} onDone={() => setEditing(false)} />
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {header.time_confirmed
          ? `Interview: ${fullTimeOf(header.interview_datetime_utc)}`
          : `Interview time not confirmed: feedback started ${fullTimeOf(header.interview_datetime_utc)}`}
      </Text>
      {!isReadOnly && (
        <Button size="compact-sm" variant="subtle" className="no-print" onClick={() => setEditing(true)}>
          {header.time_confirmed ? 'Correct the time' : 'Set the time'}
        </Button>
      )}
    </Group>
  )
}

function TimeForm({ header, onCorrect, onDone }: Omit<Props, 'isReadOnly'> & { onDone: () => void }): ReactNode {
  const [time, setTime] = useState(() => localInput(header.interview_datetime_utc))
  const [failed, setFailed] = useState('')
  const instant = instantOfInput(time)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (instant) onCorrect(instant).then(onDone, (failure: unknown) => setFailed(whyOf(failure)))
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          label="When was the interview?"
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          error={instant === null ? 'Enter a date and a time' : failed || undefined}
          data-autofocus
        />
        <Button type="submit">Save time</Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

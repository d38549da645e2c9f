import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import { instantOfInput, localInput } from '#web/ui/clock.ts'
import type { Kept } from './autosave/store.ts'

type Props = { onClose: () => void; onSubmit: (interview_datetime_utc: string) => void; kept: Kept; name: string; interview: InterviewType }

/** The last check before feedback is submitted: what's unanswered, and when the interview was. */
export function SubmitDialog({ onClose, onSubmit, kept, name, interview }: Props): ReactNode {
  const open = kept.questions.filter((one) => (kept.answers[one.if_interviewer_role_feedback_question_id] ?? '').trim() === '').length
  const [time, setTime] = useState(() => localInput(kept.header?.interview_datetime_utc ?? new Date().toISOString()))
  const instant = instantOfInput(time)
  return (
    <Modal opened onClose={onClose} title="Submit this feedback?" centered>
      <Stack>
        <Text>
          {name}, {interview.interview_name}. {open === 0 ? 'All questions are answered.' : `${open} of ${kept.questions.length} questions aren't answered.`}{' '}
          You can still change it afterward; changes are marked.
        </Text>
        <TextInput
          type="datetime-local"
          label="When was the interview?"
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          error={instant === null ? 'Enter a date and a time' : undefined}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep writing
          </Button>
          <Button
            data-autofocus
            disabled={instant === null}
            onClick={() => {
              onClose()
              onSubmit(instant!)
            }}
          >
            Submit
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import type { Kept } from './autosave/kept.ts'

type Props = { opened: boolean; onClose: () => void; onSubmit: () => void; kept: Kept; name: string; interview: InterviewType }

/** Asked for after a key combination only: those are hit by accident. */
export function SubmitDialog({ opened, onClose, onSubmit, kept, name, interview }: Props): ReactNode {
  const open = kept.questions.filter((one) => (kept.answers[one.if_interviewer_role_feedback_question_id] ?? '').trim() === '').length
  return (
    <Modal opened={opened} onClose={onClose} title="Submit this feedback?" centered>
      <Text mb="md">
        {name}, {interview.interview_name}. {open === 0 ? 'All questions are answered.' : `${open} of ${kept.questions.length} questions are not answered.`} You
        can still change it afterwards; changes are marked.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Go on writing
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose()
            onSubmit()
          }}
        >
          Submit
        </Button>
      </Group>
    </Modal>
  )
}

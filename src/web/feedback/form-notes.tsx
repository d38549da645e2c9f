import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InterviewHeader } from '#contract/feedback.ts'
import { timeOf } from '#web/ui/clock.ts'
import { notify } from '#web/ui/toast.ts'
import type { Kept } from './autosave/store.ts'

type Props = { kept: Kept; isClosed: boolean; name: string }

/** Who sees this feedback, how long it can be changed, and a way to save text the server no longer accepts. */
export function FormNotes({ kept, isClosed, name }: Props): ReactNode {
  const isStranded = kept.hasUnsaved && (isClosed || kept.saving.is === 'refused')
  return (
    <Stack gap="xs">
      {isClosed && !isStranded && (
        <Alert color="gray">This candidate has left the panel interview. You can read what you wrote, but you can't change it.</Alert>
      )}
      {isStranded && <Stranded kept={kept} name={name} />}
      {!isClosed && <Until header={kept.header} />}
      {kept.isRestored && <Alert color="blue">Your unsaved notes have been restored.</Alert>}
      {!isClosed && (
        <Text size="sm" c="dimmed" className="no-print">
          {kept.header?.submitted_at
            ? 'Your feedback is with the hiring team. You can still change it: changes are saved as you type and marked as edited.'
            : 'Saved as you type. The hiring team sees it as a draft until you submit it.'}
        </Text>
      )}
    </Stack>
  )
}

function Until({ header }: { header: InterviewHeader | null }): ReactNode {
  if (!header?.writable_until) return null
  return (
    <Alert color="orange">
      This candidate has left the panel interview. You can finish your feedback until {timeOf(header.writable_until)}; it will be marked late.
    </Alert>
  )
}

function Stranded({ kept, name }: Omit<Props, 'isClosed'>): ReactNode {
  const copy = () =>
    navigator.clipboard.writeText(asText(kept, name)).then(
      () => notify('Copied.'),
      () => notify('Your browser blocked copying. Print a copy instead.'),
    )
  return (
    <Alert color="red" title="Some of your text is only in this browser">
      <Text size="sm" mb="xs">
        Feedback on this candidate is closed. Copy what you wrote and send it to the hiring lead.
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void copy()}>
        Copy my feedback
      </Button>
    </Alert>
  )
}

function asText({ questions, answers }: Kept, name: string): string {
  const parts = questions.map((one) => `${one.interview_feedback_question}\n${answers[one.if_interviewer_role_feedback_question_id] ?? ''}`)
  return [name, ...parts].join('\n\n')
}

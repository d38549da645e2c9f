import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ApplicantName } from '#contract/applicants.ts'
import { hasTooManyWords, NO_FEEDBACK_QUESTIONS, type InterviewHeader } from '#contract/feedback.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { AnswerField, fieldId } from './answer-field.tsx'
import { nameOf } from './candidate-name.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import type { Target } from './autosave/drafts.ts'
import type { Keeper } from './autosave/keeper.ts'
import type { Kept } from './autosave/kept.ts'
import { SaveState, timeOf } from './autosave/save-state.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useKeeper, useSafety } from './autosave/use-keeper.ts'
import { useKeys } from './use-keys.ts'
import { useSubmit } from './use-submit.ts'
import classes from './feedback-form.module.css'

type Props = { target: Target; interview: InterviewType; /** Null: no longer in the panel interview. */ candidate: ApplicantName | null }

export function FeedbackForm({ target, interview, candidate }: Props): ReactNode {
  const { keeper, kept } = useKeeper(target)
  if (kept.phase === 'loading') return <Waiting />
  if (kept.phase === 'failed') return <Trouble again={() => void keeper.load()}>{kept.why}</Trouble>
  if (kept.questions.length === 0) return <Trouble again={() => void keeper.load()}>{NO_FEEDBACK_QUESTIONS}</Trouble>
  if (!candidate && !kept.header) return <Trouble>This candidate is not in the panel interview, and you wrote no feedback on them.</Trouble>
  return <Form keeper={keeper} kept={kept} interview={interview} candidate={candidate} />
}

type Opened = Omit<Props, 'target'> & { keeper: Keeper; kept: Kept }

function Form({ keeper, kept, interview, candidate }: Opened): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const submitting = useSubmit(keeper, kept)
  const isClosed = candidate === null
  useSafety(keeper)
  useKeys({ onSave: () => void submitting.saveNow(), onSubmit: () => !isClosed && setAsking(true) })
  const name = candidate ? nameOf(candidate) : 'Former candidate'

  return (
    <section aria-labelledby="feedback-heading">
      <Group justify="space-between" align="flex-start" mb="xs">
        <div>
          <Title order={2} id="feedback-heading">
            {name}
          </Title>
          <Text c="dimmed" size="sm">
            {[candidate?.function_role_name, interview.interview_name].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Standing header={kept.header} />
      </Group>
      <Notes kept={kept} isClosed={isClosed} />
      <Progress kept={kept} />
      <Stack gap="lg" mt="md">
        {kept.questions.map((question, place) => (
          <AnswerField
            key={question.if_interviewer_role_feedback_question_id}
            place={place + 1}
            question={question}
            text={kept.answers[question.if_interviewer_role_feedback_question_id] ?? ''}
            isReadOnly={isClosed}
            onChange={(text) => keeper.write(question.if_interviewer_role_feedback_question_id, text)}
          />
        ))}
      </Stack>
      <div className={classes['bar']}>
        {!isClosed && !kept.header?.submitted_at && (
          <Button onClick={() => void submitting.submit()} loading={submitting.isSending}>
            Submit
          </Button>
        )}
        <Button variant="default" onClick={() => window.print()}>
          Print a copy
        </Button>
        {!isClosed && <SaveState kept={kept} />}
      </div>
      <output className={classes['outcome']}>{submitting.said && <Alert color="green">{submitting.said}</Alert>}</output>
      {submitting.failed && <Trouble>{submitting.failed}</Trouble>}
      <ChoiceDialog kept={kept} keeper={keeper} />
      <SubmitDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onSubmit={() => void submitting.submit()}
        kept={kept}
        name={name}
        interview={interview}
      />
    </section>
  )
}

function Standing({ header }: { header: InterviewHeader | null }): ReactNode {
  if (!header) return <Badge color="gray">Not started</Badge>
  if (!header.submitted_at) return <Badge color="yellow">Draft</Badge>
  return (
    <Group gap="xs">
      <Badge color="green">Submitted {timeOf(header.submitted_at)}</Badge>
      {header.edited_at && <Badge color="blue">Edited {timeOf(header.edited_at)}</Badge>}
    </Group>
  )
}

function Notes({ kept, isClosed }: { kept: Kept; isClosed: boolean }): ReactNode {
  return (
    <Stack gap="xs">
      {isClosed && <Alert color="gray">This candidate has left the panel interview: you can read what you wrote, and no longer change it.</Alert>}
      {kept.isRestored && <Alert color="blue">What you had typed and could not be saved is back.</Alert>}
      {kept.header?.submitted_at && !isClosed && (
        <Text size="sm" c="dimmed">
          Your feedback is with the hiring team. You can still change it: changes are saved as you type and marked as edited.
        </Text>
      )}
      {!kept.header?.submitted_at && !isClosed && (
        <Text size="sm" c="dimmed">
          Saved as you type. The hiring team sees it as a draft until you submit it.
        </Text>
      )}
    </Stack>
  )
}

/** How far one is, and a way to where one is not yet. */
function Progress({ kept }: { kept: Kept }): ReactNode {
  const open = kept.questions.find((one) => (kept.answers[one.if_interviewer_role_feedback_question_id] ?? '').trim() === '')
  const answered = kept.questions.filter((one) => (kept.answers[one.if_interviewer_role_feedback_question_id] ?? '').trim() !== '').length
  const tooLong = kept.questions.find((one) => hasTooManyWords(kept.answers[one.if_interviewer_role_feedback_question_id] ?? ''))
  const goTo = (question: typeof open) => question && document.getElementById(fieldId(question))?.focus()
  return (
    <div className={classes['progress']}>
      <span>
        {answered} of {kept.questions.length} answered
      </span>
      {open && (
        <Button size="compact-sm" variant="subtle" onClick={() => goTo(open)}>
          Next unanswered question
        </Button>
      )}
      {tooLong && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => goTo(tooLong)}>
          Go to the answer that is too long
        </Button>
      )}
    </div>
  )
}

function Waiting(): ReactNode {
  return (
    <Stack aria-busy="true" aria-label="Loading the feedback form">
      <Skeleton height={32} width="50%" />
      <Skeleton height={160} />
      <Skeleton height={160} />
    </Stack>
  )
}

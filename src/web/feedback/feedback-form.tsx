import { Badge, Button, Group, Skeleton, Stack, Text, Title, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { hasTooManyWords, NO_FEEDBACK_QUESTIONS, type InterviewHeader } from '#contract/feedback.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { timeOf, fullTimeOf, instantOfInput, localInput, clock } from '#web/ui/clock.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { AnswerField, fieldId, isVersionOf, useOwnVersions } from './answer-field.tsx'
import { nameOf } from './candidate-name.ts'
import type { Target } from './autosave/draft-storage.ts'
import type { Autosave } from './autosave/autosave.ts'
import type { FormState } from './autosave/store.ts'
import { SaveState } from './autosave/save-state.tsx'
import { errorMessage } from '#web/ui/loaded.tsx'
import { readInterviewDesk } from '#contract/interview-desk.ts'
import { useCall } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'
import { SubmitDialog, useSubmit, ChoiceDialog, FormNotes } from './submit-dialog.tsx'
import { useAutosave, useLeaveProtection } from './autosave/use-autosave.ts'
import classes from './feedback-form.module.css'
import { Message } from '#web/ui/message/message.tsx'

type Person = Pick<ApplicantName, 'first_name' | 'last_name' | 'function_role_name'>
type Props = { target: Target; interview: InterviewType; candidate: Person | null; isInPanel: boolean }

export function FeedbackForm({ target, ...shown }: Props): ReactNode {
  const { autosave, kept } = useAutosave(target)
  if (kept.phase === 'loading') return <Waiting />
  if (kept.phase === 'failed') return <ErrorNotice again={() => void autosave.load()}>{kept.why}</ErrorNotice>
  if (kept.questions.length === 0) return <ErrorNotice again={() => void autosave.load()}>{NO_FEEDBACK_QUESTIONS}</ErrorNotice>
  if (!shown.isInPanel && !kept.header && !kept.hasUnsaved)
    return <ErrorNotice>This candidate isn't in the panel interview, and you haven't written feedback on them.</ErrorNotice>
  const { user_session_id, ref_interview_id } = target
  return <Form autosave={autosave} kept={kept} about={{ user_session_id, ref_interview_id }} {...shown} />
}

type LoadedFormProps = Omit<Props, 'target'> & { autosave: Autosave; kept: FormState; about: Omit<Target, 'ref_interviewer_id'> }

function Form({ autosave, kept, about, interview, candidate, isInPanel }: LoadedFormProps): ReactNode {
  const submitting = useSubmit(autosave, kept)
  const versions = useOwnVersions(kept)
  const isClosed = isOver(kept.header, isInPanel)
  useLeaveProtection(autosave)
  useKeys({ onSave: () => void submitting.saveNow(), onSubmit: () => !isClosed && submitting.ask() })
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
          {kept.header && <InterviewTime header={kept.header} isReadOnly={isClosed} onCorrect={autosave.correctTime} />}
        </div>
        <SubmissionState header={kept.header} />
      </Group>
      <FormNotes kept={kept} isClosed={isClosed} name={name} />
      <Progress kept={kept} />
      <Stack gap="lg" mt="md">
        {kept.questions.map((question, place) => (
          <AnswerField
            key={question.if_interviewer_role_feedback_question_id}
            place={place + 1}
            question={question}
            text={kept.answers[question.if_interviewer_role_feedback_question_id] ?? ''}
            isReadOnly={isClosed}
            versions={versions.filter((one) => isVersionOf(one, question))}
            onChange={(text) => autosave.write(question.if_interviewer_role_feedback_question_id, text)}
          />
        ))}
      </Stack>
      <div className={classes['bar']}>
        {!isClosed && !kept.header?.submitted_at && (
          <Button onClick={submitting.ask} loading={submitting.isSending}>
            Submit
          </Button>
        )}
        <Button variant="default" className={classes['print'] ?? ''} onClick={() => window.print()}>
          Print a copy
        </Button>
        <InterviewClock about={about} />
        {!isClosed && <SaveState kept={kept} fieldOf={fieldId} />}
      </div>
      <output className={classes['outcome']}>{submitting.said && <Message tone="good">{submitting.said}</Message>}</output>
      {submitting.failed && <ErrorNotice>{submitting.failed}</ErrorNotice>}
      <ChoiceDialog kept={kept} autosave={autosave} />
      {submitting.isAsking && (
        <SubmitDialog onClose={submitting.stopAsking} onSubmit={(time) => void submitting.submit(time)} kept={kept} name={name} interview={interview} />
      )}
    </section>
  )
}

/** Feedback started in time stays open for a while after the candidate leaves the panel interview. */
function isOver(header: InterviewHeader | null, isInPanel: boolean): boolean {
  if (isInPanel) return false
  return !header || (header.writable_until !== null && Date.parse(header.writable_until) <= Date.now())
}

function SubmissionState({ header }: { header: InterviewHeader | null }): ReactNode {
  if (!header) return <Badge color="gray">Not started</Badge>
  return (
    <Group gap="xs">
      {header.submitted_at ? <Badge color="green">Submitted {timeOf(header.submitted_at)}</Badge> : <Badge color="yellow">Draft</Badge>}
      {header.submitted_at && header.edited_at && <Badge color="blue">Edited {timeOf(header.edited_at)}</Badge>}
      {header.late && <Badge color="orange">Late</Badge>}
    </Group>
  )
}

/** Shows the person's progress, with a link to what's missing. */
function Progress({ kept }: { kept: FormState }): ReactNode {
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

type Keys = { onSave: () => void; onSubmit: () => void }

/** Ctrl or Cmd+S saves now; Ctrl or Cmd+Enter asks whether to submit. */
function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
      const isSave = event.key.toLowerCase() === 's'
      if (!isSave && event.key !== 'Enter') return
      event.preventDefault()
      if (isSave) latest.current.onSave()
      else latest.current.onSubmit()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

type InterviewTimeProps = { header: InterviewHeader; isReadOnly: boolean; onCorrect: (interview_datetime_utc: string) => Promise<void> }

/** When the interview was, with a way to correct it, because the time may just be when writing started. */
function InterviewTime({ header, isReadOnly, onCorrect }: InterviewTimeProps): ReactNode {
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

function TimeForm({ header, onCorrect, onDone }: Omit<InterviewTimeProps, 'isReadOnly'> & { onDone: () => void }): ReactNode {
  const [time, setTime] = useState(() => localInput(header.interview_datetime_utc))
  const [failed, setFailed] = useState('')
  const instant = instantOfInput(time)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (instant) onCorrect(instant).then(onDone, (failure: unknown) => setFailed(errorMessage(failure)))
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

const MINUTE = 60_000

/** The time, and how much of the interview is left, visible while writing. */
function InterviewClock({ about }: { about: { user_session_id: number; ref_interview_id: number } }): ReactNode {
  const now = useNow(10_000)
  const { data } = useCall(readInterviewDesk, about)
  return (
    <Text component="span" fw={600} role="timer">
      {clock(now)}
      {data?.starts_at && data.ends_at && timeLeft(now, Date.parse(data.starts_at), Date.parse(data.ends_at))}
    </Text>
  )
}

function timeLeft(now: number, starts: number, ends: number): string {
  if (now >= ends || starts - now > 60 * MINUTE) return ''
  return now < starts ? ` · starts in ${Math.ceil((starts - now) / MINUTE)} min` : ` · ${Math.ceil((ends - now) / MINUTE)} min left`
}

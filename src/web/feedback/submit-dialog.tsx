import { Button, Group, Modal, Stack, Text, TextInput, Badge, SimpleGrid, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import { instantOfInput, localInput, timeOf } from '#web/ui/clock.ts'
import type { FormState } from './autosave/store.ts'
import { isCallFailure } from '#web/call.ts'
import { copyAndNotify, notify } from '#web/ui/toast.ts'
import { CHOOSE_FIRST, type Autosave } from './autosave/autosave.ts'
import { answersTooLong } from './autosave/save-state.tsx'
import type { MergeConflict } from './autosave/merge.ts'
import type { InterviewHeader } from '#contract/feedback.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props = { onClose: () => void; onSubmit: (interview_datetime_utc: string) => void; kept: FormState; name: string; interview: InterviewType }

/** The final check before feedback is submitted: what's unanswered, and when the interview was. */
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

const FAILED = 'Error submitting feedback. Please try again.'

/** Submits once confirmed, or saves on request; both report the outcome. */
export function useSubmit(autosave: Autosave, kept: FormState) {
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const [failed, setFailed] = useState('')

  function ask(): void {
    setSaid('')
    setFailed('')
    if (kept.header?.submitted_at) return notify('This feedback has already been submitted. Changes are saved as you type.')
    const [tooLong] = answersTooLong(kept)
    if (tooLong) return setFailed(`${FAILED} Answer ${tooLong.place} is too long.`)
    if (kept.choices.length > 0) return setFailed(`${FAILED} ${CHOOSE_FIRST}`)
    setAsking(true)
  }

  async function submit(interview_datetime_utc: string): Promise<void> {
    setSending(true)
    try {
      await autosave.submit(interview_datetime_utc)
      setSaid('Feedback submitted successfully.')
    } catch (failure) {
      if (autosave.read().choices.length > 0) setFailed(`${FAILED} ${CHOOSE_FIRST}`)
      else setFailed(isCallFailure(failure) && failure.status > 0 ? `${FAILED} ${failure.detail}` : FAILED)
    } finally {
      setSending(false)
    }
  }

  async function saveNow(): Promise<void> {
    autosave.keepDraft()
    const isSaved = await autosave.flush()
    notify(isSaved ? 'Saved.' : "Not saved on the server yet. We'll keep your text in this browser.")
  }

  return { ask, isAsking, stopAsking: () => setAsking(false), submit, saveNow, isSending, said, failed }
}

/** An answer that differs between this browser and the server: shows both texts, with the newer one marked, and lets the person decide. */
export function ChoiceDialog({ kept, autosave }: { kept: FormState; autosave: Autosave }): ReactNode {
  const [putOff, setPutOff] = useState('')
  const [choice] = kept.choices
  const open = choice ? `${choice.question} ${choice.theirs_at}` : ''
  if (choice && putOff === open) {
    return (
      <Button mt="xs" color="red" variant="light" onClick={() => setPutOff('')}>
        Choose which text to keep
      </Button>
    )
  }
  const question = kept.questions.find((one) => one.if_interviewer_role_feedback_question_id === choice?.question)
  // The text may have been changed since the dialog was closed.
  const mine = choice ? (kept.answers[choice.question] ?? '') : ''
  return (
    <Modal opened={choice !== undefined} onClose={() => setPutOff(open)} title="Which text do you want to keep?" size="min(60rem, 95vw)">
      {choice && (
        <Stack>
          <Text>
            Your answer to “{question?.interview_feedback_question}” was also changed in another window or on another device. Nothing is lost: choose one, or
            keep both.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Side title="In this browser" at={new Date(choice.mine_at).toISOString()} isNewest={isMineNewest(choice)} text={mine} />
            <Side title="On the server" at={choice.theirs_at} isNewest={!isMineNewest(choice)} text={choice.theirs} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => autosave.choose(choice.question, mine)}>
              Keep this browser's version
            </Button>
            <Button variant="default" onClick={() => autosave.choose(choice.question, choice.theirs)}>
              Keep the server's version
            </Button>
            <Button onClick={() => autosave.choose(choice.question, `${choice.theirs}\n\n${mine}`)}>Keep both</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function isMineNewest({ mine_at, theirs_at }: MergeConflict): boolean {
  return mine_at >= Date.parse(theirs_at)
}

function Side({ title, at, isNewest, text }: { title: string; at: string; isNewest: boolean; text: string }): ReactNode {
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {timeOf(at)}
        </Text>
        {isNewest && <Badge color="green">Newest</Badge>}
      </Group>
      <Textarea readOnly autosize minRows={3} maxRows={14} aria-label={title} value={text} placeholder="(empty)" />
    </div>
  )
}

type FormNotesProps = { kept: FormState; isClosed: boolean; name: string }

/** Who sees this feedback, how long it can be edited, and a way to save text that the server no longer accepts. */
export function FormNotes({ kept, isClosed, name }: FormNotesProps): ReactNode {
  const isStranded = kept.hasUnsaved && (isClosed || kept.saving.is === 'refused')
  return (
    <Stack gap="xs">
      {isClosed && !isStranded && (
        <Message tone="note">This candidate has left the panel interview stage. You can read what you wrote, but you can't change it.</Message>
      )}
      {isStranded && <UnsavedNote kept={kept} name={name} />}
      {!isClosed && <EditDeadline header={kept.header} />}
      {kept.isRestored && <Message tone="note">Your unsaved notes have been restored.</Message>}
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

function EditDeadline({ header }: { header: InterviewHeader | null }): ReactNode {
  if (!header?.writable_until) return null
  return (
    <Message tone="warn">
      This candidate has left the panel interview stage. You can finish your feedback until {timeOf(header.writable_until)}; it will be marked late.
    </Message>
  )
}

function UnsavedNote({ kept, name }: Omit<FormNotesProps, 'isClosed'>): ReactNode {
  const copy = () => copyAndNotify(toPlainText(kept, name), { copied: 'Copied.', failed: 'Your browser blocked copying. Print a copy instead.' })
  return (
    <Message tone="bad" title="Some of your text is only in this browser">
      <Text size="sm" mb="xs">
        Feedback on this candidate is closed. Copy what you wrote and send it to the hiring lead.
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void copy()}>
        Copy my feedback
      </Button>
    </Message>
  )
}

function toPlainText({ questions, answers }: FormState, name: string): string {
  const parts = questions.map((one) => `${one.interview_feedback_question}\n${answers[one.if_interviewer_role_feedback_question_id] ?? ''}`)
  return [name, ...parts].join('\n\n')
}

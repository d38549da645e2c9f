import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { countWords } from '#contract/applications/answer-checks.ts'
import { hasTooManyWords, listOwnVersions, MAX_FEEDBACK_WORDS, TOO_MANY_WORDS, type FeedbackQuestion, type OwnVersion } from '#contract/feedback.ts'
import { EarlierTexts } from '#web/applicants/together/earlier-versions.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import type { FormState } from './autosave/store.ts'
import classes from './answer-field.module.css'

const WARN_AT_WORDS = MAX_FEEDBACK_WORDS * 0.9

export function fieldId({ if_interviewer_role_feedback_question_id }: FeedbackQuestion): string {
  return `feedback-${if_interviewer_role_feedback_question_id}`
}

type AnswerFieldProps = {
  place: number
  question: FeedbackQuestion
  text: string
  isReadOnly: boolean
  versions: OwnVersion[]
  onChange: (text: string) => void
}

export function AnswerField({ place, question, text, isReadOnly, versions, onChange }: AnswerFieldProps): ReactNode {
  const words = countWords(text)
  const isTooLong = hasTooManyWords(text)
  const id = fieldId(question)
  return (
    <div className={classes['field']}>
      <Textarea
        id={id}
        label={`${place}. ${question.interview_feedback_question}`}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={isReadOnly}
        autosize
        minRows={6}
        error={isTooLong ? `${TOO_MANY_WORDS}. Nothing is lost, but this answer is saved only in this browser until you shorten it.` : undefined}
        aria-describedby={`${id}-words`}
        classNames={{ input: classes['input'] ?? '' }}
      />
      <p className={classes['printed']}>{text.trim() === '' ? 'Not answered' : text}</p>
      <p id={`${id}-words`} className={classes['words']} data-near={words >= WARN_AT_WORDS || undefined}>
        {words} / {MAX_FEEDBACK_WORDS} words
        {words >= WARN_AT_WORDS && !isTooLong && `, ${MAX_FEEDBACK_WORDS - words} left`}
      </p>
      <EarlierTexts versions={versions} />
    </div>
  )
}

export const isVersionOf = (version: OwnVersion, question: FeedbackQuestion) =>
  version.if_interviewer_role_feedback_question_id === question.if_interviewer_role_feedback_question_id

/** The earlier versions of the answers. A draft has none until it's submitted or the candidate leaves the panel interview. */
export function useOwnVersions({ header, saving }: FormState): OwnVersion[] {
  const client = useQueryClient()
  const savedAt = saving.is === 'saved' ? saving.at : null
  useEffect(() => {
    if (savedAt !== null) void client.invalidateQueries({ queryKey: keyOf(listOwnVersions) })
  }, [client, savedAt])
  const hasVersions = header !== null && (header.submitted_at !== null || header.writable_until !== null)
  return useCall(listOwnVersions, { if_interview_header_id: header?.interview_header_id ?? 0 }, { enabled: hasVersions, retry: false }).data ?? []
}

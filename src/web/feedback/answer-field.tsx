import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { hasTooManyWords, MAX_FEEDBACK_WORDS, TOO_MANY_WORDS, type FeedbackQuestion } from '#contract/feedback.ts'
import { countWords } from '#contract/applications/answer-checks.ts'
import classes from './answer-field.module.css'

const WARN_FROM = MAX_FEEDBACK_WORDS * 0.9

export function fieldId({ if_interviewer_role_feedback_question_id }: FeedbackQuestion): string {
  return `feedback-${if_interviewer_role_feedback_question_id}`
}

type Props = { place: number; question: FeedbackQuestion; text: string; isReadOnly: boolean; onChange: (text: string) => void }

export function AnswerField({ place, question, text, isReadOnly, onChange }: Props): ReactNode {
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
      <p id={`${id}-words`} className={classes['words']} data-near={words >= WARN_FROM || undefined}>
        {words} / {MAX_FEEDBACK_WORDS} words
        {words >= WARN_FROM && !isTooLong && `, ${MAX_FEEDBACK_WORDS - words} left`}
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { hasTooManyWords, MAX_FEEDBACK_WORDS } from '#contract/feedback.ts'
import { countWords } from '#contract/applications/answer-checks.ts'
import { clock } from '#web/ui/clock.ts'
import type { FormState, SaveStatus } from './store.ts'
import classes from './save-state.module.css'

type Props = { kept: FormState; /** The ID of a question's field. */ fieldOf: (question: FormState['questions'][number]) => string }

/** What isn't saved, and why. Announced only when that changes, because another save within the same minute isn't news. */
export function SaveState({ kept, fieldOf }: Props): ReactNode {
  const tooLong = answersTooLong(kept)[0]
  const field = tooLong && fieldOf(tooLong.question)
  return (
    <div className={classes['state']}>
      <span role="status" data-tone={toneOf(kept)}>
        {saveStateText(kept)}
      </span>
      {field && kept.choices.length === 0 && (
        <a
          href={`#${field}`}
          onClick={(event) => {
            event.preventDefault()
            document.getElementById(field)?.focus()
          }}
        >
          Go to answer {tooLong.place}
        </a>
      )}
      {kept.isSaving && (
        <span aria-hidden="true" className={classes['now']}>
          Saving...
        </span>
      )}
    </div>
  )
}

/** Answers stored only in this browser, because the server accepts at most 2,000 words. */
export function answersTooLong({ questions, answers }: FormState) {
  return questions.flatMap((question, at) => {
    const text = answers[question.if_interviewer_role_feedback_question_id] ?? ''
    return hasTooManyWords(text) ? [{ question, place: at + 1, words: countWords(text) }] : []
  })
}

function saveStateText(kept: FormState): string {
  const { saving, choices, hasUnsaved, isKept } = kept
  const [tooLong] = answersTooLong(kept)
  if (choices.length > 0) return 'Not saved: choose which text to keep'
  if (hasUnsaved && !isKept) return "Not saved, and this browser can't keep a draft: leave this page open"
  if (tooLong && hasUnsaved)
    return `Not saved: answer ${tooLong.place} has ${tooLong.words.toLocaleString('en-US')} words, and ${MAX_FEEDBACK_WORDS.toLocaleString('en-US')} is the limit.`
  return MESSAGES[saving.is](saving as never)
}

const MESSAGES: { [Is in SaveStatus['is']]: (saving: Extract<SaveStatus, { is: Is }>) => string } = {
  nothing: () => '',
  saved: ({ at }) => `Saved ${clock(at)}`,
  waiting: () => 'Not saved - will retry. Your text is kept in this browser.',
  refused: ({ why }) => `Not saved: ${why}`,
}

function toneOf(kept: FormState): string {
  const { saving, choices, hasUnsaved, isKept } = kept
  const isStuck = hasUnsaved && (!isKept || answersTooLong(kept).length > 0)
  if (choices.length > 0 || isStuck || saving.is === 'refused') return 'bad'
  return saving.is === 'waiting' ? 'warn' : 'good'
}

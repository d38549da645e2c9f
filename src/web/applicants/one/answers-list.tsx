import { Text, Title, Tooltip } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { type Applicant, type ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { countWords } from '#contract/applications/answer-checks.ts'
import { displayedAnswer, IDENTIFYING_NAMES } from '#contract/questions/question-rules.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { IconInfo } from '#web/ui/staff-icons.tsx'
import classes from './answers-list.module.css'

/** Answers at least this long get their own section. */
const LONG_ANSWER = 60

/** The answers: long ones first, short ones together below. Identity is shown next to them, not here. */
export const AnswersList = memo(function AnswersList({ applicant, search }: { applicant: Applicant; search: string }): ReactNode {
  const answers = applicant.answers.filter((one) => !IDENTIFYING_NAMES.includes(one.question_name))
  const isLong = ({ applicants_answer }: ApplicantAnswer) => applicants_answer.length > LONG_ANSWER || applicants_answer.includes('\n')
  const [texts, short] = [answers.filter(isLong), answers.filter((one) => !isLong(one))]
  return (
    <section aria-labelledby="answers" className={classes['answers']}>
      <Title order={2} size="h4" id="answers" className={classes['title'] ?? ''}>
        Answers
      </Title>
      {texts.map((one) => (
        <article key={one.question_name} className={classes['text']}>
          <Question one={one} />
          <p>
            <Highlighted text={one.applicants_answer} search={search} />
          </p>
        </article>
      ))}
      {short.length > 0 && (
        <dl className={classes['short']}>
          {short.map((one) => (
            <div key={one.question_name}>
              <dt>
                {one.question_text} <AnswerInfo one={one} />
              </dt>
              <dd>
                {one.applicants_answer === '' ? (
                  <Text span c="dimmed">
                    No answer
                  </Text>
                ) : (
                  <Highlighted text={displayedAnswer(one, one.applicants_answer)} search={search} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
})

function Question({ one }: { one: ApplicantAnswer }): ReactNode {
  return (
    <Title order={3} size="h6" className={classes['question'] ?? ''}>
      {one.question_text} <AnswerInfo one={one} />
    </Title>
  )
}

function AnswerInfo({ one: { question_name, applicants_answer } }: { one: ApplicantAnswer }): ReactNode {
  const words = countWords(applicants_answer)
  const about = `${question_name} · ${words} ${words === 1 ? 'word' : 'words'}`
  return (
    <Tooltip label={about} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" data-small className={classes['about']} aria-label="About this answer">
        <IconInfo size={16} aria-hidden />
      </button>
    </Tooltip>
  )
}

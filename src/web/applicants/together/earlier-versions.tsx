import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { AFTER_DECISION } from '#contract/text/version-words.ts'
import { listVersions, type TextVersion, type VersionKind } from '#contract/versions.ts'
import { useShowNames } from '#web/applicants/filters/use-show-names.ts'
import { timeOf } from '#web/ui/clock.ts'
import { useCall } from '#web/ui/use-call.ts'
import classes from './earlier.module.css'

type Props = { user_session_id: number; kind: VersionKind; of_id: number }

/** Shown beside a text: whether it was written after the decision, and its earlier versions. Renders nothing if there are none. */
export function EarlierVersions({ user_session_id, kind, of_id }: Props): ReactNode {
  return <EarlierTexts versions={useVersions(user_session_id).filter((one) => one.kind === kind && one.of_id === of_id)} />
}

/** All versions of one text, oldest first. */
export function EarlierTexts({ versions }: { versions: TextVersion[] }): ReactNode {
  const newest = versions.at(-1)
  if (!newest) return null
  const before = versions.slice(0, -1)
  return (
    <div className={classes['earlier']}>
      {newest.after_decision && (
        <Badge color="orange" className={classes['after'] ?? ''}>
          {AFTER_DECISION}
        </Badge>
      )}
      {before.length > 0 && (
        <details>
          <summary>
            Changed {before.length === 1 ? 'once' : `${before.length} times`}, last by {authorOf(newest)}, {timeOf(newest.written_at)}. Earlier text
          </summary>
          <ol>
            {before.map((one) => (
              <li key={one.version}>
                <Text span size="xs" c="dimmed">
                  {authorOf(one)}, {timeOf(one.written_at)}
                  {one.after_decision && `. ${AFTER_DECISION}`}
                  {one.why && `. Reason: ${one.why}`}
                </Text>
                <p>{one.text === null ? 'Deleted' : one.text === '' ? 'Empty' : one.text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

const authorOf = ({ by_email, by_candidate }: Pick<TextVersion, 'by_email' | 'by_candidate'>) => (by_candidate ? 'the candidate' : (by_email ?? 'the product'))

type DeletedProps = Pick<Props, 'user_session_id'> & { kind: 'note' | 'mark'; title: string }

/** The deleted texts of one kind, with who wrote them, who deleted them, and when. Renders nothing if there are none. */
export function Deleted({ user_session_id, kind, title }: DeletedProps): ReactNode {
  const all = useVersions(user_session_id).filter((one) => one.kind === kind)
  const deleted = all.filter((one) => one.is_newest && one.deleted)
  if (deleted.length === 0) return null
  return (
    <details className={classes['earlier']}>
      <summary>
        {title} ({deleted.length})
      </summary>
      <ol>
        {deleted.map((one) => (
          <li key={one.of_id}>
            <DeletedText last={all.findLast((each) => each.of_id === one.of_id && !each.deleted)} deleted={one} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function DeletedText({ last, deleted }: { last: TextVersion | undefined; deleted: TextVersion }): ReactNode {
  return (
    <>
      <Text span size="xs" c="dimmed">
        {last?.about && `${last.about}. `}
        {last && `Written by ${authorOf(last)}, ${timeOf(last.written_at)}. `}
        Deleted by {authorOf(deleted)}, {timeOf(deleted.written_at)}
        {deleted.after_decision && `. ${AFTER_DECISION}`}
      </Text>
      <p>{last?.text ?? 'Erased'}</p>
    </>
  )
}

/** The wording of a red flag at a given time, if it has been reworded since. */
export function WordingAtDecision({ user_session_id, of_id, at }: Omit<Props, 'kind'> & { at: string }): ReactNode {
  const own = useVersions(user_session_id).filter((one) => one.kind === 'red_flag' && one.of_id === of_id)
  const then = own.findLast((one) => Date.parse(one.written_at) <= Date.parse(at)) ?? own[0]
  if (!then || then.is_newest) return null
  return (
    <Text span size="xs">
      At that time, the red flag said: “{then.text}”
    </Text>
  )
}

/** The questions that have been reworded since this person answered them, each with its current wording. */
export function RewordedQuestions({ user_session_id, answers }: Pick<Applicant, 'user_session_id' | 'answers'>): ReactNode {
  const today = useVersions(user_session_id).filter((one) => one.kind === 'question' && one.is_newest)
  const reworded = today.flatMap((one) => {
    const answered = answers.find(({ question_name }) => question_name === one.about)
    return answered && answered.question_text !== one.text ? [{ ...one, answered: answered.question_text }] : []
  })
  if (reworded.length === 0) return null
  return (
    <details className={classes['earlier']}>
      <summary>Questions reworded since they were answered ({reworded.length})</summary>
      <ol>
        {reworded.map(({ of_id, answered, text, ...one }) => (
          <li key={of_id}>
            <Text span size="xs" c="dimmed">
              Reworded by {authorOf(one)}, {timeOf(one.written_at)}
            </Text>
            <p>
              Answered: “{answered}” Today: “{text}”
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

function useVersions(user_session_id: number): TextVersion[] {
  const [identifiable] = useShowNames()
  return useCall(listVersions, { id: user_session_id, identifiable }, { retry: false }).data ?? []
}

import { Badge, Button, CloseButton, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import { listRedFlagMarks, removeMark, type RedFlagMark } from '#contract/red-flags/red-flag-marks.ts'
import type { Citation, RedFlag } from '#contract/red-flags/red-flags.ts'
import { listVersions } from '#contract/versions.ts'
import { Deleted, EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { call } from '#web/call.ts'
import { timeOf } from '#web/ui/clock.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { MEANINGS } from './mark-dialog.tsx'
import { useMayChange } from './may-change.ts'
import classes from './feedback-cards.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

type SelectedCitation = (Citation & { at: number }) | null
type Answer = FeedbackGroup['feedback'][number]
type Props = {
  user_session_id: number
  groups: FeedbackGroup[]
  cited: SelectedCitation
  marks: RedFlagMark[]
  flags: RedFlag[]
  onMark: (answer: Answer) => void
}

/** At this width, the cards are below the table and start out closed. */
const NARROW = '(max-width: 62rem)'

/** The interviewers' feedback; the sentence a citation links to is highlighted. */
export function FeedbackCards({ groups, ...props }: Props): ReactNode {
  const mark = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  useEffect(() => {
    if (!props.cited || !mark.current) return
    mark.current.closest('details')!.open = true
    // Without animation: a slow scroll would miss the sentence if another draft arrives above and pushes it down.
    mark.current.scrollIntoView({ block: 'center' })
    mark.current.focus({ preventScroll: true })
  }, [props.cited])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div role="region" aria-labelledby="feedback-heading" className={classes['cards']} tabIndex={0}>
      <Title order={2} size="h3" id="feedback-heading">
        Interviewer feedback
      </Title>
      {groups.length === 0 && <Empty isPart>No feedback yet.</Empty>}
      {groups.map((group) => (
        <article key={group.interview_header_id} className={classes['card']}>
          <details open={!isNarrow}>
            <summary>
              <Title order={3} size="h4">
                {group.interview_name}
              </Title>
              <Text size="sm" c="dimmed">
                {group.interviewer_name}, {timeOf(group.interview_datetime_utc)}
                {!group.time_confirmed && ' (time not confirmed)'}
              </Text>
              <FeedbackBadges group={group} />
            </summary>
            <Answers group={group} mark={mark} {...props} />
          </details>
        </article>
      ))}
      <Deleted user_session_id={props.user_session_id} kind="mark" title="Removed marks" />
    </div>
  )
}

type AnswersProps = Omit<Props, 'groups'> & { group: FeedbackGroup; mark: QuotedText['mark'] }

function Answers({ user_session_id, group, cited, marks, flags, onMark, mark }: AnswersProps): ReactNode {
  return (
    <dl>
      {group.feedback.map((one) => (
        <div key={one.if_interview_feedback_detail_id}>
          <dt>{one.interview_feedback_question}</dt>
          <dd>
            {one.interviewer_feedback.trim() === '' ? (
              <span className={classes['empty']}>Not answered</span>
            ) : (
              <>
                <Marked
                  text={one.interviewer_feedback}
                  quote={cited?.if_interview_feedback_detail_id === one.if_interview_feedback_detail_id ? cited.quote : ''}
                  mark={mark}
                />
                <AnswerMarks
                  user_session_id={user_session_id}
                  marks={marks.filter((each) => each.if_interview_feedback_detail_id === one.if_interview_feedback_detail_id)}
                  flags={flags}
                  onMark={() => onMark(one)}
                />
              </>
            )}
            <EarlierVersions user_session_id={user_session_id} kind="feedback" of_id={one.if_interview_feedback_detail_id} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FeedbackBadges({ group }: { group: FeedbackGroup }): ReactNode {
  return (
    <>
      {!group.submitted_at && <Badge color="yellow">Draft: not submitted yet</Badge>}
      {group.submitted_at && group.edited_at && <Badge color="blue">Edited {timeOf(group.edited_at)}, after it was submitted</Badge>}
      {group.late && <Badge color="orange">Late: written after the interview stage</Badge>}
    </>
  )
}

type QuotedText = { text: string; quote: string; mark: React.RefObject<HTMLElement | null> }

function Marked({ text, quote, mark }: QuotedText): ReactNode {
  const at = quote === '' ? -1 : text.indexOf(quote)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark ref={mark} tabIndex={-1}>
        {quote}
      </mark>
      {text.slice(at + quote.length)}
    </>
  )
}

type MarksProps = Pick<Props, 'user_session_id' | 'marks' | 'flags'> & { onMark: () => void }

/** The sentences in an answer that staff marked as examples, and a button for marking another. */
function AnswerMarks({ user_session_id, marks, flags, onMark }: MarksProps): ReactNode {
  const client = useQueryClient()
  const mayMark = useMayChange()

  async function remove({ red_flag_mark_id }: RedFlagMark): Promise<void> {
    try {
      await call(removeMark, { id: red_flag_mark_id }, { retries: 0 })
      await Promise.all([listRedFlagMarks, listVersions].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
    } catch (failure) {
      warn(`We couldn't remove the mark. ${errorMessage(failure)}`)
    }
  }

  return (
    <div className={classes['marks']}>
      {marks.length > 0 && (
        <ul aria-label="Marked sentences">
          {marks.map((one) => (
            <li key={one.red_flag_mark_id}>
              <div>
                {flags.find((flag) => flag.fgl_ref_red_flag_id === one.fgl_ref_red_flag_id)?.red_flag_desc}, {MEANINGS[one.stance].toLowerCase()}: “{one.quote}”
                <EarlierVersions user_session_id={user_session_id} kind="mark" of_id={one.red_flag_mark_id} />
              </div>
              {mayMark && <CloseButton size={28} aria-label={`Remove the mark on “${one.quote}”`} onClick={() => void remove(one)} />}
            </li>
          ))}
        </ul>
      )}
      {mayMark && (
        <Button size="compact-sm" variant="subtle" onClick={onMark}>
          Mark a sentence
        </Button>
      )}
    </div>
  )
}

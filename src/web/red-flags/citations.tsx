import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation } from '#contract/red-flags.ts'
import type { Row } from './rows.ts'
import classes from './red-flag-table.module.css'

type Props = { row: Row; groups: FeedbackGroup[]; onCite: (citation: Citation) => void }

/** What the last draft rests on: each sentence a way to where it stands in its card. */
export function Citations({ row, groups, onCite }: Props): ReactNode {
  const citations = row.saved?.citations ?? []
  if (citations.length === 0) return null
  return (
    <ul className={classes['citations']} aria-label={`Sources: ${row.flag.red_flag_desc}`}>
      {citations.map((citation) => (
        <li key={`${citation.if_interview_feedback_detail_id} ${citation.quote}`}>
          {stillStands(citation, groups) ? (
            <a
              href="#feedback-heading"
              onClick={(event) => {
                event.preventDefault()
                onCite(citation)
              }}
            >
              {citation.interview_name}, {citation.interviewer_name}: “{citation.quote}”
            </a>
          ) : (
            <span className={classes['gone']}>
              {citation.interview_name}, {citation.interviewer_name}: “{citation.quote}” (no longer in the feedback)
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function stillStands({ if_interview_feedback_detail_id, quote }: Citation, groups: FeedbackGroup[]): boolean {
  return groups.some((group) =>
    group.feedback.some((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id && one.interviewer_feedback.includes(quote)),
  )
}

import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation, ShownCitation, Stance } from '#contract/red-flags/red-flags.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { IconBookmarkPlus } from '#web/ui/staff-icons.tsx'
import { quoted } from './before-signing.tsx'
import type { Row } from './rows.ts'
import classes from './red-flag-table.module.css'

type Props = { row: Row; groups: FeedbackGroup[]; onCite: (citation: Citation) => void; onMark: (citation: Citation) => void }

const SAYS = { for: 'for', against: 'against', unclear: 'unclear' } satisfies Record<Stance, string>

/** What the last draft is based on: each chip leads to the sentence in its card. The text is in the rationale and isn't shown twice. */
export function Citations({ row, groups, onCite, onMark }: Props): ReactNode {
  const mayMark = useMay('decide')
  const citations = row.saved?.citations ?? []
  if (citations.length === 0) return null
  return (
    <ul className={classes['citations']} aria-label={`Evidence: ${row.flag.red_flag_desc}`}>
      {citations.map((citation) => (
        <li key={`${citation.if_interview_feedback_detail_id} ${citation.quote}`}>
          {stillStands(citation, groups) ? (
            <>
              <Chip citation={citation} onCite={onCite} />
              {mayMark && (
                <ActionIcon
                  size={28}
                  variant="subtle"
                  aria-label={`Mark as an example: “${citation.quote}”`}
                  title="Mark as an example"
                  onClick={() => onMark(citation)}
                >
                  <IconBookmarkPlus size={16} aria-hidden />
                </ActionIcon>
              )}
            </>
          ) : (
            <Gone citation={citation} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Chip({ citation, onCite }: { citation: ShownCitation; onCite: Props['onCite'] }): ReactNode {
  const mentions = citation.mentions.length > 0 ? ` · mentions ${quoted(citation.mentions)}` : ''
  const said = `${placeOf(citation)} · ${SAYS[citation.stance]}${mentions}`
  return (
    <a
      className={classes['chip']}
      data-stance={citation.stance}
      href="#feedback-heading"
      aria-label={`${said}: ${citation.interviewer_name}, “${citation.quote}”`}
      title={citation.quote}
      onClick={(event) => {
        event.preventDefault()
        onCite(citation)
      }}
    >
      {said}
    </a>
  )
}

function Gone({ citation }: { citation: Citation }): ReactNode {
  return (
    <span className={classes['gone']}>
      {citation.interview_name}, {citation.interviewer_name}: “{citation.quote}” (no longer in the feedback)
    </span>
  )
}

const placeOf = ({ interview_name }: Citation) => interview_name.replace(/^Interview /, '')

function stillStands({ if_interview_feedback_detail_id, quote }: Citation, groups: FeedbackGroup[]): boolean {
  return groups.some((group) =>
    group.feedback.some((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id && one.interviewer_feedback.includes(quote)),
  )
}

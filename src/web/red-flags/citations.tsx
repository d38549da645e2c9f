import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import { GRAVE_KINDS } from '#contract/red-flags/grave.ts'
import type { Citation, ShownCitation } from '#contract/red-flags/red-flags.ts'
import { IconBookmarkPlus } from '#web/ui/staff-icons.tsx'
import { quoted } from './before-signing.tsx'
import { useMayChange } from './may-change.ts'
import type { Row } from './rows.ts'
import classes from './red-flag-table.module.css'

type Props = { row: Row; groups: FeedbackGroup[]; onCite: (citation: Citation) => void; onMark: (citation: Citation) => void }

/** What the last draft is based on: the interviewers' own sentences side by side, each with its stance and a link to its card. */
export function Citations({ row, groups, onCite, onMark }: Props): ReactNode {
  const mayMark = useMayChange()
  const citations = row.saved?.citations ?? []
  if (citations.length === 0) return null
  return (
    <ul className={classes['evidence']} aria-label={`Evidence: ${row.flag.red_flag_desc}`}>
      {[...byInterviewer(citations, groups)].map(([who, said]) => (
        <li key={who} data-empty={said.length === 0 || undefined}>
          <span className={classes['who']}>{who}</span>
          {said.length === 0 && <span className={classes['gone']}>Nothing found</span>}
          {said.map((citation) => (
            <div key={`${citation.if_interview_feedback_detail_id} ${citation.quote}`} className={classes['quote']} data-stance={citation.stance}>
              {stillStands(citation, groups) ? <Quote citation={citation} onCite={onCite} /> : <Gone citation={citation} />}
              {mayMark && stillStands(citation, groups) && (
                <ActionIcon
                  size={24}
                  variant="subtle"
                  aria-label={`Mark as an example: “${citation.quote}”`}
                  title="Mark as an example"
                  onClick={() => onMark(citation)}
                >
                  <IconBookmarkPlus size={14} aria-hidden />
                </ActionIcon>
              )}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Quote({ citation, onCite }: { citation: ShownCitation; onCite: Props['onCite'] }): ReactNode {
  return (
    <a
      href="#feedback-heading"
      onClick={(event) => {
        event.preventDefault()
        onCite(citation)
      }}
    >
      <b>{citation.stance}</b> “{citation.quote}”{citation.grave && <b className={classes['grave']}> Grave: {GRAVE_KINDS[citation.grave].name}</b>}
      {citation.mentions.length > 0 && ` mentions ${quoted(citation.mentions)}`}
    </a>
  )
}

function Gone({ citation }: { citation: Citation }): ReactNode {
  return (
    <span className={classes['gone']}>
      <b>{citation.stance}</b> “{citation.quote}” (no longer in the feedback)
    </span>
  )
}

/** Everyone who wrote something has a column, in the order of the cards. */
function byInterviewer(citations: ShownCitation[], groups: FeedbackGroup[]): Map<string, ShownCitation[]> {
  const written = groups.filter(({ feedback }) => feedback.some((one) => one.interviewer_feedback.trim() !== ''))
  const columns = new Map<string, ShownCitation[]>(written.map((group) => [columnOf(group), []]))
  for (const citation of citations) columns.set(columnOf(citation), [...(columns.get(columnOf(citation)) ?? []), citation])
  return columns
}

const columnOf = ({ interview_name, interviewer_name }: Pick<Citation, 'interview_name' | 'interviewer_name'>) =>
  `${interview_name.replace(/^Interview /, '')} · ${interviewer_name}`

function stillStands({ if_interview_feedback_detail_id, quote }: Citation, groups: FeedbackGroup[]): boolean {
  return groups.some((group) =>
    group.feedback.some((one) => one.if_interview_feedback_detail_id === if_interview_feedback_detail_id && one.interviewer_feedback.includes(quote)),
  )
}

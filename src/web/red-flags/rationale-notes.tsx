import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Earlier, WordingThen } from '#web/applicants/together/earlier.tsx'
import { timeOf } from '#web/ui/clock.ts'
import type { Stance } from '#contract/red-flags/red-flags.ts'
import { quoted } from './before-signing.tsx'
import { isDisputed, type Row } from './rows.ts'
import classes from './red-flag-table.module.css'

const FINDER = 'evidence-finder'

/** Where a text comes from, whether a person has signed it, and whether its sources have changed. */
export function RationaleNotes({ row }: { row: Row }): ReactNode {
  const { saved, isChanged } = row
  if (!saved) return isChanged ? <Notes>{UNSAVED}</Notes> : null
  const isDraft = saved.source === 'generated' && !isChanged
  return (
    <Notes>
      {isChanged && UNSAVED}
      {isDraft && !saved.reviewed && (
        <Badge color="yellow">{saved.generator === FINDER ? 'Generated - review before use' : 'AI draft - review before use'}</Badge>
      )}
      {isDraft && saved.reviewed && <Badge color="blue">Generated, reviewed</Badge>}
      {isDisputed(row) && <Badge color="orange">Disputed</Badge>}
      <Counts row={saved} />
      {saved.stale && (
        <Badge color="red" title="The feedback it quotes was edited after the draft was made">
          Stale: the feedback it cites was edited later
        </Badge>
      )}
      {!saved.stale && saved.has_newer_feedback && <Badge color="gray">There's newer feedback than this draft</Badge>}
      {saved.mentions.length > 0 && !isChanged && (
        <Text span size="xs">
          Mentions {quoted(saved.mentions)}
          {saved.meant_otherwise && '; something else is meant'}
        </Text>
      )}
      {saved.reviewed && !isChanged && (
        <Text span size="xs" c="dimmed">
          Submitted by {saved.modified_by_email ?? 'staff'}, {timeOf(saved.modified_at)}
        </Text>
      )}
      <WordingThen user_session_id={saved.user_session_id} of_id={saved.fgl_ref_red_flag_id} at={saved.modified_at} />
      <Earlier user_session_id={saved.user_session_id} kind="rationale" of_id={saved.fgl_hiring_decision_detail_id} />
    </Notes>
  )
}

function Counts({ row: { citations } }: { row: NonNullable<Row['saved']> }): ReactNode {
  if (citations.length === 0) return null
  const count = (stance: Stance) => citations.filter((one) => one.stance === stance).length
  return (
    <Text span size="xs" c="dimmed">
      {count('for')} for · {count('against')} against
      {count('unclear') > 0 && ` · ${count('unclear')} unclear`}
    </Text>
  )
}

const UNSAVED = (
  <Badge color="orange" key="unsaved">
    Not submitted yet
  </Badge>
)

function Notes({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['notes']}>{children}</div>
}

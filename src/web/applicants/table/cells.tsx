import type { ReactNode } from 'react'
import { MAX_TABLE_ANSWER, type Applicant } from '#contract/applicants.ts'
import { cut, linkTo, nameOf } from '#web/applicants/applicant-words.ts'
import { Marked } from '#web/applicants/marked.tsx'
import { Day } from '#web/applicants/one/when.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import type { Column } from './columns.tsx'
import type { ShowFull } from './full-text.tsx'
import classes from './cells.module.css'

export type CellProps = { one: Applicant; column: Column; search: string; onFull: ShowFull }

export function TextCell({ one, column, search }: CellProps): ReactNode {
  return <Marked text={column.value(one)} search={search} />
}

export function NameCell({ one, search }: CellProps): ReactNode {
  return (
    <>
      <Marked text={nameOf(one)} search={search} />
      {one.suspected_bot && (
        <span className={classes['bot']} title="Suspected bot: a hidden field was filled in.">
          <span className="visually-hidden">Suspected </span>bot
        </span>
      )}
    </>
  )
}

export function DayCell({ one }: CellProps): ReactNode {
  return one.application_submitted_datetime_utc && <Day at={one.application_submitted_datetime_utc} />
}

export function StatusCell({ one }: CellProps): ReactNode {
  return <StatusBadge {...one} />
}

export function ProfileCell({ one }: CellProps): ReactNode {
  const link = linkTo(one.linkedin_profile_url)
  if (!link) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={classes['link']}>
      Profile<span className="visually-hidden"> on LinkedIn (opens in a new tab)</span>
    </a>
  )
}

/** A long answer ends in a button that shows all of it. */
export function AnswerCell({ one, column, search, onFull }: CellProps): ReactNode {
  const text = column.value(one)
  const short = cut(text, MAX_TABLE_ANSWER)
  if (short === null) {
    return (
      <span className={classes['brief']}>
        <Marked text={text} search={search} />
      </span>
    )
  }
  const title = `${column.header}: ${nameOf(one)}`
  return (
    <button type="button" className={classes['answer']} aria-haspopup="dialog" onClick={(event) => onFull({ title, text, at: event.currentTarget })}>
      <Marked text={short} search={search} />
    </button>
  )
}

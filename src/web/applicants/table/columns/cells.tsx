import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { licenseParts, type TableColumnId } from '#contract/applicants/list-columns.ts'
import { truncate, profileUrl } from '#web/applicants/applicant-text.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { DueBadge } from '#web/applicants/due-badge.tsx'
import { Day } from '#web/applicants/one/date-time.tsx'
import { Address } from '#web/layout/address.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import type { ShowFull } from '../full-text.tsx'
import classes from './cells.module.css'

type CellProps = { one: ListedApplicant; column: TableColumn; search: string; to: string; onFull: ShowFull }

const MAX_PLACE_LENGTH = 28
/** The number of characters guaranteed to fit on two lines. */
const SHORT_LABELS = 50

/** Two lines; the full text on hover and in the details. */
function TextCell({ one, column, search }: CellProps): ReactNode {
  const text = column.value(one)
  return (
    <span className={classes['found']} title={text} data-cut>
      <Highlighted text={text} search={search} />
    </span>
  )
}

function EmailCell({ one, column, search }: CellProps): ReactNode {
  const text = column.value(one)
  return (
    <span className={classes['found']} title={text} data-cut>
      {search === '' ? <Address>{text}</Address> : <Highlighted text={text} search={search} />}
    </span>
  )
}

function NameCell({ one, search, to }: CellProps): ReactNode {
  return (
    <>
      <Link to={to} className={classes['name']} data-row={one.user_session_id} title={nameOf(one)} data-cut>
        <Highlighted text={nameOf(one)} search={search} />
      </Link>
      {one.suspected_bot && (
        <span className={classes['bot']} title="Suspected bot: a hidden field was filled in.">
          <span className="visually-hidden">Suspected </span>bot
        </span>
      )}
    </>
  )
}

/** Why someone is in the search results. */
function MatchCell({ one: { found }, search }: CellProps): ReactNode {
  if (!found) return <span className={classes['soft']}>The name</span>
  return (
    <span className={classes['found']} title={found.where}>
      <span className={classes['soft']}>{truncate(found.where, MAX_PLACE_LENGTH) ?? found.where}</span> <Highlighted text={found.text} search={search} />
    </span>
  )
}

/** What's always visible, then the reasons; two lines, with the full text on hover and on the person's page. */
function LicensesCell({ one, column, search }: CellProps): ReactNode {
  const { held = [] } = one.licenses ?? {}
  const { main, reasons } = licenseParts(one)
  return (
    <span className={classes['found']} title={[...held, column.value(one)].join('\n')} data-cut>
      <Highlighted text={main} search={search} />
      <span className={classes['soft']}>
        <Highlighted text={reasons} search={search} />
      </span>
    </span>
  )
}

function DayCell({ one }: CellProps): ReactNode {
  return one.application_submitted_datetime_utc && <Day at={one.application_submitted_datetime_utc} />
}

function DueCell({ one }: CellProps): ReactNode {
  return <DueBadge {...one} />
}

function StatusCell({ one }: CellProps): ReactNode {
  return <StatusBadge {...one} />
}

function ProfileCell({ one }: CellProps): ReactNode {
  const link = profileUrl(one.linkedin_profile_url)
  if (!link) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={classes['link']}>
      Profile<span className="visually-hidden"> on LinkedIn (opens in a new tab)</span>
    </a>
  )
}

/** An answer that may not fit is a button that shows the full text. */
function AnswerCell({ one, column, search, onFull }: CellProps): ReactNode {
  const text = column.value(one)
  const { question_name } = column
  if (text.length <= SHORT_LABELS && !one.cut.includes(question_name)) {
    return (
      <span className={classes['brief']}>
        <Highlighted text={text} search={search} />
      </span>
    )
  }
  const title = `${column.header}: ${nameOf(one)}`
  return (
    <button
      type="button"
      className={classes['answer']}
      aria-haspopup="dialog"
      onClick={(event) => onFull({ title, id: one.user_session_id, question_name, at: event.currentTarget })}
    >
      <Highlighted text={text} search={search} />
    </button>
  )
}

/** A column's value outside the table, without search matches. */
export function FactCell(props: Pick<CellProps, 'one' | 'column'>): ReactNode {
  const Cell = CELLS[props.column.kind]
  return <Cell {...props} search="" to="" onFull={() => {}} />
}

/** How the table shows each column. */
export const CELLS: Record<TableColumnId, ComponentType<CellProps>> = {
  name: NameCell,
  alias: NameCell,
  found: MatchCell,
  decision: TextCell,
  reason: TextCell,
  status: StatusCell,
  applied: DayCell,
  due: DueCell,
  role: TextCell,
  licenses: LicensesCell,
  answer: AnswerCell,
  email: EmailCell,
  h1b: TextCell,
  linkedin: ProfileCell,
}

import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { MAX_TABLE_ANSWER, type Applicant } from '#contract/applicants.ts'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { answerTo, cut, linkTo, nameOf } from '#web/applicants/applicant-words.ts'
import type { ShowFull } from './full-text.tsx'
import { Marked } from './marked.tsx'
import { kindOf, type Heading } from './table-heading.tsx'
import type { Review } from '#web/applicants/use-review.ts'
import { Day } from '#web/applicants/one/when.tsx'
import classes from '#web/applicants/review.module.css'

type Row = Review['rows'][number]
type Props = { row: Row; place: number; isPicked: boolean; columns: Heading[]; search: string; to: string; onFull: ShowFull }

export const TableRow = memo(function TableRow({ row, place, isPicked, columns, search, to, onFull }: Props): ReactNode {
  const one = row.original
  const name = nameOf(one)
  return (
    <tr aria-rowindex={place + 2} data-picked={isPicked || undefined}>
      <td className={classes['pick']}>
        <input type="checkbox" aria-label={`Select ${name}`} checked={isPicked} onChange={ignore} onClick={row.getToggleSelectedHandler()} />
      </td>
      {columns.map(({ column: { id, columnDef } }) =>
        id === 'alias' || id === 'name' ? (
          <th key={id} scope="row" data-kind={id}>
            <Marked text={name} search={search} />
            {one.suspected_bot && <span className={classes['bot']}>Suspected bot</span>}
          </th>
        ) : (
          <td key={id} data-kind={kindOf(id)}>
            <Cell id={id} one={one} title={String(columnDef.header)} search={search} onFull={onFull} />
          </td>
        ),
      )}
      <td className={classes['open']}>
        <Link to={to} className={classes['view']} aria-label={`View Details of ${name}`}>
          View Details
        </Link>
      </td>
    </tr>
  )
})

/** A click tells whether Shift was held, a change does not. */
function ignore(): void {}

function Cell({ id, one, title, search, onFull }: { id: string; one: Applicant; title: string; search: string; onFull: ShowFull }): ReactNode {
  if (id === 'applied') return one.application_submitted_datetime_utc && <Day at={one.application_submitted_datetime_utc} />
  if (id === 'email') return <Marked text={one.email ?? ''} search={search} />
  if (id === 'h1b') return answerTo(one, 'require_sponsorship')
  if (id === 'status') return <StatusBadge {...one} />
  if (id === 'linkedin') return <Profile profile={one.linkedin_profile_url} />
  return <Answer text={answerTo(one, id.slice(2))} title={`${title}: ${nameOf(one)}`} search={search} onFull={onFull} />
}

function Profile({ profile }: { profile: string | null | undefined }): ReactNode {
  const link = linkTo(profile)
  if (!link) return null
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={classes['link']}>
      Profile<span className="visually-hidden"> on LinkedIn, opens beside this page</span>
    </a>
  )
}

/** A long answer ends in a button that shows all of it. */
function Answer({ text, title, search, onFull }: { text: string; title: string; search: string; onFull: ShowFull }): ReactNode {
  const short = cut(text, MAX_TABLE_ANSWER)
  if (short === null) {
    return (
      <span className={classes['brief']}>
        <Marked text={text} search={search} />
      </span>
    )
  }
  return (
    <button type="button" className={classes['answer']} aria-haspopup="dialog" onClick={(event) => onFull({ title, text, at: event.currentTarget })}>
      <Marked text={short} search={search} />
    </button>
  )
}

import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { BulkBar } from '#web/applicants/decide/bulk-bar.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { ListError, ListLoading } from '#web/applicants/list-states.tsx'
import { AnswersAcrossList } from './across-list.tsx'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Link } from 'react-router'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { CARD_COLUMNS, cardText } from '#contract/applicants/columns-shown.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { FactCell } from './columns/cells.tsx'
import { useRestorePosition } from './use-restore-position.ts'
import { useRows } from './rows/use-rows.ts'
import applicantCardsClasses from './applicant-cards.module.css'
import { ApplicantsTable } from './applicants-table.tsx'
import { Empty } from '#web/ui/message/empty.tsx'
import { TableTools } from './table-tools.tsx'
import type { Columns } from './columns/use-columns.ts'
import { useDensity } from './use-density.ts'
import type { List } from './rows/use-list.ts'
import { useSelectedIds, type Selection } from './use-selection.ts'
import classes from './table-tools.module.css'

type Props = { filters: Filters; list: List; columns: Columns; selection: Selection }

const NARROW = '(max-width: 40em)'

export function ApplicantList({ filters, list, columns, selection }: Props): ReactNode {
  const density = useDensity()
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const { query, kept, ids, left } = list
  if (filters.roleId === null) return <NoRole />
  if (kept === undefined) return query.isError && !query.isFetching ? <ListError query={query} /> : <ListLoading trying={query.trying} />
  if (!kept.has_applicants || (ids.length === 0 && filters.sought === '')) return <NoApplicants filters={filters} hasApplicants={kept.has_applicants} />
  return (
    <>
      <TableTools filters={filters} list={list} columns={columns} density={density} />
      {left > 0 && (
        <div className={classes['stale']}>
          <Text size="sm">{left.toLocaleString('en-US')} left this list.</Text>
          <Button size="compact-sm" variant="default" onClick={list.refresh}>
            Refresh
          </Button>
        </div>
      )}
      {kept.is_behind && (
        <Text size="sm" c="dimmed" mb="xs">
          Applications that have just come in can take a moment to become searchable.
        </Text>
      )}
      {ids.length === 0 ? (
        <NoMatches filters={filters} />
      ) : filters.across ? (
        <AnswersAcrossList filters={filters} list={list} selection={selection} />
      ) : isNarrow ? (
        <ApplicantCards filters={filters} list={list} columns={columns} selection={selection} />
      ) : (
        <ApplicantsTable key={density.density} filters={filters} list={list} columns={columns} selection={selection} density={density.density} />
      )}
      <BulkBar selection={selection} ids={ids} filters={filters} />
    </>
  )
}

const MORE_DAYS = [90, 365, 3650]

function NoRole(): ReactNode {
  return <Empty>Please select a role to view its applicants.</Empty>
}

/** Either no one has applied for this role, or the filters exclude everyone. */
function NoApplicants({ filters, hasApplicants }: { filters: Filters; hasApplicants: boolean }): ReactNode {
  const { statusId, days } = filters
  if (!hasApplicants) return <Empty title="No Applicants">There are no applicants for this position.</Empty>
  const more = MORE_DAYS.find((one) => one > days)
  return (
    <Empty
      next={
        <>
          {statusId !== 'all' && (
            <Button variant="default" onClick={() => filters.go({ statusId: 'all' })}>
              Show all statuses
            </Button>
          )}
          {more && (
            <Button variant="default" onClick={() => filters.go({ days: more })}>
              Show last {more.toLocaleString('en-US')} days
            </Button>
          )}
        </>
      }
    >
      No applicants match your criteria
    </Empty>
  )
}

/** There are applicants, but none match the search. */
function NoMatches({ filters: { setSearch } }: { filters: Filters }): ReactNode {
  return (
    <Empty
      next={
        <Button variant="default" onClick={() => setSearch('')}>
          Clear search
        </Button>
      }
    >
      No applicants match your criteria
    </Empty>
  )
}

/** Pixels; must match the stylesheet. */
const CARD_HEIGHT = 112

type ApplicantCardsProps = { filters: Filters; list: List; columns: Columns; selection: Selection }

/** The list on a phone: tapping a card opens the applicant, tapping its checkbox selects. */
function ApplicantCards({ filters, list, columns, selection }: ApplicantCardsProps): ReactNode {
  const box = useRef<HTMLUListElement>(null)
  const picked = useSelectedIds(selection, list.ids)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component
  const virtual = useWindowVirtualizer({ count: list.ids.length, estimateSize: () => CARD_HEIGHT, overscan: 6, scrollMargin: top })
  const items = virtual.getVirtualItems()
  const rows = useRows(
    list,
    filters,
    items.map((item) => item.index),
  )
  useRestorePosition({ box, ids: list.ids, statusId: filters.statusId, reach: (place) => virtual.scrollToIndex(place) })
  const setHeight = (list_: HTMLUListElement | null) => list_?.style.setProperty('height', `${virtual.getTotalSize()}px`)
  return (
    <ul
      ref={(element) => {
        box.current = element
        setHeight(element)
      }}
      className={applicantCardsClasses['cards']}
      aria-label="Applicants"
    >
      {items.map(({ index, start }) => {
        const id = list.ids[index]!
        return (
          <Card
            key={id}
            one={rows.get(id)}
            top={start - top}
            text={(one) => cardText(one, columns.shown)}
            to={filters.pathTo({ user_session_id: id })}
            search={filters.sought}
            isPicked={picked.ids.has(id)}
            onPick={selection.isOpen ? () => selection.toggle(id, false) : null}
          />
        )
      })}
    </ul>
  )
}

type CardProps = {
  one: ListedApplicant | undefined
  top: number
  text: (one: ListedApplicant) => string
  to: string
  search: string
  isPicked: boolean
  onPick: (() => void) | null
}

function Card({ one, top, text, to, search, isPicked, onPick }: CardProps): ReactNode {
  const setTop = (element: HTMLLIElement | null) => element?.style.setProperty('transform', `translateY(${top}px)`)
  if (!one) {
    return (
      <li ref={setTop} className={applicantCardsClasses['card']} aria-busy="true">
        Loading…
      </li>
    )
  }
  const line = CARD_COLUMNS.line.filter((column) => column.value(one) !== '')
  return (
    <li ref={setTop} className={applicantCardsClasses['card']} data-picked={isPicked || undefined}>
      {onPick && (
        <label className={applicantCardsClasses['pick']}>
          <input type="checkbox" checked={isPicked} onChange={onPick} aria-label={`Select ${nameOf(one)}`} />
        </label>
      )}
      <Link to={to} className={applicantCardsClasses['open']} data-row={one.user_session_id}>
        <span className={applicantCardsClasses['head']}>
          <strong>
            <VisuallyHidden>View Details of </VisuallyHidden>
            <Highlighted text={nameOf(one)} search={search} />
          </strong>
          {CARD_COLUMNS.badges.map((column) => (
            <FactCell key={column.id} one={one} column={column} />
          ))}
        </span>
        {line.length > 0 && (
          <span className={applicantCardsClasses['soft']}>
            {line.map((column) => (
              <span key={column.id}>
                {column.label}
                <FactCell one={one} column={column} />
              </span>
            ))}
          </span>
        )}
        <span className={applicantCardsClasses['text']} data-cut>
          <Highlighted text={text(one)} search={search} />
        </span>
      </Link>
    </li>
  )
}

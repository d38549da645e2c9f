import { VisuallyHidden } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { CARD, cardText } from '#contract/applicants/columns-shown.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Marked } from '#web/applicants/marked.tsx'
import { FactCell } from './columns/cells.tsx'
import type { Columns } from './columns/use-columns.ts'
import type { List } from './rows/use-list.ts'
import { useReturn } from './use-return.ts'
import { useRows } from './rows/use-rows.ts'
import { usePicked, type Selection } from './use-selection.ts'
import classes from './applicant-cards.module.css'

/** Pixels; must match the stylesheet. */
const CARD_HEIGHT = 112

type Props = { filters: Filters; list: List; columns: Columns; selection: Selection }

/** The list on a phone: a card opens its applicant, its checkbox selects. */
export function ApplicantCards({ filters, list, columns, selection }: Props): ReactNode {
  const box = useRef<HTMLUListElement>(null)
  const picked = usePicked(selection, list.ids)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this component alone
  const virtual = useWindowVirtualizer({ count: list.ids.length, estimateSize: () => CARD_HEIGHT, overscan: 6, scrollMargin: top })
  const items = virtual.getVirtualItems()
  const rows = useRows(
    list,
    filters,
    items.map((item) => item.index),
  )
  useReturn({ box, ids: list.ids, statusId: filters.statusId, reach: (place) => virtual.scrollToIndex(place) })
  const setHeight = (list_: HTMLUListElement | null) => list_?.style.setProperty('height', `${virtual.getTotalSize()}px`)
  return (
    <ul
      ref={(element) => {
        box.current = element
        setHeight(element)
      }}
      className={classes['cards']}
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
      <li ref={setTop} className={classes['card']} aria-busy="true">
        Loading …
      </li>
    )
  }
  const line = CARD.line.filter((column) => column.value(one) !== '')
  return (
    <li ref={setTop} className={classes['card']} data-picked={isPicked || undefined}>
      {onPick && (
        <label className={classes['pick']}>
          <input type="checkbox" checked={isPicked} onChange={onPick} aria-label={`Select ${nameOf(one)}`} />
        </label>
      )}
      <Link to={to} className={classes['open']} data-row={one.user_session_id}>
        <span className={classes['head']}>
          <strong>
            <VisuallyHidden>View Details of </VisuallyHidden>
            <Marked text={nameOf(one)} search={search} />
          </strong>
          {CARD.badges.map((column) => (
            <FactCell key={column.id} one={one} column={column} />
          ))}
        </span>
        {line.length > 0 && (
          <span className={classes['soft']}>
            {line.map((column) => (
              <span key={column.id}>
                {column.label}
                <FactCell one={one} column={column} />
              </span>
            ))}
          </span>
        )}
        <span className={classes['text']} data-cut>
          <Marked text={text(one)} search={search} />
        </span>
      </Link>
    </li>
  )
}

import { Button, Text, Title } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { lockedReason } from '#contract/statuses/statuses.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { DECISION_BUTTONS, StatusMenu } from '#web/applicants/decide/decision-buttons.tsx'
import { useDecisions, type Decisions } from '#web/applicants/decide/use-decisions.tsx'
import { DueBadge } from '#web/applicants/due-badge.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { Highlighted } from '#web/applicants/highlighted.tsx'
import { useAdvance } from '#web/applicants/one/use-advance.ts'
import { Day } from '#web/applicants/one/date-time.tsx'
import { decisionKeys, unlessHandled } from '#web/applicants/review-keys.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { focusedRowId, focusRow } from './columns/row-link.ts'
import { FullText, useFullText } from './full-text.tsx'
import type { List } from './rows/use-list.ts'
import { useRows } from './rows/use-rows.ts'
import { useRowCursor } from './use-cursor.ts'
import { useRestorePosition } from './use-restore-position.ts'
import { useSelectedIds, type Selection } from './use-selection.ts'
import classes from './across-list.module.css'

/** In pixels, until a row has been measured. */
const estimateSize = () => 160
const GAP = 8

type Props = { filters: Filters; list: List; selection: Selection }

/** One question with every applicant's full answer, plus the list's keys, selection and decisions. */
export function AnswersAcrossList({ filters, list, selection }: Props): ReactNode {
  const { across, readAcross } = filters
  const questions = list.kept?.columns ?? []
  const at = questions.findIndex((one) => one.question_name === across)
  const step = (by: number) =>
    unlessHandled(() => {
      const next = questions.at((at + by) % questions.length)
      if (next) readAcross(next.question_name)
    })
  useShortcuts('By question', [
    { keys: ['ArrowRight'], does: 'Next question', run: step(1) },
    { keys: ['ArrowLeft'], does: 'Previous question', run: step(-1) },
  ])
  const question = questions[at]
  if (!question) return <Text>No one in this list was asked that question. Select another one.</Text>
  return (
    <>
      <Title order={2} size="h4" className={classes['question'] ?? ''}>
        {question.question_text}
      </Title>
      <Rows filters={filters} list={list} selection={selection} />
    </>
  )
}

function Rows({ filters, list, selection }: Props): ReactNode {
  const { ids, kept } = list
  const { statusId, identifiable, sought, across } = filters
  const box = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [current, setCurrent] = useState<number | null>(null)
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), [])
  const getItemKey = useCallback((place: number) => ids[place]!, [ids])
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component
  const virtual = useWindowVirtualizer({ count: ids.length, estimateSize, getItemKey, gap: GAP, overscan: 6, scrollMargin: top })
  const items = virtual.getVirtualItems()
  const rows = useRows(
    list,
    filters,
    items.map((item) => item.index),
  )
  const full = useFullText()
  const reach = useCallback((place: number) => virtual.scrollToIndex(place), [virtual])
  useRowCursor({ box, ids, reach, rows, selection, onFull: full.show })
  useRestorePosition({ box, ids, statusId, reach })
  const picked = useSelectedIds(selection, ids)
  const { isOn } = useAdvance()
  const onDecided = useCallback(
    (place: number) => {
      const next = isOn ? Math.min(place + 1, ids.length - 1) : place
      reach(next)
      focusRow(box.current, ids[next]!)
    },
    [isOn, ids, reach],
  )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes which row has the focus */}
      <ul
        ref={box}
        className={classes['rows']}
        style={{ blockSize: `${virtual.getTotalSize()}px` }}
        aria-label="Answers"
        onFocus={() => setCurrent((known) => focusedRowId() ?? known)}
      >
        {items.map(({ index, start }) => {
          const id = ids[index]!
          return (
            <Row
              key={id}
              id={id}
              one={rows.get(id)}
              place={index}
              top={start - top}
              question_name={across}
              search={sought}
              to={filters.pathTo({ user_session_id: id })}
              identifiable={identifiable}
              isPicked={picked.ids.has(id)}
              isLeft={statusId !== 'all' && kept?.moved?.[id] !== undefined && String(kept.moved[id]) !== statusId}
              isCurrent={current === id}
              onPick={selection.isOpen ? selection.toggle : null}
              onDecided={onDecided}
              measure={virtual.measureElement}
            />
          )
        })}
      </ul>
      <FullText {...full} search={sought} identifiable={identifiable} />
    </>
  )
}

type RowProps = {
  id: number
  /** Undefined while its page is loading. */
  one: ListedApplicant | undefined
  place: number
  top: number
  question_name: string
  search: string
  to: string
  identifiable: boolean
  isPicked: boolean
  /** A decision removed it from this list after the list was loaded. */
  isLeft: boolean
  /** Its row has the focus, or had it last. */
  isCurrent: boolean
  /** Null for people who can't select. */
  onPick: Selection['toggle'] | null
  onDecided: (place: number) => void
  measure: (row: HTMLLIElement | null) => void
}

const INTERACTIVE = 'a, button, input, label'

/** Clicking outside the controls selects this row for keyboard shortcuts. */
function focusClicked({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const isOwn = target instanceof Element && (target.closest(INTERACTIVE) !== null || !currentTarget.contains(target))
  if (!isOwn && window.getSelection()?.isCollapsed !== false) currentTarget.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
}

const Row = memo(function Row({ id, one, place, top, question_name, search, to, measure, ...row }: RowProps): ReactNode {
  const name = one ? nameOf(one) : 'Loading…'
  const answer = one?.answers[question_name] ?? ''
  const decisions = useDecisions({ applicant: one, identifiable: row.identifiable, onDecided: () => row.onDecided(place) })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keyboard users have J and K
    <li
      ref={measure}
      data-index={place}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
      data-picked={row.isPicked || undefined}
      data-left={row.isLeft || undefined}
      aria-busy={!one}
      onClick={focusClicked}
    >
      <div className={classes['who']}>
        {row.onPick && one && (
          <input type="checkbox" aria-label={`Select ${name}`} checked={row.isPicked} onChange={noop} onClick={(event) => row.onPick?.(id, event.shiftKey)} />
        )}
        {/* Rendered while the row loads too, so the next key never acts on the previous row. */}
        <Link to={to} className={classes['name']} data-row={id}>
          <Highlighted text={name} search={search} />
        </Link>
        {one && <StatusBadge {...one} />}
        {one?.application_submitted_datetime_utc && <Day at={one.application_submitted_datetime_utc} />}
        {one && <DueBadge {...one} />}
        {row.isLeft && <span className={classes['soft']}>Left this list</span>}
      </div>
      <div className={classes['answer']}>
        {one &&
          (answer === '' ? (
            <p className={classes['soft']}>No answer</p>
          ) : (
            <p>
              <Highlighted text={answer} search={search} />
            </p>
          ))}
        {one && <RowDecisions one={one} decisions={decisions} />}
      </div>
      {row.isCurrent && one && <RowKeys id={id} decisions={decisions} />}
      {decisions.dialog}
    </li>
  )
})

/** Selection is handled on click, because a click event has the Shift state and a change event doesn't. */
function noop(): void {}

function RowDecisions({ one, decisions }: { one: ListedApplicant; decisions: Decisions }): ReactNode {
  const mayDecide = useMay('decide')
  const locked = lockedReason(one)
  if (!mayDecide) return null
  if (locked) return <p className={classes['soft']}>{locked}</p>
  const name = nameOf(one)
  return (
    <div role="group" aria-label={`Decide on ${name}`} className={classes['decide']}>
      {decisions.open.map((action) => {
        if (action === 'update-status')
          return (
            <StatusMenu key={action} decisions={decisions}>
              <Button size="compact-sm" variant="subtle" color="gray" aria-label={`Update Status of ${name}`}>
                Update Status
              </Button>
            </StatusMenu>
          )
        const { label } = DECISION_BUTTONS[action]
        return (
          <Button key={action} size="compact-sm" variant="subtle" color="gray" aria-label={`${label}: ${name}`} onClick={decisions.act[action]}>
            {label}
          </Button>
        )
      })}
    </div>
  )
}

/** The decision keys, while the focus is in this row. */
function RowKeys({ id, decisions }: { id: number; decisions: Decisions }): ReactNode {
  useShortcuts(
    'By question: the row with the focus',
    decisionKeys(decisions).map((shortcut) => ({ ...shortcut, run: (event: KeyboardEvent) => focusedRowId() === id && shortcut.run(event) })),
  )
  return null
}

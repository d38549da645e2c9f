import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { notify } from '#web/ui/toast.ts'
import { useDecisions } from './decide/use-decisions.tsx'
import { ReviewFilters } from './filters/review-filters.tsx'
import { useFilters } from './filters/use-filters.ts'
import { useFiltersCollapsed } from './filters/use-filters-collapsed.ts'
import { ApplicantDetail } from './one/applicant-detail.tsx'
import { ApplicantPanel } from './one/applicant-panel.tsx'
import { useAdvance } from './one/use-advance.ts'
import { useOpenApplicant } from './one/use-open-applicant.ts'
import { usePrefetch } from './one/use-prefetch.ts'
import { useVisibleParts } from './one/use-visible-parts.ts'
import { useReviewKeys } from './review-keys.ts'
import { ApplicantList } from './table/applicant-list.tsx'
import { SEARCH_ID } from './table/table-tools.tsx'
import { useColumns } from './table/columns/use-columns.ts'
import { useList } from './table/rows/use-list.ts'
import { useSelection } from './table/use-selection.ts'
import classes from './review-screen.module.css'

/** Too narrow for a sidebar; must match the stylesheets. */
const NARROW = '(max-width: 63.99em)'

/** Applicant Review: everyone who matches the filters, in a table or one after another. */
export function ReviewScreen(): ReactNode {
  const filters = useFilters()
  const list = useList(filters)
  const columns = useColumns(list.columns, filters.roleId)
  const selection = useSelection(list.ids)
  const opened = useOpenApplicant(filters, list)
  const advance = useAdvance()
  const { identifiable } = filters
  const decisions = useDecisions({ applicant: opened.applicant, identifiable, onDecided: () => advance.isOn && opened.of !== 1 && opened.go(1) })
  const [shown, show] = useVisibleParts()
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const [isFolded, setFolded] = useFiltersCollapsed()
  /** Focuses the document, so Space and the arrow keys scroll it. */
  const read = () => {
    if (shown !== 'resume' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    show(shown === 'resume' ? 'answers' : 'resume')
  }
  const toTable = () => filters.go({ user_session_id: null })
  const isOpen = opened.id !== null
  const across = filters.across || (list.kept?.columns[0]?.question_name ?? '')
  usePrefetch(list, { identifiable, isReading: shown === 'resume' })
  useReviewKeys({
    opened,
    decisions,
    selection,
    toResume: () => {
      read()
      if (opened.applicant && !opened.applicant.has_resume) notify('No resume was uploaded.')
    },
    search: () => (opened.id === null ? document.getElementById(SEARCH_ID)?.focus() : toTable()),
    leave: isOpen ? toTable : filters.across ? () => filters.readAcross('') : null,
    toAcross: () => filters.readAcross(filters.across && !isOpen ? '' : across),
  })
  const { applicant } = opened
  // Without a role, there's nothing to show but the filters; next to an application, they'd push the decisions out of view.
  const isCollapsed = isOpen || (isFolded && filters.roleId !== null)
  const panel = isOpen && applicant && (
    <ApplicantPanel key={applicant.user_session_id} applicant={applicant} identifiable={identifiable} decisions={decisions} advance={advance} shown={shown} />
  )
  return (
    <>
      <Title order={1} className="visually-hidden">
        Applicant Review
      </Title>
      <div
        className={classes['screen']}
        data-side={!isCollapsed || (isOpen && !isNarrow) || undefined}
        data-strip={(isOpen && shown === 'resume') || undefined}
      >
        {/* The same element in both layouts: moving the form would lose the focus and anything half typed. */}
        <div className={classes['side']} data-line={isCollapsed || undefined}>
          <ReviewFilters filters={filters} list={list} columns={columns} isFolded={isCollapsed} onFold={isOpen ? null : setFolded} />
        </div>
        {isOpen && !isNarrow && <div className={classes['side']}>{panel}</div>}
        <section aria-label={isOpen ? 'Application' : 'Applicants'} className={classes['work']}>
          {isOpen ? (
            <ApplicantDetail filters={filters} list={list} opened={opened} tabs={{ shown, show, read }} facts={isNarrow && panel} />
          ) : (
            <ApplicantList filters={filters} list={list} columns={columns} selection={selection} />
          )}
        </section>
      </div>
      {decisions.dialog}
    </>
  )
}

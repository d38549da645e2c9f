import { Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { notify } from '#web/ui/toast.ts'
import { useDecisions } from './decide/use-decisions.tsx'
import { ReviewFilters } from './filters/review-filters.tsx'
import { useFilters } from './filters/use-filters.ts'
import { useFolded } from './filters/use-folded.ts'
import { ApplicantDetail } from './one/applicant-detail.tsx'
import { ApplicantPanel } from './one/applicant-panel.tsx'
import { useAdvance } from './one/use-advance.ts'
import { useOpened } from './one/use-opened.ts'
import { usePrefetch } from './one/use-prefetch.ts'
import { useReviewKeys } from './review-keys.ts'
import { ApplicantList } from './table/applicant-list.tsx'
import { SEARCH_ID } from './table/table-tools.tsx'
import { useColumns } from './table/columns/use-columns.ts'
import { useList } from './table/rows/use-list.ts'
import { useSelection } from './table/use-selection.ts'
import classes from './review-screen.module.css'

/** Applicant Review: everyone the filters hold in a table, or one after another. */
export function ReviewScreen(): ReactNode {
  const filters = useFilters()
  const list = useList(filters)
  const columns = useColumns(list.columns, filters.roleId)
  const selection = useSelection(list.ids)
  const opened = useOpened(filters, list)
  const advance = useAdvance()
  const { identifiable } = filters
  const decisions = useDecisions({ applicant: opened.applicant, identifiable, onDecided: () => advance.isOn && opened.of !== 1 && opened.go(1) })
  const [tab, setTab] = useState<'answers' | 'resume'>('answers')
  const [isFolded, setFolded] = useFolded()
  const toTable = () => filters.go({ user_session_id: null })
  usePrefetch(list, identifiable)
  useReviewKeys({
    opened,
    decisions,
    selection,
    toResume: () => {
      setTab(tab === 'resume' ? 'answers' : 'resume')
      if (opened.applicant && !opened.applicant.has_resume) notify('No resume was uploaded.')
    },
    search: () => (opened.id === null ? document.getElementById(SEARCH_ID)?.focus() : toTable()),
    leave: toTable,
  })
  const { applicant } = opened
  const isOpen = opened.id !== null
  // Without a role there is nothing to show but the filters.
  const isLine = isFolded && filters.roleId !== null
  const panel = isOpen && applicant && (
    <ApplicantPanel applicant={applicant} identifiable={identifiable} decisions={decisions} key={applicant.user_session_id} />
  )
  return (
    <>
      <Title order={1} className="visually-hidden">
        Applicant Review
      </Title>
      <div className={classes['screen']} data-side={!isLine || isOpen || undefined}>
        {/* One place for both shapes: a form that moved would lose the focus and what's being typed. */}
        <div className={classes['side']} data-line={isLine || undefined}>
          <ReviewFilters filters={filters} list={list} columns={columns} isFolded={isLine} onFold={setFolded} />
          {!isLine && panel}
        </div>
        {isLine && isOpen && <div className={classes['side']}>{panel}</div>}
        <section aria-label={isOpen ? 'Application' : 'Applicants'} className={classes['work']}>
          {isOpen ? (
            <ApplicantDetail filters={filters} list={list} opened={opened} advance={advance} tabs={{ tab, setTab }} />
          ) : (
            <ApplicantList filters={filters} list={list} columns={columns} selection={selection} />
          )}
        </section>
      </div>
      {decisions.dialog}
    </>
  )
}

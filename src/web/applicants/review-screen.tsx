import { Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useDecisions } from './decide/use-decisions.tsx'
import { ReviewFilters } from './filters/review-filters.tsx'
import { useFilters } from './filters/use-filters.ts'
import { ApplicantDetail } from './one/applicant-detail.tsx'
import { ApplicantPanel } from './one/applicant-panel.tsx'
import { useOpened } from './one/use-opened.ts'
import { usePrefetch } from './one/use-prefetch.ts'
import { useReviewKeys } from './review-keys.ts'
import { ApplicantList } from './table/applicant-list.tsx'
import { SEARCH_ID } from './table/table-tools.tsx'
import { useColumns } from './table/use-columns.ts'
import { useList } from './table/use-list.ts'
import { useSelection } from './table/use-selection.ts'
import { tell } from '#web/ui/toast.ts'
import classes from './review-screen.module.css'

/** Applicant Review: everyone the filters hold in a table, or one after another. */
export function ReviewScreen(): ReactNode {
  const filters = useFilters()
  const list = useList(filters)
  const columns = useColumns(list.columns, filters.roleId)
  const selection = useSelection(list.rows)
  const opened = useOpened(filters, list)
  const { identifiable } = filters
  const decisions = useDecisions({ applicant: opened.applicant, identifiable, onNext: () => opened.of > 1 && opened.go(1) })
  const [isResumeOpen, setResumeOpen] = useState(false)
  const toTable = () => filters.go({ user_session_id: null })
  usePrefetch(list, identifiable)
  useReviewKeys({
    opened,
    decisions,
    toResume: () => (identifiable ? setResumeOpen(!isResumeOpen) : tell('The resume says who this is. Show identifiable information to open it.')),
    search: () => (opened.id === null ? document.getElementById(SEARCH_ID)?.focus() : toTable()),
    leave: toTable,
  })
  const { applicant } = opened
  const isOpen = opened.id !== null
  return (
    <>
      <Title order={1} size="h2" mb="md">
        Applicant Review
      </Title>
      <div className={classes['screen']}>
        <div className={classes['side']}>
          <ReviewFilters filters={filters} list={list} columns={columns} />
          {isOpen && applicant && <ApplicantPanel applicant={applicant} identifiable={identifiable} decisions={decisions} key={applicant.user_session_id} />}
        </div>
        <section aria-label={isOpen ? 'Application' : 'Applicants'} className={classes['work']}>
          {isOpen ? (
            <ApplicantDetail filters={filters} list={list} opened={opened} resume={{ isOpen: isResumeOpen, setOpen: setResumeOpen }} />
          ) : (
            <ApplicantList filters={filters} list={list} columns={columns} selection={selection} />
          )}
        </section>
      </div>
      {decisions.dialog}
    </>
  )
}

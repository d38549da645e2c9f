import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import type { Filters } from './use-filters.ts'
import classes from './review-filters.module.css'

/** The table, one application after another, or one question across all of them. */
export function ViewToggle({ filters, list: { ids, kept } }: { filters: Filters; list: List }): ReactNode {
  const { across, roleId, user_session_id } = filters
  const isDetail = user_session_id !== null
  const [first, question] = [ids[0], kept?.columns[0]?.question_name ?? '']
  function show(view: string): void {
    if (view === 'detail') filters.go({ user_session_id: first ?? null })
    else filters.readAcross(view === 'across' ? across || question : '')
  }
  return (
    <SegmentedControl
      aria-label="View"
      className={classes['view'] ?? ''}
      value={isDetail ? 'detail' : across ? 'across' : 'table'}
      disabled={roleId === null || (!isDetail && first === undefined)}
      onChange={show}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'detail', label: 'Detail' },
        // Beside an application, a third choice would wrap the filters and push the resume down.
        ...(isDetail ? [] : [{ value: 'across', label: 'By question', disabled: !across && !question }]),
      ]}
    />
  )
}

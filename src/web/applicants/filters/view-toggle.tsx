import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import type { Filters } from './use-filters.ts'

export function ViewToggle({ filters, list: { ids } }: { filters: Filters; list: List }): ReactNode {
  const isDetail = filters.user_session_id !== null
  const first = ids[0]
  return (
    <SegmentedControl
      aria-label="View"
      value={isDetail ? 'detail' : 'table'}
      disabled={filters.roleId === null || (!isDetail && first === undefined)}
      onChange={(view) => filters.go({ user_session_id: view === 'detail' ? (first ?? null) : null })}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'detail', label: 'Detail' },
      ]}
    />
  )
}

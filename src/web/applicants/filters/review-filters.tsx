import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import type { Columns } from '#web/applicants/table/columns/use-columns.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { SavedViews } from '#web/applicants/views/saved-views.tsx'
import { IconAdjustments, IconCollapseLeft } from '#web/ui/staff-icons.tsx'
import { DaysInput } from './days-input.tsx'
import { FilterChips, MoreFilters } from './more-filters.tsx'
import { RoleSelect, StatusSelect } from './place-selects.tsx'
import type { Filters } from './use-filters.ts'
import { ViewToggle } from './view-toggle.tsx'
import classes from './review-filters.module.css'

type Props = { filters: Filters; list: List; columns: Columns; isFolded: boolean; /** Null: they stay folded. */ onFold: ((isFolded: boolean) => void) | null }

const NARROW = '(max-width: 48em)'

/** Who is listed, and how: a sidebar or, when folded, one line with the same information that opens on a phone. */
export function ReviewFilters({ filters, list, columns, isFolded, onFold }: Props): ReactNode {
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const place = onFold ? 'table' : 'application'
  // On a phone: filters that were unfolded over the table aren't unfolded over an application.
  const [openIn, setOpenIn] = useState<typeof place | null>(filters.roleId === null ? 'table' : null)
  const hasForm = !isNarrow || openIn === place || filters.roleId === null
  const shape = isNarrow ? 'phone' : isFolded ? 'line' : 'side'
  return (
    <div className={classes['filters']} data-shape={shape}>
      {isNarrow ? (
        <Button
          variant="default"
          aria-expanded={hasForm}
          onClick={() => setOpenIn(openIn === place ? null : place)}
          leftSection={<IconAdjustments size={16} aria-hidden />}
        >
          Filters
        </Button>
      ) : (
        onFold && (
          <Button
            variant="subtle"
            size="compact-sm"
            color="gray"
            aria-expanded={!isFolded}
            onClick={() => onFold(!isFolded)}
            leftSection={isFolded ? <IconAdjustments size={16} aria-hidden /> : <IconCollapseLeft size={16} aria-hidden />}
          >
            Filters
          </Button>
        )
      )}
      {hasForm && (
        <form role="search" aria-label="Filters" className={classes['form']} onSubmit={(event) => event.preventDefault()}>
          <div className={classes['role']}>
            <RoleSelect filters={filters} />
          </div>
          <div className={classes['status']}>
            <StatusSelect filters={filters} />
          </div>
          <div className={classes['days']}>
            <DaysInput filters={filters} />
          </div>
          <MoreFilters filters={filters} list={list} />
          <FilterChips filters={filters} list={list} />
          <Checkbox
            label="Show identifiable information"
            checked={filters.identifiable}
            onChange={(event) => filters.showIdentities(event.currentTarget.checked)}
          />
          <ViewToggle filters={filters} list={list} />
        </form>
      )}
      {hasForm && <SavedViews filters={filters} columns={columns} isFolded={shape === 'line'} />}
    </div>
  )
}

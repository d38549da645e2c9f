import { useTable, type RowSelectionState, type SortingState } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Applicant } from '#contract/applicants.ts'
import { useSession } from '#web/auth/use-session.ts'
import { askedOf, columnsOf, features } from './table/columns.tsx'
import { findApplicants } from './table/find-applicants.ts'
import { useDensity } from './table/use-density.ts'
import { useHiddenColumns } from './table/use-hidden-columns.ts'
import { useApplicants } from './use-applicants.ts'
import { useFilters, useQueryValue } from './use-filters.ts'
import { useIdentities } from './table/use-identities.ts'
import { useTyped } from './table/use-typed.ts'

const NOBODY: Applicant[] = []

/** All that Applicant Review shows: the filters are the address, the rest is worked out from them and from what the server said. */
export function useReview() {
  const filters = useFilters()
  const [identifiable, showIdentities] = useIdentities()
  const [density, setDensity] = useDensity()
  const [search, setSearch] = useTyped(...useQueryValue('q'))
  const [sort] = useQueryValue('sort')
  const sought = useDeferredValue(search)
  const query = useApplicants({ ...filters, identifiable })
  const all = query.data ?? NOBODY
  const found = useMemo(() => findApplicants(all, sought), [all, sought])
  const table = useReviewTable({ all, found, identifiable, hasStatus: filters.statusId === 'all', roleId: filters.roleId })
  const rows = table.getRowModel().rows
  const place = rows.findIndex((row) => row.original.user_session_id === filters.user_session_id)
  return { filters, identifiable, showIdentities, density, setDensity, sort, search, setSearch, sought, query, all, found, table, rows, place }
}
export type Review = ReturnType<typeof useReview>

type Shown = { all: Applicant[]; found: Applicant[]; identifiable: boolean; hasStatus: boolean; roleId: string | null }

function useReviewTable({ all, found, identifiable, hasStatus, roleId }: Shown) {
  const asked = useMemo(() => askedOf(all), [all])
  const columns = useMemo(() => columnsOf({ identifiable, hasStatus, asked }), [identifiable, hasStatus, asked])
  const [sorting, setSorting] = useSorting(identifiable, columns)
  const [hidden, setHidden] = useHiddenColumns(useSession('admin')?.email ?? '', roleId)
  const [rowSelection, setSelection] = useState<RowSelectionState>({})
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden])
  return useTable({
    features,
    columns,
    data: found,
    getRowId: (one) => String(one.user_session_id),
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting, rowSelection, columnVisibility },
    onSortingChange: (change) => setSorting(typeof change === 'function' ? change(sorting) : change),
    onRowSelectionChange: setSelection,
    onColumnVisibilityChange: (change) => {
      const next = typeof change === 'function' ? change(columnVisibility) : change
      setHidden(Object.keys(next).filter((id) => next[id] === false))
    },
  })
}
export type ReviewTable = ReturnType<typeof useReviewTable>

/** Newest first, which is the server's order, until somebody sorts; a column that is not there sorts nothing. */
function useSorting(identifiable: boolean, columns: { id?: string | undefined }[]): [SortingState, (next: SortingState) => void] {
  const [text, setText] = useQueryValue('sort')
  const [id = '', direction] = text.split('.')
  const isThere = columns.some((column) => column.id === id) && id !== 'alias'
  const sorting = useMemo(() => {
    if (isThere) return [{ id, desc: direction === 'desc' }]
    return identifiable ? [{ id: 'applied', desc: true }] : []
  }, [isThere, id, direction, identifiable])
  return [sorting, ([first]) => setText(first ? `${first.id}.${first.desc ? 'desc' : 'asc'}` : '')]
}

import { useSession } from '#web/auth/use-session.ts'
import { useQueryValue } from '#web/applicants/filters/use-filters.ts'
import type { Column } from './columns.tsx'

/** In the address: no column is hidden, whatever this browser remembers. */
export const NONE_HIDDEN = 'none'

/** Which columns are shown: as the address says, otherwise as this person left them for this role in this browser. */
export type Columns = ReturnType<typeof useColumns>

export function useColumns(all: Column[], roleId: string | null) {
  const key = `applicants_columns_${useSession('admin')?.email ?? ''}_${roleId}`
  const [query, setQuery] = useQueryValue('hide')
  const text = query || (localStorage.getItem(key) ?? '')
  const hidden = text === NONE_HIDDEN ? [] : text.split(',').filter(Boolean)
  const shown = all.filter((column) => column.isName || !hidden.includes(column.id))

  function hide(next: string[]): void {
    if (next.length > 0) localStorage.setItem(key, next.join(','))
    else localStorage.removeItem(key)
    setQuery(next.join(',') || (query ? NONE_HIDDEN : ''))
  }
  const toggle = ({ id }: Column) => hide(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return { all, shown, hidden, toggle, showAll: () => hide([]) }
}

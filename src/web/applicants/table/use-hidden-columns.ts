import { useMemo } from 'react'
import { useQueryValue } from '#web/applicants/use-filters.ts'

/** In the address: no column is hidden, whatever this browser remembers. */
export const NONE_HIDDEN = 'none'

/** The columns that this person hid for this role: from the address, else as they were left in this browser. */
export function useHiddenColumns(email: string, roleId: string | null): [string[], (hidden: string[]) => void] {
  const key = `applicants_columns_${email}_${roleId}`
  const [query, setQuery] = useQueryValue('hide')
  const text = query || (localStorage.getItem(key) ?? '')
  const hidden = useMemo(() => (text === NONE_HIDDEN ? [] : text.split(',').filter(Boolean)), [text])
  const set = (next: string[]) => {
    if (next.length > 0) localStorage.setItem(key, next.join(','))
    else localStorage.removeItem(key)
    setQuery(next.join(',') || (query ? NONE_HIDDEN : ''))
  }
  return [hidden, set]
}

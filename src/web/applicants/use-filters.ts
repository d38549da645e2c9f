import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { DEFAULT_DAYS, daysOf } from '#contract/applicants.ts'

export type Filters = {
  /** Null: no role was picked yet. */
  roleId: string | null
  /** `all`, or an id. */
  statusId: string
  days: number
  /** Null: the table; otherwise whose application is open. */
  user_session_id: number | null
}

export const REVIEW = '/admin/applications'

export function reviewPath({ roleId, statusId, days, user_session_id }: Filters): string {
  if (roleId === null) return REVIEW
  return [REVIEW, roleId, statusId, days, ...(user_session_id === null ? [] : [user_session_id])].join('/')
}

/** The filters as the address bar has them; `go` changes some of them and leaves sort, columns and search as they are. */
export function useFilters(): Filters & {
  go: (change: Partial<Filters>, how?: { replace?: boolean; state?: unknown }) => void
  pathTo: (change: Partial<Filters>) => string
} {
  const { roleId, statusId, days, user_session_id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters: Filters = {
    roleId: idOrAll(roleId),
    statusId: idOrAll(statusId) ?? 'all',
    days: days === undefined ? DEFAULT_DAYS : daysOf(days),
    user_session_id: /^\d{1,10}$/.test(user_session_id ?? '') ? Number(user_session_id) : null,
  }
  const pathTo = (change: Partial<Filters>) => reviewPath({ ...filters, ...change }) + search
  return { ...filters, pathTo, go: (change, how = {}) => void navigate(pathTo(change), how) }
}

function idOrAll(text: string | undefined): string | null {
  return text === 'all' || /^\d{1,10}$/.test(text ?? '') ? text! : null
}

/** One value of the address bar's query; setting it to `fallback` takes it out. */
export function useQueryValue(name: string, fallback = ''): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (value: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === fallback) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [query.get(name) ?? fallback, set]
}

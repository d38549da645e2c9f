import type { OpenRole } from './roles.ts'

/** A visitor's search and filters; '' if nothing is selected. The names match the URL's. */
export const FILTERS = ['q', 'department', 'shift', 'state'] as const
export type Filters = Record<(typeof FILTERS)[number], string>
export const NO_FILTERS: Filters = { q: '', department: '', shift: '', state: '' }

export function isFiltered(filters: Filters): boolean {
  return FILTERS.some((name) => filters[name] !== '')
}

export function readFilters(query: URLSearchParams): Filters {
  const filters = { ...NO_FILTERS }
  for (const name of FILTERS) filters[name] = (query.get(name) ?? '').slice(0, 100).trim()
  return filters
}

/** Returns the number of openings, in words. */
export function resultCountText(shown: number, all: number): string {
  const openings = (count: number) => (count === 1 ? '1 opening' : `${count} openings`)
  return shown === all ? openings(all) : `${shown} of ${openings(all)}`
}

/** Returns the pay as shown on a card: '$118,000–$139,000/yr'. */
export function shortPay(role: Pick<OpenRole, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>): string | null {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: role.salary_currency, trailingZeroDisplay: 'stripIfInteger' })
  const ends = [...new Set([role.salary_min, role.salary_max].filter((end) => end !== null))].map((end) => amount.format(end))
  if (ends.length === 0) return null
  const bound = ends.length === 2 ? '' : role.salary_min === null ? 'Up to ' : role.salary_max === null ? 'From ' : ''
  return `${bound}${ends.join('–')}${role.salary_unit === 'HOUR' ? '/hr' : '/yr'}`
}

import type { ReactNode } from 'react'

/** A round that a patient, a nurse and a doctor walk together: an open ring and the one who joins it. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <path className="mark-ring" d="M25.200 10.700A11 11 0 1 1 21.300 6.800" />
      <path className="mark-arc" d="M16 10.500a5.500 5.500 0 1 0 5.500 5.500" />
      <circle className="mark-dot" cx="24.200" cy="7.800" r="3" />
    </svg>
  )
}

export function Logo({ company_name }: { company_name: string }): ReactNode {
  return (
    <a className="logo" href="/">
      <Mark />
      <span>
        {company_name} <span className="logo-careers">Careers</span>
      </span>
    </a>
  )
}

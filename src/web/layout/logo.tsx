import type { ReactNode } from 'react'
import { picturePath, type Picture } from '#contract/brand/brand.ts'
import { needsName } from '#contract/brand/needs-name.ts'

/** A round that a patient, a nurse and a doctor make together: an open ring and the person who joins it. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <path className="mark-ring" d="M25.200 10.700A11 11 0 1 1 21.300 6.800" />
      <path className="mark-arc" d="M16 10.500a5.500 5.500 0 1 0 5.500 5.500" />
      <circle className="mark-dot" cx="24.200" cy="7.800" r="3" />
    </svg>
  )
}

export function Logo({ company_name, logo }: { company_name: string; logo: Picture | null }): ReactNode {
  return (
    <a className="logo" href="/">
      {logo ? <OwnLogo alt={needsName(logo) ? '' : `${company_name} Careers`} logo={logo} /> : <Mark />}
      {(!logo || needsName(logo)) && (
        <span>
          {company_name} <span className="logo-careers">Careers</span>
        </span>
      )}
    </a>
  )
}

function OwnLogo({ alt, logo }: { alt: string; logo: Picture }): ReactNode {
  const [small, large = small!] = logo.widths.map((width) => picturePath(logo, width, 'webp'))
  return <img src={small} srcSet={`${small} 1x, ${large} 2x`} width={logo.width} height={logo.height} alt={alt} className="own-logo" />
}

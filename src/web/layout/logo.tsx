import type { ReactNode } from 'react'
import { picturePath, type Picture } from '#contract/brand/brand.ts'
import { needsName } from '#contract/brand/needs-name.ts'

/** The logo: a round of a patient, a nurse and a doctor, as an open ring and the person joining it. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <path className="mark-ring" d="M25.200 10.700A11 11 0 1 1 21.300 6.800" />
      <path className="mark-arc" d="M16 10.500a5.500 5.500 0 1 0 5.500 5.500" />
      <circle className="mark-dot" cx="24.200" cy="7.800" r="3" />
    </svg>
  )
}

type Props = {
  company_name: string
  logo: Picture | null
  dark_logo?: Picture | null
  /** Set in a preview; otherwise, the logo follows the reader's setting. */
  scheme?: 'light' | 'dark'
}

export function Logo({ company_name, logo, dark_logo = null, scheme }: Props): ReactNode {
  return (
    <a className="logo" href="/">
      {logo ? <OwnLogo alt={needsName(logo) ? '' : `${company_name} Careers`} logo={logo} dark_logo={dark_logo} scheme={scheme} /> : <Mark />}
      {(!logo || needsName(logo)) && (
        <span>
          {company_name} <span className="logo-careers">Careers</span>
        </span>
      )}
    </a>
  )
}

type OwnLogoProps = { alt: string; logo: Picture; dark_logo: Picture | null; scheme: Props['scheme'] }

/** Logos are designed for a light background, so they keep one in dark mode unless there's a dark version. */
function OwnLogo({ alt, logo, dark_logo, scheme }: OwnLogoProps): ReactNode {
  const shown = scheme === 'dark' && dark_logo ? dark_logo : logo
  const image = <img {...sourcesOf(shown)} width={shown.width} height={shown.height} alt={alt} className={dark_logo ? 'own-logo for-both' : 'own-logo'} />
  if (!dark_logo || scheme) return image
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={sourcesOf(dark_logo).srcSet} width={dark_logo.width} height={dark_logo.height} />
      {image}
    </picture>
  )
}

function sourcesOf(logo: Picture): { src: string; srcSet: string } {
  const [small, large = small!] = logo.widths.map((width) => picturePath(logo, width, 'webp'))
  return { src: small!, srcSet: `${small} 1x, ${large} 2x` }
}

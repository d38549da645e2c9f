import type { ReactNode } from 'react'
import type { Benefit } from '#contract/brand/brand.ts'
import { Icon } from '../ui/icons.tsx'

export function Benefits({ benefits }: { benefits: Benefit[] }): ReactNode {
  return (
    <ul className="benefits">
      {benefits.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

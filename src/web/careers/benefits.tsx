import type { ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'
import { BENEFITS } from './words.ts'

export function Benefits(): ReactNode {
  return (
    <ul className="benefits">
      {BENEFITS.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

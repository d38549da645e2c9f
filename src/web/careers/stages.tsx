import type { ReactNode } from 'react'
import { STAGES } from './words.ts'

/** What happens between an application and an answer. */
export function Stages(): ReactNode {
  return (
    <ol className="steps">
      {STAGES.map((stage) => (
        <li key={stage.title}>
          <h3>{stage.title}</h3>
          <p>{stage.text}</p>
        </li>
      ))}
    </ol>
  )
}

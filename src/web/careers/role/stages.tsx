import type { ReactNode } from 'react'
import { stagesFor } from '../words.ts'

export function Stages({ reply_within_days }: { reply_within_days: number }): ReactNode {
  return (
    <ol className="steps">
      {stagesFor(reply_within_days).map((stage) => (
        <li key={stage.title}>
          <h3>{stage.title}</h3>
          <p>{stage.text}</p>
        </li>
      ))}
    </ol>
  )
}

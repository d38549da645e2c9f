import type { ReactNode } from 'react'

const STEPS = ['Step 1 of 2: your answers', 'Step 2 of 2: resume (optional)']

export function FormSteps({ now }: { now: 1 | 2 }): ReactNode {
  return (
    <ol className="form-steps" aria-label="Application steps">
      {STEPS.map((step, place) => (
        <li key={step} aria-current={place + 1 === now ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}

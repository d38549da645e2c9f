import type { ReactNode } from 'react'
import type { AskedQuestion } from '#contract/pages.ts'

export function LabelText({ question }: { question: AskedQuestion }): ReactNode {
  return (
    <>
      {question.question_text}
      {!question.required_flag && <span className="optional"> (optional)</span>}
    </>
  )
}

export function FaultText({ id, fault }: { id: string; fault: string | null }): ReactNode {
  if (!fault) return null
  return (
    <p className="fault" id={`${id}-fault`}>
      <span className="unseen">Error: </span>
      {fault}
    </p>
  )
}

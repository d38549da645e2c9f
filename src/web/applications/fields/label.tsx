import type { ReactNode } from 'react'
import type { AskedQuestion } from '#contract/pages.ts'
import { idOf, type FieldProps } from './field-props.ts'

export function LabelText({ question }: { question: AskedQuestion }): ReactNode {
  return (
    <>
      {question.question_text}
      {!question.required_flag && <span className="optional"> (optional)</span>}
    </>
  )
}

export function Hint({ id, hint }: { id: string; hint: string }): ReactNode {
  if (!hint) return null
  return (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  )
}

export function ErrorText({ id, fault }: { id: string; fault: string | null }): ReactNode {
  if (!fault) return null
  return (
    <p className="fault" id={`${id}-fault`}>
      <span className="unseen">Error: </span>
      {fault}
    </p>
  )
}

/** The visible note next to the field being edited; the form's only live region announces the same text. */
export function SaveState({ state }: { state: string }): ReactNode {
  return (
    state !== '' && (
      <span className="saved" aria-hidden="true">
        {state}
      </span>
    )
  )
}

type LabeledField = Pick<FieldProps, 'question' | 'fault' | 'saved'> & { hint: string; children: ReactNode }

/** A text field below its label, hint and error. */
export function LabeledField({ question, hint, fault, saved = '', children }: LabeledField): ReactNode {
  const id = idOf({ question })
  return (
    <div className={`field${fault ? ' wrong' : ''}`}>
      <label htmlFor={id}>
        <LabelText question={question} />
      </label>
      <Hint id={id} hint={hint} />
      <ErrorText id={id} fault={fault} />
      {children}
      <SaveState state={saved} />
    </div>
  )
}

import { Stack } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import { FaultSummary } from './fault-summary.tsx'
import type { Editing } from './use-editing.ts'

type Props<Text> = {
  editing: Pick<Editing<Text>, 'faults' | 'attempt' | 'idOf' | 'submit'>
  labels: Readonly<Record<string, string>>
  children: ReactNode
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** An editor's form: errors at its top, saved by its button and by Enter, without the browser's own error bubbles. */
export function EditorForm<Text>({ editing: { faults, attempt, idOf, submit }, labels, children, ...name }: Props<Text>): ReactNode {
  return (
    <form
      {...name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <FaultSummary faults={faults} labels={labels} idOf={idOf} attempt={attempt} />
        {children}
      </Stack>
    </form>
  )
}

/** What fields need from their form. */
export type Fields<Text> = Pick<Editing<Text>, 'text' | 'faults' | 'set' | 'idOf'>
type TextName<Text> = { [Name in keyof Text]: Text[Name] extends string ? Name : never }[keyof Text] & string

/** A text field: the id the summary links to, its label and its error. */
export function textField<Text extends object>({ text, faults, set, idOf }: Fields<Text>, name: TextName<Text>) {
  return {
    id: idOf(name),
    value: text[name] as string,
    error: faults[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [name]: event.currentTarget.value } as Partial<Text>),
  }
}

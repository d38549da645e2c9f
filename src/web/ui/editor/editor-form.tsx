import { Stack, Anchor, List } from '@mantine/core'
import { useEffect, useRef, type ChangeEvent, type ReactNode, type MouseEvent } from 'react'
import type { EditState, FieldErrors } from './use-editing.ts'
import { Message } from '#web/ui/message/message.tsx'

type Props<Text> = {
  editing: Pick<EditState<Text>, 'faults' | 'attempt' | 'idOf' | 'submit'>
  labels: Readonly<Record<string, string>>
  children: ReactNode
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** An editor's form: errors at its top, saved with its button or Enter, without the browser's own error bubbles. */
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
        <FieldErrorSummary faults={faults} labels={labels} idOf={idOf} attempt={attempt} />
        {children}
      </Stack>
    </form>
  )
}

/** What fields need from their form. */
export type Fields<Text> = Pick<EditState<Text>, 'text' | 'faults' | 'set' | 'idOf'>
type TextName<Text> = { [Name in keyof Text]: Text[Name] extends string ? Name : never }[keyof Text] & string

/** Props of a text field: the ID that the summary links to, its label and its error. */
export function textField<Text extends object>({ text, faults, set, idOf }: Fields<Text>, name: TextName<Text>) {
  return {
    id: idOf(name),
    value: text[name] as string,
    error: faults[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [name]: event.currentTarget.value } as Partial<Text>),
  }
}

type FieldErrorSummaryProps = {
  faults: FieldErrors
  /** The labels of the fields on screen. */
  labels: Readonly<Record<string, string>>
  idOf: (field: string) => string
  /** Increases with each rejected save; the summary then takes the focus. */
  attempt: number
}

/** Every error of a form, including the server's, listed at its top with a link to each field. */
function FieldErrorSummary({ faults, labels, idOf, attempt }: FieldErrorSummaryProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (Object.keys(faults).length === 0) return null
  return (
    <Message ref={box} tabIndex={-1} tone="bad" role="alert" title="There is a problem">
      <List size="sm">
        {Object.entries(faults).map(([field, message]) => (
          <List.Item key={field}>
            {labels[field] && `${labels[field]}: `}
            <Anchor href={`#${idOf(field)}`} onClick={focusField} size="sm" underline="always">
              {message}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Message>
  )
}

function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  event.preventDefault()
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

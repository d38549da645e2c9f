import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useState, type ReactNode, type RefObject } from 'react'
import { PLACEHOLDERS, type Placeholder } from '#contract/templates/placeholders.ts'
import { placeholderAt, completionFor, type Change } from './complete-placeholder.ts'

type Props = {
  ref: RefObject<HTMLInputElement | null>
  id: string
  value: string
  label?: string
  description?: ReactNode
  error: ReactNode
  onFocus: () => void
  onChange: (value: string) => void
}

/** An email's subject; typing a brace opens the list of placeholders, as in the HTML. */
export function SubjectField({ ref, id, value, label = 'Subject (optional)', description, error, onFocus, onChange }: Props): ReactNode {
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const [names, setNames] = useState<Placeholder[]>([])

  function offer({ value: text, selectionStart }: HTMLInputElement): void {
    const begun = placeholderAt(text, selectionStart ?? text.length)
    setNames(begun?.names ?? [])
    if (!begun) return list.closeDropdown()
    list.openDropdown()
    list.selectFirstOption()
  }

  function complete(name: string): void {
    const field = ref.current!
    insertText(field, completionFor(field.value, field.selectionStart ?? field.value.length, name as Placeholder))
    list.closeDropdown()
  }

  return (
    <Combobox store={list} onOptionSubmit={complete}>
      <Combobox.Target withAriaAttributes={names.length > 0}>
        <TextInput
          ref={ref}
          id={id}
          label={label}
          description={description}
          autoComplete="off"
          value={value}
          error={error}
          onFocus={onFocus}
          onBlur={() => list.closeDropdown()}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
            offer(currentTarget)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={names.length === 0}>
        <Combobox.Options aria-label="Placeholders">
          {names.map((name) => (
            <Combobox.Option key={name} value={name}>
              {`{${name}}`}{' '}
              <Text span size="sm" c="dimmed">
                {PLACEHOLDERS[name]}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Inserts text as if it had been typed: the form is notified, and the caret ends up after the text. */
export function insertText(field: HTMLInputElement, { from, to, words }: Change): void {
  field.setRangeText(words, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

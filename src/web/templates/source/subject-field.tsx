import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'
import { type Placeholder, PLACEHOLDER_NAMES, PLACEHOLDERS } from '#contract/templates/placeholders.ts'

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

/** A part of the text to replace with `words`. */
type Change = { from: number; to: number; words: string }

/** The placeholders that match what was typed before the caret, such as "{fir", and where that starts; null if there are none. */
export function placeholderAt(text: string, caret: number): { from: number; names: Placeholder[] } | null {
  const begun = /\{(\w*)$/.exec(text.slice(0, caret))
  if (!begun) return null
  const names = PLACEHOLDER_NAMES.filter((name) => name.startsWith(begun[1]!.toLowerCase()))
  return names.length > 0 ? { from: begun.index, names } : null
}

/** The edit that completes the placeholder, without doubling an existing closing brace. */
export function completionFor(text: string, caret: number, name: Placeholder): Change {
  const from = placeholderAt(text, caret)?.from ?? caret
  return { from, to: text[caret] === '}' ? caret + 1 : caret, words: `{${name}}` }
}

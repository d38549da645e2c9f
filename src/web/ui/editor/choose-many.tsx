import { MultiSelect } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'

type Props = {
  id: string
  label: string
  placeholder: string
  /** Shown after the list closes. */
  error?: string | undefined
  /** Labels the button that clears the selection and opens the list. */
  clearLabel: string
  data: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
}

/**
 * Several choices from a list, one click each: replacing them all opens the list too. It opens upward, so it doesn't cover the fields and buttons that
 * come next and needn't be closed first.
 */
export function ChooseMany({ clearLabel, placeholder, value, error, ...field }: Props): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <MultiSelect
      {...field}
      ref={box}
      value={value}
      error={isOpen ? undefined : error}
      {...(value.length === 0 && { placeholder })}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="No results"
      clearable
      clearButtonProps={{ 'aria-label': clearLabel, 'aria-hidden': false, title: clearLabel, tabIndex: 0 }}
      comboboxProps={{ position: 'top-start' }}
      maxDropdownHeight={200}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onClear={() => {
        box.current?.focus()
        setOpen(true)
      }}
      styles={{ inputField: { minInlineSize: '3rem' } }}
    />
  )
}

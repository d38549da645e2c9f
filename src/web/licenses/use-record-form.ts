import { useState, type FormEvent } from 'react'
import { isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'

/** The form's values by field name; a file field's value is a `File`. */
type FormInput = Record<string, string>

/** A form that adds a record: the server's validation errors are shown next to their fields, anything else as a message. */
export function useRecordForm(save: (typed: FormInput, form: HTMLFormElement) => Promise<void>) {
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  async function submit(form: HTMLFormElement): Promise<void> {
    setSaving(true)
    setWrong({})
    try {
      await save(Object.fromEntries(new FormData(form)) as FormInput, form)
    } catch (failure) {
      if (isCallFailure(failure) && failure.errors.length > 0) setWrong(Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])))
      else warn(errorMessage(failure))
    } finally {
      setSaving(false)
    }
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void submit(event.currentTarget)
  }
  return { wrong, isSaving, onSubmit }
}

import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { whyOf } from '#web/ui/loaded.tsx'

type Props = { title: string; name: string; onSave: (name: string) => Promise<void>; onClose: () => void }

export function ViewNameDialog({ title, name, onSave, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState(name)
  const [failed, setFailed] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    if (typed.trim() === '') return setFailed('A name is required')
    setSaving(true)
    try {
      await onSave(typed.trim())
      onClose()
    } catch (failure) {
      setFailed(whyOf(failure))
      setSaving(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label="Name"
          description="Keeps the role, status, days, sort order and columns, but not the search."
          data-autofocus
          maxLength={60}
          value={typed}
          error={failed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFailed('')
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

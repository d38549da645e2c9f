import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { whyOf } from '#web/ui/loaded.tsx'

type Named = { view_name: string; is_shared: boolean }
type Props = { title: string; view: Named; onSave: (named: Named) => Promise<void>; onClose: () => void }

export function ViewNameDialog({ title, view, onSave, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState(view.view_name)
  const [isShared, setShared] = useState(view.is_shared)
  const [failed, setFailed] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    if (typed.trim() === '') return setFailed('A name is required')
    setSaving(true)
    try {
      await onSave({ view_name: typed.trim(), is_shared: isShared })
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
        <Checkbox
          mt="sm"
          label="Share with the team"
          description="Everyone who sees this role’s applicants can open it; only you can change it."
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
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

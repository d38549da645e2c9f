import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Person } from '#contract/staff/staff.ts'
import type { PersonAction } from './people-table.tsx'

export type ConfirmedAction = Exclude<PersonAction, 'change' | 'replace' | 'end-sessions'>

const WORDS: Record<ConfirmedAction, { title: string; text: string; button: string }> = {
  suspend: { title: 'Suspend', text: 'They’re signed out everywhere and can’t sign in until you reinstate them.', button: 'Suspend' },
  reinstate: { title: 'Reinstate', text: 'They can sign in again with the role they had.', button: 'Reinstate' },
  remove: { title: 'Remove', text: 'They lose their role and openings, and they’re signed out everywhere.', button: 'Remove' },
}

const OWNER = 'They won’t be an owner anymore, and they’ll be signed out everywhere. We’ll email the other owners.'

type Props = { action: ConfirmedAction; person: Person; onConfirm: () => Promise<void>; onClose: () => void }

export function ConfirmDialog({ action, person, onConfirm, onClose }: Props): ReactNode {
  const { title, text, button } = WORDS[action]
  const isOwner = person.roles.includes('admin')
  return (
    <Modal opened onClose={onClose} title={`${title}: ${person.email}`} centered>
      <Text mb="md">{isOwner ? OWNER : text}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color={action === 'reinstate' ? undefined : 'red'} onClick={() => void onConfirm()}>
          {button}
        </Button>
      </Group>
    </Modal>
  )
}

import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PersonAction } from './people-table.tsx'

export type ConfirmedAction = Exclude<PersonAction, 'change' | 'end-sessions'>

const WORDS: Record<ConfirmedAction, { title: string; text: string; button: string }> = {
  suspend: { title: 'Suspend', text: 'They’re signed out everywhere and can’t sign in until you reinstate them.', button: 'Suspend' },
  reinstate: { title: 'Reinstate', text: 'They can sign in again, with the role they had.', button: 'Reinstate' },
  remove: { title: 'Remove', text: 'Their role and openings are taken away, and they’re signed out everywhere.', button: 'Remove' },
}

type Props = { action: ConfirmedAction; email: string; onConfirm: () => Promise<void>; onClose: () => void }

export function ConfirmDialog({ action, email, onConfirm, onClose }: Props): ReactNode {
  const { title, text, button } = WORDS[action]
  return (
    <Modal opened onClose={onClose} title={`${title}: ${email}`} centered>
      <Text mb="md">{text}</Text>
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

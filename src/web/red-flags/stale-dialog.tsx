import { Button, Group, List, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Row } from './rows.ts'

type Props = { rows: Row[]; onClose: () => void; onSign: () => void }

/** A draft whose sources have changed is signed only by someone who knows that. */
export function StaleDialog({ rows, onClose, onSign }: Props): ReactNode {
  return (
    <Modal opened={rows.length > 0} onClose={onClose} title="Feedback changed since these drafts" centered>
      <Text mb="sm">An interviewer edited sentences that these drafts quote. Generate again or change the text, or submit them as they are.</Text>
      <List mb="lg">
        {rows.map(({ flag }) => (
          <List.Item key={flag.fgl_ref_red_flag_id}>{flag.red_flag_desc}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Go back
        </Button>
        <Button
          onClick={() => {
            onClose()
            onSign()
          }}
        >
          Submit anyway
        </Button>
      </Group>
    </Modal>
  )
}

import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Row } from './rows.ts'

type Props = { row: Row | null; onClose: () => void; onReplace: (row: Row) => void }

/** A draft replaces what a person wrote only if they confirm it. */
export function OverwriteDialog({ row, onClose, onReplace }: Props): ReactNode {
  return (
    <Modal opened={row !== null} onClose={onClose} title="Replace what was written?" centered>
      <Text mb="lg">
        Someone wrote or decided something for “{row?.flag.red_flag_desc}”. A generated draft would replace it, and the row would need to be reviewed again.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button
          onClick={() => {
            onClose()
            if (row) onReplace(row)
          }}
        >
          Replace it
        </Button>
      </Group>
    </Modal>
  )
}

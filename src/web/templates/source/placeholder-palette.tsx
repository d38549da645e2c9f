import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PLACEHOLDERS, PLACEHOLDER_NAMES } from '#contract/templates/placeholders.ts'

/** The known placeholders with sample values; clicking one inserts it at the caret. */
export function PlaceholderPalette({ onInsert }: { onInsert: (placeholder: string) => void }): ReactNode {
  return (
    <div role="group" aria-labelledby="placeholder-palette">
      <Text id="placeholder-palette" size="sm" fw={500} mb={4}>
        Insert a placeholder
      </Text>
      <Group gap={6}>
        {PLACEHOLDER_NAMES.map((name) => (
          <Button key={name} size="compact-sm" variant="default" title={`For example: ${PLACEHOLDERS[name]}`} onClick={() => onInsert(`{${name}}`)}>
            {`{${name}}`}
          </Button>
        ))}
      </Group>
    </div>
  )
}

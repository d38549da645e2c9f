import { Button, Group, Modal, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Conflict } from './use-editing.ts'
import { Empty } from '#web/ui/message/empty.tsx'

type Props<Text extends object> = {
  conflict: Conflict<Text> | null
  mine: Text
  /** Each field's name, in form order. */
  labels: { [Field in keyof Text]?: string }
  /** How a value is displayed; unchanged by default. */
  reads?: (field: keyof Text, value: Text[keyof Text]) => string
  /** Called with the chosen text, based on what's stored now; null if nothing was chosen. */
  onResolve: (text: Text | null) => void
}

/** Shown when two people changed the same thing: both versions side by side, with a choice for each field. */
export function ConflictDialog<Text extends object>({ conflict, ...props }: Props<Text>): ReactNode {
  return (
    <Modal opened={conflict !== null} onClose={() => props.onResolve(null)} title="Someone else saved first" size="min(64rem, 95vw)">
      {conflict && <Choices conflict={conflict} {...props} />}
    </Modal>
  )
}

type Side = 'mine' | 'theirs'

function Choices<Words extends object>({ conflict, mine, labels, reads, onResolve }: Props<Words> & { conflict: Conflict<Words> }): ReactNode {
  const theirs = conflict.stored.text
  const fields = (Object.keys(labels) as (keyof Words & string)[]).filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({})
  const taken = Object.fromEntries(fields.map((field) => [field, chosen[field] === 'theirs' ? theirs[field] : mine[field]]))
  const readable = (field: keyof Words, value: Words[keyof Words]) => reads?.(field, value) ?? String(value ?? '')

  return (
    <Stack gap="lg">
      <Text>{conflict.detail}</Text>
      {fields.length === 0 && <Empty isPart>Both texts are the same, so there's nothing to choose.</Empty>}
      {fields.map((field) => (
        <Radio.Group key={field} label={labels[field]} value={chosen[field] ?? 'mine'} onChange={(side) => setChosen({ ...chosen, [field]: side as Side })}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
            <VersionOption field={labels[field]!} title="Yours" value="mine" text={readable(field, mine[field])} />
            <VersionOption field={labels[field]!} title="Saved version" value="theirs" text={readable(field, theirs[field])} />
          </SimpleGrid>
        </Radio.Group>
      ))}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onResolve(null)}>
          Close without choosing
        </Button>
        <Button onClick={() => onResolve({ ...theirs, ...taken })}>Use these</Button>
      </Group>
    </Stack>
  )
}

function VersionOption({ field, title, value, text }: { field: string; title: string; value: Side; text: string }): ReactNode {
  return (
    <div>
      <Radio value={value} label={title} />
      <Textarea readOnly autosize minRows={1} maxRows={12} mt="xs" aria-label={`${field}: ${title.toLowerCase()}`} value={text} placeholder="(empty)" />
    </div>
  )
}

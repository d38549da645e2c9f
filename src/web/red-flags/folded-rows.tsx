import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayChange } from './may-change.ts'
import { CHOICES, stateOf, type Choice, type Row } from './rows.ts'
import type { Rows } from './use-rows.ts'
import classes from './red-flag-table.module.css'

type Props = { folded: Row[]; isUnfolded: boolean; unfold: () => void; isDisabled: boolean; onEdit: Rows['edit'] }

/** Red flags that no feedback mentions, in one line, decided together. */
export function FoldedRows({ folded, isUnfolded, unfold, isDisabled, onEdit }: Props): ReactNode {
  const mayChange = useMayChange()
  if (folded.length === 0) return null
  const states = [...new Set(folded.map(stateOf))]
  return (
    <div
      className={classes['folded']}
      role="group"
      aria-label="Red flags without evidence"
      data-flags={folded.map(({ flag }) => flag.fgl_ref_red_flag_id).join(' ')}
    >
      <Button size="compact-sm" variant="subtle" aria-expanded={isUnfolded} data-hold onClick={unfold}>
        {folded.length} without evidence
      </Button>
      <Text size="xs" className={classes['names'] ?? ''}>
        {folded.map(({ flag }) => flag.red_flag_desc).join(' · ')}
      </Text>
      <span className={classes['state']}>{states.join(', ')}</span>
      {mayChange && (
        <Group gap={4} wrap="nowrap">
          {(Object.keys(CHOICES) as Choice[]).map((choice) => (
            <Button
              key={choice}
              size="compact-xs"
              variant={states.length === 1 && states[0] === choice ? 'filled' : 'default'}
              aria-pressed={states.length === 1 && states[0] === choice}
              aria-label={`${choice}: all ${folded.length} without evidence`}
              disabled={isDisabled}
              onClick={() => folded.forEach((row) => onEdit(row, CHOICES[choice]))}
            >
              {choice}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

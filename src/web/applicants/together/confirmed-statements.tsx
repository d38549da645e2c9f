import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { listHiringDecisionDetails, listRedFlags, type HiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { useCall } from '#web/ui/use-call.ts'

type Props = { user_session_id: number; text: string; onTake: (statement: string) => void }

/** What a person confirmed about the interviews, to use in the feedback; the hiring lead rewrites it for the candidate. */
export function ConfirmedStatements({ user_session_id, text, onTake }: Props): ReactNode {
  const { data: details = [] } = useCall(listHiringDecisionDetails, { user_session_id })
  const { data: flags = [] } = useCall(listRedFlags, {})
  const confirmed = details.filter(isConfirmed)
  if (confirmed.length === 0) return null
  const nameOf = (id: number) => flags.find((flag) => flag.fgl_ref_red_flag_id === id)?.red_flag_desc ?? ''
  return (
    <details>
      <summary>Use confirmed statements ({confirmed.length})</summary>
      <Stack component="ul" gap="xs" mt="xs" p={0} style={{ listStyle: 'none' }}>
        {confirmed.map(({ fgl_hiring_decision_detail_id: id, fgl_ref_red_flag_id, fgl_rationale }) => (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="start" justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              <strong>{nameOf(fgl_ref_red_flag_id)}:</strong> {fgl_rationale}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              disabled={text.includes(fgl_rationale!.trim())}
              aria-label={`Add the statement on ${nameOf(fgl_ref_red_flag_id)}`}
              onClick={() => onTake(fgl_rationale!.trim())}
            >
              Add
            </Button>
          </Group>
        ))}
      </Stack>
    </details>
  )
}

/** A person signed it, and the feedback behind it hasn't changed. */
function isConfirmed({ reviewed, decided, stale, fgl_rationale }: HiringDecisionDetail): boolean {
  return reviewed && decided && !stale && (fgl_rationale ?? '').trim() !== ''
}

import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listExclusionMatches } from '#contract/licenses/law-and-lists.ts'
import { useCall } from '#web/ui/use-call.ts'
import { Message } from '#web/ui/message/message.tsx'

/** Possible exclusion matches that haven't been compared yet, for the one person who sees them. */
export function ExclusionTask(): ReactNode {
  const { data = [] } = useCall(listExclusionMatches, {})
  const open = data.filter(({ closed_at }) => closed_at === null).length
  if (open === 0) return null
  return (
    <Message tone="warn" title={open === 1 ? '1 possible exclusion match' : `${open} possible exclusion matches`} my="md">
      Compare {open === 1 ? 'it' : 'them'} with the source.{' '}
      <Anchor component={Link} to="/admin/exclusions" underline="always">
        Possible exclusion matches
      </Anchor>
    </Message>
  )
}

import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { readGenerator, setRationaleOptOut, RATIONALE_DISABLED, type Generator } from '#contract/red-flags/red-flags.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { useMayChange } from './may-change.ts'
import { Message } from '#web/ui/message/message.tsx'

/** Why no rationales are drafted about this candidate, and the candidate's own opt-out, which staff record here. */
export function GeneratorNote({ user_session_id, generator: { off, opted_out } }: { user_session_id: number; generator: Generator }): ReactNode {
  const client = useQueryClient()
  const mayChange = useMayChange()
  const [isSaving, setSaving] = useState(false)

  async function note(isOut: boolean): Promise<void> {
    setSaving(true)
    try {
      const stored = await call(setRationaleOptOut, { user_session_id, opted_out: isOut }, { retries: 0 })
      client.setQueryData(keyOf(readGenerator, { user_session_id }), stored)
    } catch (failure) {
      warn(`We couldn't save the opt-out. ${errorMessage(failure)}`)
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <div role="status">
        {off && (
          <Message tone="note" role="presentation">
            {RATIONALE_DISABLED[off]}
          </Message>
        )}
      </div>
      <Switch
        className="no-print"
        size="sm"
        label="Candidate opted out of AI drafts"
        checked={opted_out}
        disabled={isSaving || !mayChange}
        onChange={(event) => void note(event.currentTarget.checked)}
      />
    </>
  )
}

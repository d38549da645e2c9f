import { Button, CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listRedFlagMarks, removeMark, type RedFlagMark } from '#contract/red-flags/red-flag-marks.ts'
import { type RedFlag } from '#contract/red-flags/red-flags.ts'
import { call } from '#web/call.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { MEANINGS } from './mark-dialog.tsx'
import classes from './feedback-cards.module.css'

/** The sentences of an answer that staff marked as examples, and a way to mark another. */
export function AnswerMarks({ marks, flags, onMark }: { marks: RedFlagMark[]; flags: RedFlag[]; onMark: () => void }): ReactNode {
  const client = useQueryClient()
  const mayMark = useMay('decide')

  async function remove({ red_flag_mark_id }: RedFlagMark): Promise<void> {
    try {
      await call(removeMark, { id: red_flag_mark_id }, { retries: 0 })
      await client.invalidateQueries({ queryKey: keyOf(listRedFlagMarks) })
    } catch (failure) {
      warn(`The mark was not removed. ${whyOf(failure)}`)
    }
  }

  return (
    <div className={classes['marks']}>
      {marks.length > 0 && (
        <ul aria-label="Marked sentences">
          {marks.map((one) => (
            <li key={one.red_flag_mark_id}>
              <span>
                {flags.find((flag) => flag.fgl_ref_red_flag_id === one.fgl_ref_red_flag_id)?.red_flag_desc}, {MEANINGS[one.stance].toLowerCase()}: “{one.quote}”
              </span>
              {mayMark && <CloseButton size={28} aria-label={`Remove the mark on “${one.quote}”`} onClick={() => void remove(one)} />}
            </li>
          ))}
        </ul>
      )}
      {mayMark && (
        <Button size="compact-sm" variant="subtle" onClick={onMark}>
          Mark a sentence
        </Button>
      )}
    </div>
  )
}

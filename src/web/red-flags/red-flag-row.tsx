import { Button, Checkbox, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation } from '#contract/red-flags/red-flags.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Citations } from './citations.tsx'
import { RationaleNotes } from './rationale-notes.tsx'
import { canConfirm, stateOf, type Change, type Row } from './rows.ts'
import classes from './red-flag-table.module.css'

type Props = {
  row: Row
  groups: FeedbackGroup[]
  generator: string | null
  /** When the draft under way was begun. */
  since: number | null
  failed: string
  isDisabled: boolean
  onEdit: (change: Change) => void
  onGenerate: () => void
  onStop: () => void
  onReread: () => void
  onCite: (citation: Citation) => void
  onMark: (citation: Citation) => void
  onWords: () => void
}

export function RedFlagRow({ row, groups, generator, since, failed, isDisabled, onEdit, onReread, onCite, onMark, ...actions }: Props): ReactNode {
  const id = `red-flag-${row.flag.fgl_ref_red_flag_id}`
  const isOff = isDisabled || since !== null
  const mayDecide = useMay('decide')
  return (
    <tr aria-busy={since !== null || undefined}>
      <th scope="row" id={id}>
        {row.flag.red_flag_desc}
      </th>
      <td>
        <Checkbox
          aria-label={`Absent: ${row.flag.red_flag_desc}`}
          checked={row.fgl_absent_flag}
          disabled={isOff}
          onChange={(event) => onEdit({ fgl_absent_flag: event.currentTarget.checked })}
        />
        <span className={classes['state']}>{stateOf(row)}</span>
      </td>
      <td>
        <Textarea
          aria-label={`Rationale: ${row.flag.red_flag_desc}`}
          value={row.fgl_rationale}
          disabled={isOff}
          onChange={(event) => onEdit({ fgl_rationale: event.currentTarget.value })}
          autosize
          minRows={1}
          maxRows={8}
        />
        <RationaleNotes row={row} />
        {failed !== '' && (
          <div role="alert" className={classes['failed']}>
            <span>{failed}</span>
            {/changed this row/.test(failed) && (
              <Button size="compact-sm" variant="default" onClick={onReread}>
                Show the stored text
              </Button>
            )}
          </div>
        )}
        <Citations row={row} groups={groups} onCite={onCite} onMark={onMark} />
      </td>
      <td>
        <div className={classes['actions']}>
          {generator !== null && <Actions row={row} since={since} isOff={isOff} {...actions} />}
          {mayDecide && canConfirm(row) && since === null && (
            <Button size="compact-sm" variant="light" disabled={isOff} aria-describedby={id} onClick={() => onEdit({ decided: true })}>
              {row.fgl_absent_flag ? 'Confirm absent' : 'Confirm present'}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

type ActionsProps = Pick<Props, 'row' | 'since' | 'onGenerate' | 'onStop' | 'onWords'> & { isOff: boolean }

function Actions({ row, since, isOff, onGenerate, onStop, onWords }: ActionsProps): ReactNode {
  return (
    <>
      <Button size="sm" variant="default" onClick={onGenerate} disabled={isOff} aria-describedby={`red-flag-${row.flag.fgl_ref_red_flag_id}`}>
        {since === null ? 'Generate' : 'Generating...'}
      </Button>
      {since === null ? (
        <Button size="compact-sm" variant="subtle" onClick={onWords} disabled={isOff} aria-label={`Signal words: ${row.flag.red_flag_desc}`}>
          Signal words
        </Button>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={onStop}>
          Cancel (<Elapsed since={since} />)
        </Button>
      )}
    </>
  )
}

function Elapsed({ since }: { since: number }): ReactNode {
  const now = useNow(1000)
  return `${Math.max(0, Math.round((now - since) / 1000))} s`
}

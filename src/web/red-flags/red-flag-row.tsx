import { Button, Checkbox, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation } from '#contract/red-flags/red-flags.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Citations } from './citations.tsx'
import { useMayChange } from './may-change.ts'
import { RationaleNotes } from './rationale-notes.tsx'
import { CHOICES, stateOf, type Change, type Row } from './rows.ts'
import { enter } from './use-reading.ts'
import classes from './red-flag-table.module.css'

type Props = {
  row: Row
  groups: FeedbackGroup[]
  generator: string | null
  /** When the draft in progress was started. */
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
  return (
    <tr data-flags={row.flag.fgl_ref_red_flag_id} aria-busy={since !== null || undefined}>
      <th scope="row" id={id}>
        {row.flag.red_flag_desc}
      </th>
      <td className={classes['choice']}>
        <Choices row={row} isOff={isOff} onEdit={onEdit} />
      </td>
      <td className={classes['text']}>
        <div className={classes['rationale']}>
          <Rationale row={row} isOff={isOff} onEdit={onEdit} />
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
        </div>
        <Citations row={row} groups={groups} onCite={onCite} onMark={onMark} />
      </td>
      <td className={classes['actions']}>{generator !== null && <Actions row={row} since={since} isOff={isOff} {...actions} />}</td>
    </tr>
  )
}

type ChangeProps = Pick<Props, 'row' | 'onEdit'> & { isOff: boolean }

/** Absent, present or undecided; a suggestion has to be confirmed. */
function Choices({ row, isOff, onEdit }: ChangeProps): ReactNode {
  const mayChange = useMayChange()
  const state = stateOf(row)
  const name = row.flag.red_flag_desc
  return (
    <>
      <div className={classes['absent']}>
        {mayChange && (
          <Checkbox
            data-hold
            aria-label={`Absent: ${name}`}
            checked={row.fgl_absent_flag}
            disabled={isOff}
            onChange={(event) => onEdit({ fgl_absent_flag: event.currentTarget.checked })}
          />
        )}
        <span className={classes['state']} data-state={state} {...(!mayChange && { 'data-hold': true, tabIndex: -1 })}>
          {state}
        </span>
      </div>
      {mayChange &&
        (state === 'Suggested' ? (['Absent', 'Present', 'Undecided'] as const) : (['Present', 'Undecided'] as const)).map((choice) => (
          <Button
            key={choice}
            size="compact-xs"
            variant={state === choice ? 'filled' : 'default'}
            aria-pressed={state === choice}
            aria-label={choice === 'Absent' ? `Confirm absent: ${name}` : `${choice}: ${name}`}
            disabled={isOff}
            onClick={() => onEdit(CHOICES[choice])}
          >
            {choice === 'Absent' ? 'Confirm absent' : choice}
          </Button>
        ))}
    </>
  )
}

/** A draft's text is collapsed until someone reads it, because its quotes are shown below. What a person wrote is shown in full. */
function Rationale({ row: { flag, saved, fgl_rationale }, isOff, onEdit }: ChangeProps): ReactNode {
  const mayChange = useMayChange()
  const isDraft = saved?.source === 'generated' && saved.fgl_rationale === fgl_rationale
  if (!mayChange) return <p className={classes['written']}>{fgl_rationale.trim() === '' ? 'No rationale' : fgl_rationale}</p>
  return (
    <div className={classes['field']} data-text={fgl_rationale} data-draft={isDraft || undefined}>
      <Textarea
        aria-label={`Rationale: ${flag.red_flag_desc}`}
        value={fgl_rationale}
        disabled={isOff}
        onChange={(event) => onEdit({ fgl_rationale: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && enter(event.currentTarget.closest('tr')!)}
        autosize
        minRows={1}
        maxRows={8}
      />
    </div>
  )
}

type ActionsProps = Pick<Props, 'row' | 'since' | 'onGenerate' | 'onStop' | 'onWords'> & { isOff: boolean }

function Actions({ row, since, isOff, onGenerate, onStop, onWords }: ActionsProps): ReactNode {
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onGenerate} disabled={isOff} aria-describedby={`red-flag-${row.flag.fgl_ref_red_flag_id}`}>
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

import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation, HiringDecisionDetail, RedFlag } from '#contract/red-flags/red-flags.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import { AddRedFlag } from './add-red-flag.tsx'
import { FoldedRows } from './folded-rows.tsx'
import { useMayChange } from './may-change.ts'
import { OverwriteDialog } from './overwrite-dialog.tsx'
import { RedFlagRow } from './red-flag-row.tsx'
import { MentionsDialog, StaleDialog } from './before-signing.tsx'
import { isPersonal, type Row } from './rows.ts'
import { SignalWordsDialog } from './signal-words-dialog.tsx'
import { useGenerate } from './use-generate.ts'
import { useReading, useReadingKeys } from './use-reading.ts'
import { useRows } from './use-rows.ts'
import { useSigning } from './use-signing.ts'
import classes from './red-flag-table.module.css'

type Props = {
  user_session_id: number
  identifiable: boolean
  flags: RedFlag[]
  decisions: HiringDecisionDetail[]
  groups: FeedbackGroup[]
  /** Null: generation is switched off, and everything is written manually. */
  generator: string | null
  onCite: (citation: Citation) => void
  onMark: (citation: Citation, flag: RedFlag) => void
}

export function RedFlagTable({ user_session_id, identifiable, flags, decisions, groups, onCite, onMark, ...props }: Props): ReactNode {
  const mayChange = useMayChange()
  const table = useRows({ user_session_id, identifiable, mayChange }, flags, decisions)
  const generating = useGenerate({ user_session_id, identifiable }, table)
  const reading = useReading(table, generating)
  const [asked, setAsked] = useState<Row | null>(null)
  const [worded, setWorded] = useState<RedFlag | null>(null)
  const signing = useSigning(table)
  const isBusy = table.state === 'Saving...'
  const isOff = (row: Row) => isBusy || generating.sinceOf(row) !== null
  const canGenerate = mayChange && props.generator !== null
  const generateAll = canGenerate && !isBusy && !generating.isRunning ? () => (reading.expectAll(), generating.generateAll(table.rows)) : null
  const submit = () => !isBusy && !generating.isRunning && void signing.begin()
  useReadingKeys({ rows: table.rows, isOff, edit: table.edit, generateAll, submit }, mayChange)

  return (
    <div>
      <div className={classes['head']}>
        <h2 id="red-flags-heading" className={classes['heading']}>
          Red flags
        </h2>
        {mayChange && <AddRedFlag />}
        {canGenerate && (
          <Button size="compact-sm" variant="default" aria-keyshortcuts="g" onClick={() => generateAll?.()} disabled={!generateAll}>
            Generate all
          </Button>
        )}
      </div>
      <table className={classes['table']}>
        <thead>
          <tr>
            {['Red Flag', 'Absent?', 'Rationale', 'Actions'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reading.shown.map((row) => (
            <RedFlagRow
              key={row.flag.fgl_ref_red_flag_id}
              row={row}
              groups={groups}
              generator={canGenerate ? props.generator : null}
              since={generating.sinceOf(row)}
              failed={table.failures[row.flag.fgl_ref_red_flag_id] ?? ''}
              isDisabled={isBusy}
              onEdit={(change) => table.edit(row, change)}
              onGenerate={() => (isPersonal(row) ? setAsked(row) : generating.generate(row, false))}
              onStop={() => generating.stop(row)}
              onReread={() => void table.reread(row)}
              onCite={onCite}
              onMark={(citation) => onMark(citation, row.flag)}
              onWords={() => setWorded(row.flag)}
            />
          ))}
        </tbody>
      </table>
      <FoldedRows {...reading} isDisabled={reading.folded.some(isOff)} onEdit={table.edit} />
      <SubmitBar table={table} isBusy={isBusy || generating.isRunning} onSubmit={submit} />
      <UnsavedGuard isChanged={table.isChanged} save={signing.begin} discard={table.discard} />
      <OverwriteDialog row={asked} onClose={() => setAsked(null)} onReplace={(row) => generating.generate(row, true)} />
      <StaleDialog rows={signing.stale} onClose={signing.stop} onSign={signing.acceptStale} />
      <MentionsDialog mentioned={signing.mentioned} onClose={signing.stop} onSign={signing.meanOtherwise} />
      {worded && <SignalWordsDialog flag={worded} onClose={() => setWorded(null)} />}
    </div>
  )
}

type BarProps = { table: ReturnType<typeof useRows>; isBusy: boolean; onSubmit: () => void }

function SubmitBar({ table: { state, isChanged }, isBusy, onSubmit }: BarProps): ReactNode {
  const mayDecide = useMay('decide')
  if (!useMayChange()) return mayDecide ? null : <p>You can read these decisions, but you can't change them.</p>
  return (
    <div className={classes['bar']}>
      <Button onClick={onSubmit} disabled={isBusy} aria-keyshortcuts="Control+Enter">
        Submit
      </Button>
      <span role="status" data-failed={state === 'Error saving red flags!' || undefined}>
        {state}
      </span>
      {isChanged && state === '' && <span className={classes['unsaved']}>Unsaved changes</span>}
    </div>
  )
}

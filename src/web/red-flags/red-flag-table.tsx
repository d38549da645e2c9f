import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Citation, HiringDecisionDetail, RedFlag } from '#contract/red-flags/red-flags.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import { AddRedFlag } from './add-red-flag.tsx'
import { OverwriteDialog } from './overwrite-dialog.tsx'
import { RedFlagRow } from './red-flag-row.tsx'
import { MentionsDialog, StaleDialog } from './before-signing.tsx'
import { isPersonal, type Row } from './rows.ts'
import { SignalWordsDialog } from './signal-words-dialog.tsx'
import { useGenerate } from './use-generate.ts'
import { useRows } from './use-rows.ts'
import { useSigning } from './use-signing.ts'
import classes from './red-flag-table.module.css'

type Props = {
  user_session_id: number
  identifiable: boolean
  flags: RedFlag[]
  decisions: HiringDecisionDetail[]
  groups: FeedbackGroup[]
  /** Null: generation is switched off, and everything is written by hand. */
  generator: string | null
  onCite: (citation: Citation) => void
  onMark: (citation: Citation, flag: RedFlag) => void
}

export function RedFlagTable({ user_session_id, identifiable, flags, decisions, groups, generator, onCite, onMark }: Props): ReactNode {
  const table = useRows({ user_session_id, identifiable }, flags, decisions)
  const generating = useGenerate({ user_session_id, identifiable }, table)
  const [asked, setAsked] = useState<Row | null>(null)
  const [worded, setWorded] = useState<RedFlag | null>(null)
  const signing = useSigning(table)
  const mayDecide = useMay('decide')
  const isBusy = table.state === 'Saving...' || !mayDecide

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void signing.begin()
      }}
    >
      <div className={classes['head']}>
        <h2 id="red-flags-heading" className={classes['heading']}>
          Red flags
        </h2>
        <AddRedFlag />
        {mayDecide && generator !== null && (
          <Button size="compact-sm" variant="default" onClick={() => generating.generateAll(table.rows)} disabled={isBusy || generating.isRunning}>
            Generate all
          </Button>
        )}
      </div>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Red Flag</th>
            <th scope="col">Absent?</th>
            <th scope="col">Rationale</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <RedFlagRow
              key={row.flag.fgl_ref_red_flag_id}
              row={row}
              groups={groups}
              generator={mayDecide ? generator : null}
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
      {mayDecide ? <SubmitBar table={table} isBusy={isBusy || generating.isRunning} /> : <p>You can read these decisions, but not change them.</p>}
      <UnsavedGuard isChanged={table.isChanged} save={signing.begin} discard={table.discard} />
      <OverwriteDialog row={asked} onClose={() => setAsked(null)} onReplace={(row) => generating.generate(row, true)} />
      <StaleDialog rows={signing.stale} onClose={signing.stop} onSign={signing.acceptStale} />
      <MentionsDialog mentioned={signing.mentioned} onClose={signing.stop} onSign={signing.meanOtherwise} />
      {worded && <SignalWordsDialog flag={worded} onClose={() => setWorded(null)} />}
    </form>
  )
}

function SubmitBar({ table: { state, isChanged }, isBusy }: { table: ReturnType<typeof useRows>; isBusy: boolean }): ReactNode {
  return (
    <div className={classes['bar']}>
      <Button type="submit" disabled={isBusy}>
        Submit
      </Button>
      <span role="status" data-failed={state === 'Error saving red flags!' || undefined}>
        {state}
      </span>
      {isChanged && state === '' && <span className={classes['unsaved']}>Unsaved changes</span>}
    </div>
  )
}

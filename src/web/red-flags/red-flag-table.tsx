import { Button, Group, Text, Modal } from '@mantine/core'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { FeedbackGroup } from '#contract/feedback.ts'
import { findMentions, type Citation, type HiringDecisionDetail, type RedFlag } from '#contract/red-flags/red-flags.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import { AddRedFlag, SignalWordsDialog } from './add-red-flag.tsx'
import { useMayChange } from './may-change.ts'
import { RedFlagRow } from './red-flag-row.tsx'
import { MentionsDialog, StaleDialog, type MentionWarning } from './before-signing.tsx'
import { isPersonal, CHOICES, stateOf, staleRows, type Row, type Choice } from './rows.ts'
import { useGenerate } from './use-generate.ts'
import { useReading, useReadingKeys } from './use-reading.ts'
import { useRows, type Rows, type Answers } from './use-rows.ts'
import { call } from '#web/call.ts'
import classes from './red-flag-table.module.css'

type Props = {
  user_session_id: number
  identifiable: boolean
  flags: RedFlag[]
  decisions: HiringDecisionDetail[]
  groups: FeedbackGroup[]
  /** Null if generation is turned off and everything is written by hand. */
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
  const signing = useSignRows(table)
  const isBusy = signing.state === 'Saving...'
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
      <table className={classes['table']} data-read-only={!mayChange || undefined}>
        <thead>
          <tr>
            {['Red Flag', 'Absent?', 'Rationale', ...(mayChange ? ['Actions'] : [])].map((name) => (
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
      <SubmitBar state={signing.state} isChanged={table.isChanged} isBusy={isBusy || generating.isRunning} onSubmit={submit} />
      <UnsavedGuard isChanged={table.isChanged} save={signing.begin} discard={table.discard} />
      <OverwriteDialog row={asked} onClose={() => setAsked(null)} onReplace={(row) => generating.generate(row, true)} />
      <StaleDialog rows={signing.stale} onClose={signing.stop} onSign={signing.acceptStale} />
      <MentionsDialog mentioned={signing.mentioned} onClose={signing.stop} onSign={signing.meanOtherwise} />
      {worded && <SignalWordsDialog flag={worded} onClose={() => setWorded(null)} />}
    </div>
  )
}

type BarProps = Pick<Rows, 'state' | 'isChanged'> & { isBusy: boolean; onSubmit: () => void }

function SubmitBar({ state, isChanged, isBusy, onSubmit }: BarProps): ReactNode {
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

type FoldedRowsProps = { folded: Row[]; isUnfolded: boolean; unfold: () => void; isDisabled: boolean; onEdit: Rows['edit'] }

/** Red flags without evidence, on one line and decided together. */
function FoldedRows({ folded, isUnfolded, unfold, isDisabled, onEdit }: FoldedRowsProps): ReactNode {
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

type OverwriteDialogProps = { row: Row | null; onClose: () => void; onReplace: (row: Row) => void }

/** A draft replaces a person's text only after confirmation. */
function OverwriteDialog({ row, onClose, onReplace }: OverwriteDialogProps): ReactNode {
  return (
    <Modal opened={row !== null} onClose={onClose} title="Replace what was written?" centered>
      <Text mb="lg">
        Someone wrote or decided something for “{row?.flag.red_flag_desc}”. A generated draft would replace it, and the row would need to be reviewed again.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button
          onClick={() => {
            onClose()
            if (row) onReplace(row)
          }}
        >
          Replace it
        </Button>
      </Group>
    </Modal>
  )
}

/** Asks what has to be confirmed before signing, one question at a time, then submits. Rows stay as they are from the first press on. */
function useSignRows({ rows, submit, state }: Rows) {
  const { isRunning, once } = useOneRun()
  const [answers, setAnswers] = useState<Answers>({})
  const [stale, setStale] = useState<Row[]>([])
  const [mentioned, setMentioned] = useState<MentionWarning[]>([])

  /** Resolves false while a question is open, or if something couldn't be saved. */
  async function begin(given: Answers = {}): Promise<boolean> {
    const old = given.stale_accepted ? [] : staleRows(rows)
    setAnswers(given)
    setStale(old)
    if (old.length > 0) return false
    const found = await mentionedIn(rows)
    setMentioned(found)
    return found.length > 0 ? false : submit(given)
  }

  return {
    state: isRunning ? ('Saving...' as const) : state,
    stale,
    mentioned,
    begin: () => once(() => begin()),
    acceptStale: () => void once(() => begin({ stale_accepted: true })),
    meanOtherwise: () => void once(() => submit({ ...answers, meant_otherwise: mentioned.map(({ row }) => row.flag.fgl_ref_red_flag_id) })),
    stop: () => (setStale([]), setMentioned([])),
  }
}

/** Runs one task at a time; resolves false for a second one, which may come before the page has disabled its button. */
function useOneRun() {
  const isRunningNow = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const focused = useRef<Element | null>(null)
  // Fields lose the focus while they're disabled. It's returned before a dialog opens, so that the dialog returns it, too.
  useLayoutEffect(() => {
    if (!isRunning && document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
  }, [isRunning])

  async function once(task: () => Promise<boolean>): Promise<boolean> {
    if (isRunningNow.current) return false
    isRunningNow.current = true
    focused.current = document.activeElement
    setRunning(true)
    try {
      return await task()
    } finally {
      isRunningNow.current = false
      setRunning(false)
    }
  }
  return { isRunning, once }
}

/**
 * Returns the changed rows whose rationale may mention a protected characteristic, unless the person said that the words mean something else. A failed
 * check returns none.
 */
async function mentionedIn(rows: Row[]): Promise<MentionWarning[]> {
  const asked = rows.filter(({ isChanged, fgl_rationale, saved }) => isChanged && fgl_rationale !== '' && !isAnswered(fgl_rationale, saved))
  if (asked.length === 0) return []
  const { mentions } = await call(findMentions, { texts: asked.map(({ fgl_rationale }) => fgl_rationale) }).catch(() => ({ mentions: [] as string[][] }))
  return asked.map((row, at) => ({ row, words: mentions[at] ?? [] })).filter(({ words }) => words.length > 0)
}

const isAnswered = (text: string, saved: Row['saved']) => saved?.meant_otherwise === true && saved.fgl_rationale === text

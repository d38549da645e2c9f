import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  createHiringDecisionDetail,
  listHiringDecisionDetails,
  updateHiringDecisionDetail,
  type HiringDecisionDetail,
  type RedFlag,
} from '#contract/red-flags/red-flags.ts'
import { listVersions } from '#contract/versions.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { keyOf } from '#web/ui/use-call.ts'
import { edited, keepEdits, readEdits, rowsOf, without, type Change, type Edits, type Row } from './rows.ts'

const SAVED_MS = 2000
const FAILED_MS = 3000
const NONE: Edits = {}
export type SubmitState = '' | 'Saving...' | 'All red flags saved!' | 'Error saving red flags!'

/** What a person confirmed before signing; `meant_otherwise` lists the red flags it applies to. */
export type Answers = { stale_accepted?: boolean; meant_otherwise?: number[] }
export type ReviewedApplicant = { user_session_id: number; identifiable: boolean }

/** One applicant's table: what's stored, what was typed, and the result of submitting each row. */
export function useRows({ mayChange, ...of }: ReviewedApplicant & { mayChange: boolean }, flags: RedFlag[], decisions: HiringDecisionDetail[]) {
  const stored = useStoredDecisions(of)
  const [edits, setEdits] = useEdits(of.user_session_id, mayChange)
  const { failures, state, setState, setFailures } = useOutcome()
  const rows = rowsOf(flags, decisions, edits)

  /** Updates a row to the server's current version and discards what was typed in it. */
  function settle(saved: HiringDecisionDetail): void {
    stored.replace(saved)
    setEdits((now) => without(now, saved))
    fail(saved, '')
  }

  function fail({ fgl_ref_red_flag_id }: Pick<RedFlag, 'fgl_ref_red_flag_id'>, why: string): void {
    setFailures((now) => ({ ...now, [fgl_ref_red_flag_id]: why }))
  }

  /** Saves each row separately: a row that fails keeps its text and shows the error. */
  async function submit(answers: Answers = {}): Promise<boolean> {
    setState('Saving...')
    setFailures({})
    const outcomes = await saveAll(of, rows, answers)
    for (const { row, saved, failure = '' } of outcomes) void (saved ? settle(saved) : fail(row.flag, failure))
    const isDone = outcomes.every(({ saved }) => saved)
    await stored.rereadVersions()
    setState(isDone ? 'All red flags saved!' : 'Error saving red flags!')
    return isDone
  }

  return {
    rows,
    failures,
    state,
    isChanged: Object.keys(edits).length > 0,
    edit: (row: Row, change: Change) => (fail(row.flag, ''), setEdits((now) => edited(now, row, change))),
    discard: () => setEdits({}),
    /** Discards what was typed in a row and shows what's stored now. */
    reread: async (row: Row) => {
      fail(row.flag, '')
      setEdits((now) => without(now, row.flag))
      await stored.reread()
    },
    settle,
    fail,
    submit,
  }
}
export type Rows = ReturnType<typeof useRows>

/** What was typed, even after a reload; text typed before the application was closed is kept until the decision is undone. */
function useEdits(user_session_id: number, mayChange: boolean) {
  const [edits, setEdits] = useState(() => readEdits(user_session_id))
  useEffect(() => keepEdits(user_session_id, edits), [user_session_id, edits])
  return [mayChange ? edits : NONE, setEdits] as const
}

function useStoredDecisions({ user_session_id, identifiable }: ReviewedApplicant) {
  const client = useQueryClient()
  const queryKey = keyOf(listHiringDecisionDetails, { user_session_id, identifiable })
  return {
    replace: (saved: HiringDecisionDetail) =>
      client.setQueryData<HiringDecisionDetail[]>(queryKey, (all = []) => [
        ...all.filter((one) => one.fgl_ref_red_flag_id !== saved.fgl_ref_red_flag_id),
        saved,
      ]),
    reread: () => client.invalidateQueries({ queryKey }),
    rereadVersions: () => client.invalidateQueries({ queryKey: keyOf(listVersions) }),
  }
}

/** The result of submitting: a message that disappears on its own, and what failed in each row. */
function useOutcome() {
  const [failures, setFailures] = useState<Record<number, string>>({})
  const [state, setState] = useState<SubmitState>('')
  useEffect(() => {
    const ms = state === 'All red flags saved!' ? SAVED_MS : state === 'Error saving red flags!' ? FAILED_MS : 0
    if (ms === 0) return
    const timer = setTimeout(() => setState(''), ms)
    return () => clearTimeout(timer)
  }, [state])
  return { failures, state, setState, setFailures }
}

type Outcome = { row: Row; saved?: HiringDecisionDetail; failure?: string }

function saveAll(of: ReviewedApplicant, rows: Row[], answers: Answers): Promise<Outcome[]> {
  return Promise.all(
    rows.map((row) =>
      save(of, row, answers).then(
        (saved) => ({ row, saved }),
        (why: unknown) => ({ row, failure: errorMessage(why) }),
      ),
    ),
  )
}

/** Saves every row, but signs only what this person changed or confirmed. */
function save(
  { user_session_id, identifiable }: ReviewedApplicant,
  { flag, saved, fgl_absent_flag, fgl_rationale, decided, isChanged, base }: Row,
  { stale_accepted = false, meant_otherwise = [] }: Answers,
): Promise<HiringDecisionDetail> {
  const signed = {
    reviewed: isChanged || (saved?.reviewed ?? false),
    decided,
    stale_accepted,
    identifiable,
    ...(meant_otherwise.includes(flag.fgl_ref_red_flag_id) && { meant_otherwise: true }),
  }
  const decision = { user_session_id, fgl_ref_red_flag_id: flag.fgl_ref_red_flag_id, fgl_absent_flag, fgl_rationale, ...signed }
  // A decision that someone signed after this was typed isn't replaced: the server refuses to create a second one.
  if (!saved || (base === null && saved.reviewed)) return call(createHiringDecisionDetail, decision, { retries: 0 })
  const replaces = base ?? saved.modified_at
  return call(updateHiringDecisionDetail, { fgl_hiring_decision_detail_id: saved.fgl_hiring_decision_detail_id, ...decision, replaces }, { retries: 0 })
}

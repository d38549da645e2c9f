import { useEffect, useRef, useState } from 'react'
import { generateRationale } from '#contract/red-flags/red-flags.ts'
import { call, isCallFailure } from '#web/call.ts'
import { isPersonal, type Row } from './rows.ts'
import type { ReviewedApplicant, Rows } from './use-rows.ts'

const CHANGED = "This row was changed while its draft was being written, so the draft wasn't saved."
/** The number of drafts the server allows per person at a time. */
const AT_ONCE = 2

/** Drafts in progress or queued, at most one per row: when each was started, and how to stop it. */
export function useGenerate(of: ReviewedApplicant, rows: Rows) {
  const [since, setSince] = useState<Record<number, number>>({})
  const stops = useRef(new Map<number, AbortController>())
  const [line] = useState(() => makeQueue(AT_ONCE))
  useEffect(() => {
    const all = stops.current
    return () => {
      line.clear()
      for (const stop of all.values()) stop.abort()
    }
  }, [line])

  function generate(row: Row, overwrite: boolean): void {
    const { fgl_ref_red_flag_id } = row.flag
    if (stops.current.has(fgl_ref_red_flag_id)) return
    const stop = new AbortController()
    stops.current.set(fgl_ref_red_flag_id, stop)
    setSince((now) => ({ ...now, [fgl_ref_red_flag_id]: Date.now() }))
    rows.fail(row.flag, '')
    const draft = () => (stop.signal.aborted ? Promise.resolve() : draftRow(of, rows, { row, overwrite, signal: stop.signal }))
    line.add(fgl_ref_red_flag_id, () => draft().finally(() => end(row)))
  }

  function end({ flag }: Row): void {
    stops.current.delete(flag.fgl_ref_red_flag_id)
    setSince((now) => Object.fromEntries(Object.entries(now).filter(([id]) => Number(id) !== flag.fgl_ref_red_flag_id)))
  }

  return {
    generate,
    /** Rows that contain a person's work are left unchanged. */
    generateAll: (all: Row[]) => {
      for (const row of all.filter((one) => !isPersonal(one))) generate(row, false)
    },
    stop: (row: Row) => {
      const wasWaiting = line.remove(row.flag.fgl_ref_red_flag_id)
      stops.current.get(row.flag.fgl_ref_red_flag_id)?.abort()
      if (wasWaiting) end(row)
    },
    sinceOf: ({ flag }: Row) => since[flag.fgl_ref_red_flag_id] ?? null,
    isRunning: Object.keys(since).length > 0,
  }
}

async function draftRow(
  { user_session_id, identifiable }: ReviewedApplicant,
  rows: Rows,
  { row, overwrite, signal }: { row: Row; overwrite: boolean; signal: AbortSignal },
): Promise<void> {
  const { fgl_ref_red_flag_id } = row.flag
  try {
    const { saved } = await call(generateRationale, { user_session_id, fgl_ref_red_flag_id, overwrite, identifiable }, { retries: 0, signal })
    if (saved) rows.settle(saved)
    else rows.fail(row.flag, CHANGED)
  } catch (failure) {
    if (!signal.aborted) rows.fail(row.flag, `Error generating rationale: ${isCallFailure(failure) ? failure.detail : 'An unexpected error occurred.'}`)
  }
}

type QueuedDraft = { key: number; run: () => Promise<void> }

/** Runs tasks in the order they were added, at most `atOnce` at a time. */
function makeQueue(atOnce: number) {
  let waiting: QueuedDraft[] = []
  let running = 0

  function startNext(): void {
    const next = running < atOnce ? waiting.shift() : undefined
    if (!next) return
    running += 1
    void next.run().finally(() => {
      running -= 1
      startNext()
    })
    startNext()
  }

  return {
    add(key: number, run: () => Promise<void>) {
      waiting.push({ key, run })
      startNext()
    },
    /** Returns false if it isn't queued: it has already started, or was never added. */
    remove(key: number): boolean {
      const before = waiting.length
      waiting = waiting.filter((one) => one.key !== key)
      return waiting.length < before
    },
    clear: () => void (waiting = []),
  }
}

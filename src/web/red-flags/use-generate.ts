import { useEffect, useRef, useState } from 'react'
import { generateRationale } from '#contract/red-flags/red-flags.ts'
import { call, isCallFailure } from '#web/call.ts'
import { isPersonal, type Row } from './rows.ts'
import type { Rows } from './use-rows.ts'

const CHANGED = 'Somebody changed this row meanwhile: the draft was not put here.'
/** As many as the server lets one person have under way. */
const AT_ONCE = 2

type Wish = { row: Row; overwrite: boolean; stop: AbortController }

/** Drafts under way or in line, one for each row at most: since when, and the way to stop it. */
export function useGenerate(user_session_id: number, rows: Rows) {
  const [since, setSince] = useState<Record<number, number>>({})
  const stops = useRef(new Map<number, AbortController>())
  const line = useRef<Wish[]>([])
  const running = useRef(0)
  useEffect(() => {
    const all = stops.current
    return () => {
      line.current = []
      for (const stop of all.values()) stop.abort()
    }
  }, [])

  function generate(row: Row, overwrite: boolean): void {
    const { fgl_ref_red_flag_id } = row.flag
    if (stops.current.has(fgl_ref_red_flag_id)) return
    const stop = new AbortController()
    stops.current.set(fgl_ref_red_flag_id, stop)
    setSince((now) => ({ ...now, [fgl_ref_red_flag_id]: Date.now() }))
    rows.fail(row.flag, '')
    line.current.push({ row, overwrite, stop })
    startNext()
  }

  function startNext(): void {
    const next = running.current < AT_ONCE ? line.current.shift() : undefined
    if (!next) return
    running.current += 1
    void draft(next).finally(() => {
      running.current -= 1
      end(next.row)
      startNext()
    })
    startNext()
  }

  async function draft({ row, overwrite, stop }: Wish): Promise<void> {
    if (stop.signal.aborted) return
    const { fgl_ref_red_flag_id } = row.flag
    try {
      const { saved } = await call(generateRationale, { user_session_id, fgl_ref_red_flag_id, overwrite }, { retries: 0, signal: stop.signal })
      if (saved) rows.settle(saved)
      else rows.fail(row.flag, CHANGED)
    } catch (failure) {
      if (!stop.signal.aborted) rows.fail(row.flag, `Error generating rationale: ${isCallFailure(failure) ? failure.detail : 'An unexpected error occurred.'}`)
    }
  }

  function end({ flag }: Row): void {
    stops.current.delete(flag.fgl_ref_red_flag_id)
    setSince((now) => Object.fromEntries(Object.entries(now).filter(([id]) => Number(id) !== flag.fgl_ref_red_flag_id)))
  }

  return {
    generate,
    /** Rows that hold a person's work are left as they are. */
    generateAll: (all: Row[]) => {
      for (const row of all.filter((one) => !isPersonal(one))) generate(row, false)
    },
    stop: (row: Row) => {
      const isWaiting = line.current.some((one) => one.row.flag.fgl_ref_red_flag_id === row.flag.fgl_ref_red_flag_id)
      line.current = line.current.filter((one) => one.row.flag.fgl_ref_red_flag_id !== row.flag.fgl_ref_red_flag_id)
      stops.current.get(row.flag.fgl_ref_red_flag_id)?.abort()
      if (isWaiting) end(row)
    },
    sinceOf: ({ flag }: Row) => since[flag.fgl_ref_red_flag_id] ?? null,
    isRunning: Object.keys(since).length > 0,
  }
}

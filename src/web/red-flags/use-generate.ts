import { useEffect, useRef, useState } from 'react'
import { generateRationale } from '#contract/red-flags.ts'
import { call, isCallFailure } from '#web/call.ts'
import type { Row } from './rows.ts'
import type { Rows } from './use-rows.ts'

const CHANGED = 'Somebody changed this row meanwhile: the draft was not put here.'

/** Drafts under way, one for each row at most: since when, and the way to stop it. */
export function useGenerate(user_session_id: number, rows: Rows) {
  const [since, setSince] = useState<Record<number, number>>({})
  const stops = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  async function generate(row: Row, overwrite: boolean): Promise<void> {
    const { fgl_ref_red_flag_id } = row.flag
    const stop = new AbortController()
    stops.current.set(fgl_ref_red_flag_id, stop)
    setSince((now) => ({ ...now, [fgl_ref_red_flag_id]: Date.now() }))
    rows.fail(row.flag, '')
    try {
      const { saved } = await call(generateRationale, { user_session_id, fgl_ref_red_flag_id, overwrite }, { retries: 0, signal: stop.signal })
      if (saved) rows.settle(saved)
      else rows.fail(row.flag, CHANGED)
    } catch (failure) {
      if (!stop.signal.aborted) rows.fail(row.flag, `Error generating rationale: ${isCallFailure(failure) ? failure.detail : 'An unexpected error occurred.'}`)
    } finally {
      stops.current.delete(fgl_ref_red_flag_id)
      setSince((now) => Object.fromEntries(Object.entries(now).filter(([id]) => Number(id) !== fgl_ref_red_flag_id)))
    }
  }

  return {
    generate,
    stop: ({ flag }: Row) => stops.current.get(flag.fgl_ref_red_flag_id)?.abort(),
    sinceOf: ({ flag }: Row) => since[flag.fgl_ref_red_flag_id] ?? null,
    isRunning: Object.keys(since).length > 0,
  }
}

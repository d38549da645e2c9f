import type { Logger } from 'pino'
import type { Db } from '#server/db/connect.ts'
import { rescheduleFromFuture, findClock, holdThroughJump, type ClockJump } from './clock-store.ts'

/** A clock this far from where it should be has jumped. */
const JUMP_MS = 5_000
/** How long a clock reading can be relied on; a claim that arrives later may follow a jump. */
const RELIABLE_MS = 30_000
/** How often to check for emails queued while the clock was ahead, which would otherwise wait until that time. */
const EVERY_MS = 60_000

/**
 * Called before anything else is sent when the database's clock has jumped forward or back. Runs before emails are locked, because undo also locks
 * its decision first.
 */
export type OnClockJump = (tx: Db, jump: ClockJump) => Promise<void>

type Deps = { db: Db; log: Logger; onClockJump: OnClockJump }

/** Keeps the delays of pending emails correct when the database's clock jumps. */
export function openClockWatch({ db, log, onClockJump }: Deps) {
  let last: Reading | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  async function pass(jump: ClockJump): Promise<void> {
    log.warn({ seconds: Math.round(jump.byMs / 1000) }, "the database's clock has jumped: emails wait as long as before")
    if (jump.byMs < 0) checkedAt = Number.NEGATIVE_INFINITY
    await db.transaction(async (tx) => {
      await onClockJump(tx, jump)
      if (jump.byMs > 0) await holdThroughJump(tx, jump)
    })
  }

  return {
    /**
     * Reads the clock and handles any jump since the last reading; if that fails, the next reading detects it again. Returns the time (epoch
     * milliseconds) until which this reading is reliable.
     */
    async look(): Promise<number> {
      const before = performance.now()
      const now = { clock: await findClock(db), before, after: performance.now() }
      const jump = last && jumpBetween(last, now)
      if (jump) await pass(jump)
      last = now
      return now.clock + RELIABLE_MS
    },
    /** Reschedules emails from a future time that the clock has since left. */
    async bringBack(): Promise<void> {
      if (performance.now() - checkedAt <= EVERY_MS) return
      checkedAt = performance.now()
      await rescheduleFromFuture(db)
    },
  }
}

/** The database's clock, read between two readings of this process's monotonic clock, which never jumps. */
type Reading = { clock: number; before: number; after: number }

/** Subtracts response times, so a slow database doesn't look like a jump. */
function jumpBetween(last: Reading, now: Reading): ClockJump | null {
  const passed = now.clock - last.clock
  const [least, most] = [now.before - last.after, now.after - last.before]
  if (passed >= least - JUMP_MS && passed <= most + JUMP_MS) return null
  return { from: last.clock, byMs: passed - (least + most) / 2 }
}

import type { Logger } from 'pino'
import type { Db } from '#server/db/connect.ts'
import { bringBackFromFuture, findClock, holdThroughJump, type ClockJump } from './clock-store.ts'

/** A clock this far from where it should be has jumped. */
const JUMP_MS = 5_000
/** A claim that arrives this long after the clock was read may be on a clock that has jumped in between. */
const HOLDS_MS = 30_000
/** How often to check for emails that were queued while the clock was ahead and would otherwise wait until that time. */
const EVERY_MS = 60_000

/**
 * Called when the database's clock has gone forward by more than time has, or back, before anything else is sent. It runs before emails are locked,
 * because an undo locks its decision first, too.
 */
export type OnClockJump = (tx: Db, jump: ClockJump) => Promise<void>

type Needed = { db: Db; log: Logger; onClockJump: OnClockJump }

/** Makes waiting emails independent of jumps of the database's clock. */
export function openClockWatch({ db, log, onClockJump }: Needed) {
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
     * Reads the clock and deals with a jump since the last reading; if that fails, the next reading finds the jump again. Returns the time (epoch
     * milliseconds) up to which this reading can be relied on.
     */
    async look(): Promise<number> {
      const before = performance.now()
      const now = { clock: await findClock(db), before, after: performance.now() }
      const jump = last && jumpBetween(last, now)
      if (jump) await pass(jump)
      last = now
      return now.clock + HOLDS_MS
    },
    /** Brings emails back from a future that the clock has left. */
    async bringBack(): Promise<void> {
      if (performance.now() - checkedAt <= EVERY_MS) return
      checkedAt = performance.now()
      await bringBackFromFuture(db)
    },
  }
}

/** The database's clock, read between two moments of this process's monotonic clock, which never jumps. */
type Reading = { clock: number; before: number; after: number }

/** Leaves out the time that the responses took, so a slow database doesn't look like a jump. */
function jumpBetween(last: Reading, now: Reading): ClockJump | null {
  const passed = now.clock - last.clock
  const [least, most] = [now.before - last.after, now.after - last.before]
  if (passed >= least - JUMP_MS && passed <= most + JUMP_MS) return null
  return { from: last.clock, byMs: passed - (least + most) / 2 }
}

import type { ClaimedEmail } from './store.ts'

/** Emails delivered in parallel, each over its own connection, so a stalled one doesn't block the others. */
export const LANES = { lanes: 4, most: 4 }
/**
 * Only for sign-in codes: someone is waiting for each one, no matter how many other emails are queued. While a slow server stalls some, the next ones
 * are still sent.
 */
export const URGENT_LANES = { lanes: 4, most: 32 }
const HOLDS_LANE_MS = 1_000

/** Starts deliveries while a lane is free, up to `most` at once. A delivery that takes longer than a second frees its lane for the next one. */
export function openLanes({ lanes, most }: { lanes: number; most: number }, deliver: (email: ClaimedEmail) => Promise<void>, onFree: () => void) {
  const inProgress = new Set<Promise<void>>()
  const inLanes = new Set<number>()
  return {
    inProgress,
    free: () => Math.min(lanes - inLanes.size, most - inProgress.size),
    launch(email: ClaimedEmail): void {
      const leave = () => {
        inLanes.delete(email.email_id)
        onFree()
      }
      inLanes.add(email.email_id)
      const timer = setTimeout(leave, HOLDS_LANE_MS)
      const delivery = deliver(email).finally(() => {
        clearTimeout(timer)
        inProgress.delete(delivery)
        leave()
      })
      inProgress.add(delivery)
    },
  }
}

/** A sleep that wakes on notify, even on one that came before it. */
export function openAlarm() {
  let hasRung = false
  let rouse = () => {}
  return {
    ring() {
      hasRung = true
      rouse()
    },
    async nap(longestMs: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs)
          rouse = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasRung = false
    },
  }
}

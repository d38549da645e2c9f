import type { Services } from '#server/services.ts'
import { deliver, LEASE_SECONDS, type Desk, type OnDeferred, type OnSettled } from './deliver.ts'
import { bringBackFromFuture, claimDueEmails, type ClaimedEmail } from './store.ts'
import { canSend, openTransport } from './open-transport.ts'
import type { Transport } from './transport.ts'

/** Emails delivered in parallel, each over its own connection, so one that hangs doesn't hold up the others. */
const LANES = { lanes: 4, most: 4 }
/**
 * Only for sign-in codes: someone is waiting for each one, no matter how many other emails there are. While a slow server holds some, the next ones
 * are still sent.
 */
const URGENT_LANES = { lanes: 4, most: 32 }
const HOLDS_LANE_MS = 1_000
const IDLE_MS = 1_000
/** How long active deliveries get to finish when the process stops. */
const STOP_MS = 7_000
const ALIVE_MS = 30_000
/** How often to check for emails that were queued while the clock was ahead and would otherwise wait until that time. */
const CLOCK_EVERY_MS = 60_000

type Needed = Pick<Services, 'database' | 'env' | 'keys' | 'log'> & { transport?: Transport; onSettled?: OnSettled; onDeferred?: OnDeferred }

/**
 * Sends the emails that are due. Any number of processes can do this on one database: an email is leased before it's sent, and only the lease holder
 * records the outcome. A crash between the server's acceptance and that record can cause a duplicate with the same Message-ID.
 */
export function openOutbox({
  database: { db },
  env,
  keys,
  log,
  transport = openTransport({ db, env, keys }),
  onSettled = async () => {},
  onDeferred = () => {},
}: Needed) {
  const interrupt = new AbortController()
  const desk: Desk = { db, log, keys, transport, onSettled, onDeferred, interrupt: interrupt.signal }
  const worker = openWorker(desk, () => canSend(env))
  let working: Promise<void> | undefined

  return {
    start() {
      working ??= worker.work()
    },
    /** Stops claiming emails and lets active deliveries finish; after a few seconds, returns them to the queue. */
    async stop() {
      worker.close()
      await working
      const timer = setTimeout(() => interrupt.abort(), STOP_MS)
      await worker.finished()
      clearTimeout(timer)
    },
    /** Attempts every email that's due now; returns how many there were. */
    async sendDue(): Promise<number> {
      for (let tried = 0; ;) {
        const claimed = [...(await worker.claim(URGENT_LANES.lanes, true)), ...(await worker.claim(LANES.lanes, false))]
        if (claimed.length === 0) return tried
        await Promise.all(claimed.map((email) => deliver(desk, email)))
        tried += claimed.length
      }
    },
    isAlive: worker.isAlive,
  }
}

/** Looks for due emails and delivers as many at a time as there are lanes. */
function openWorker(desk: Desk, isOpen: () => boolean) {
  const stopping = new AbortController()
  const alarm = openAlarm()
  const [urgent, others] = [openLanes(desk, URGENT_LANES, alarm.ring), openLanes(desk, LANES, alarm.ring)]
  let lookedAt = performance.now()
  let clockCheckedAt = Number.NEGATIVE_INFINITY

  async function claim(most: number, isUrgent: boolean): Promise<ClaimedEmail[]> {
    if (performance.now() - clockCheckedAt > CLOCK_EVERY_MS) {
      clockCheckedAt = performance.now()
      await bringBackFromFuture(desk.db)
    }
    const claimed = most > 0 && isOpen() ? await claimDueEmails(desk.db, most, { leaseSeconds: LEASE_SECONDS, urgent: isUrgent }) : []
    lookedAt = performance.now()
    return claimed
  }
  const claimSafely = (most: number, isUrgent: boolean) => claim(most, isUrgent).catch((fault: ReadFault) => withoutClaim(desk, fault))

  return {
    claim,
    async work(): Promise<void> {
      while (!stopping.signal.aborted) {
        for (const email of await claimSafely(urgent.free(), true)) urgent.launch(email)
        const free = others.free()
        const claimed = await claimSafely(free, false)
        for (const email of claimed) others.launch(email)
        if (claimed.length < free || free === 0) await alarm.nap(IDLE_MS)
      }
    },
    close() {
      stopping.abort()
      alarm.ring()
    },
    finished: () => Promise.all([...urgent.underWay, ...others.underWay]),
    isAlive: () => !stopping.signal.aborted && performance.now() - lookedAt < ALIVE_MS,
  }
}

/** Starts deliveries while a lane is free, at most `most` at once. A delivery that takes longer than a second gives its lane to the next one. */
function openLanes(desk: Desk, { lanes, most }: { lanes: number; most: number }, onFree: () => void) {
  const underWay = new Set<Promise<void>>()
  const inLanes = new Set<number>()
  return {
    underWay,
    free: () => Math.min(lanes - inLanes.size, most - underWay.size),
    launch(email: ClaimedEmail): void {
      const leave = () => {
        inLanes.delete(email.email_id)
        onFree()
      }
      inLanes.add(email.email_id)
      const timer = setTimeout(leave, HOLDS_LANE_MS)
      const delivery = deliver(desk, email).finally(() => {
        clearTimeout(timer)
        underWay.delete(delivery)
        leave()
      })
      underWay.add(delivery)
    },
  }
}

/** Sleep that wakes on notify, including one that came earlier. */
function openAlarm() {
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

type ReadFault = { code?: string; cause?: { code?: string } }

function withoutClaim({ log }: Desk, fault: ReadFault): ClaimedEmail[] {
  log.warn({ code: fault.code ?? fault.cause?.code }, 'the outbox could not be read')
  return []
}

import type { Services } from '#server/services.ts'
import { deliver, LEASE_SECONDS, type Desk, type OnDeferred, type OnSettled } from './deliver.ts'
import { claimDueEmails, type ClaimedEmail } from './store.ts'
import { openTransport } from './open-transport.ts'
import type { Transport } from './transport.ts'

/** Emails being delivered at once, each over its own connection, so one that hangs doesn't hold up the others. */
const LANES = 4
/** Only for sign-in codes: someone waits for each, however many other emails there are. */
const URGENT_LANES = 2
const IDLE_MS = 1_000
/** How long deliveries under way may take to finish when the process stops. */
const STOP_MS = 7_000
const ALIVE_MS = 30_000

type Needed = Pick<Services, 'database' | 'env' | 'keys' | 'log'> & { transport?: Transport; onSettled?: OnSettled; onDeferred?: OnDeferred }

/**
 * Sends the emails that are due. Any number of processes may do so on one database: an email is leased before it's sent, and only the
 * lease's holder records the outcome. A crash between the server's acceptance and that record can cause a second copy, with the same
 * Message-ID.
 */
export function openOutbox({ database: { db }, env, keys, log, transport = openTransport(env), onSettled = async () => {}, onDeferred = () => {} }: Needed) {
  const interrupt = new AbortController()
  const desk: Desk = { db, log, keys, transport, onSettled, onDeferred, interrupt: interrupt.signal }
  const lanes = openLanes(desk)
  let working: Promise<void> | undefined

  return {
    start() {
      working ??= lanes.work()
    },
    /** Takes no more emails and lets deliveries under way finish; after some seconds, returns them to the queue. */
    async stop() {
      lanes.close()
      await working
      const timer = setTimeout(() => interrupt.abort(), STOP_MS)
      await lanes.finished()
      clearTimeout(timer)
    },
    /** Tries every email that's due now; returns how many there were. */
    async sendDue(): Promise<number> {
      for (let tried = 0; ;) {
        const claimed = [...(await lanes.claim(URGENT_LANES, true)), ...(await lanes.claim(LANES, false))]
        if (claimed.length === 0) return tried
        await Promise.all(claimed.map((email) => deliver(desk, email)))
        tried += claimed.length
      }
    },
    isAlive: lanes.isAlive,
  }
}

/** Delivers up to `LANES` emails at a time. */
function openLanes(desk: Desk) {
  const underWay = new Set<Promise<void>>()
  let urgentUnderWay = 0
  const stopping = new AbortController()
  const alarm = openAlarm()
  let lookedAt = performance.now()

  async function claim(most: number, urgent: boolean): Promise<ClaimedEmail[]> {
    const claimed = most > 0 ? await claimDueEmails(desk.db, most, { leaseSeconds: LEASE_SECONDS, urgent }) : []
    lookedAt = performance.now()
    return claimed
  }

  function launch(email: ClaimedEmail, urgent: boolean): void {
    urgentUnderWay += urgent ? 1 : 0
    const delivery = deliver(desk, email).finally(() => {
      underWay.delete(delivery)
      urgentUnderWay -= urgent ? 1 : 0
      alarm.ring()
    })
    underWay.add(delivery)
  }

  return {
    claim,
    async work(): Promise<void> {
      while (!stopping.signal.aborted) {
        for (const email of await claim(URGENT_LANES - urgentUnderWay, true).catch((fault: ReadFault) => withoutClaim(desk, fault))) launch(email, true)
        const free = LANES - (underWay.size - urgentUnderWay)
        const claimed = await claim(free, false).catch((fault: ReadFault) => withoutClaim(desk, fault))
        for (const email of claimed) launch(email, false)
        if (claimed.length < free || free === 0) await alarm.nap(IDLE_MS)
      }
    },
    close() {
      stopping.abort()
      alarm.ring()
    },
    finished: () => Promise.all(underWay),
    isAlive: () => !stopping.signal.aborted && performance.now() - lookedAt < ALIVE_MS,
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

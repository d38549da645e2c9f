import type { Services } from '#server/services.ts'
import type { Logger } from 'pino'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { isConnectionError, isTimeout, type Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { OUTBOX_PURPOSES } from './outbox-purposes.ts'
import { ANY_OF_OURS, applicantSeal, interviewSeal, unseal } from './sealed.ts'
import { DEAD_ADDRESS, NOT_A_MESSAGE, NOT_CHECKED, OBSOLETE } from './smtp-error.ts'
import { openClockWatch, type OnClockJump } from './clock/clock-watch.ts'
import {
  claimDueEmails,
  isWithdrawn,
  type ClaimedEmail,
  lockApplicantOf,
  LONGEST_RETRY_SECONDS,
  markInDoubt,
  releaseInDoubt,
  setFailed,
  setObsolete,
  setRetry,
  setSent,
} from './store.ts'
import { LANES, openAlarm, openLanes, URGENT_LANES } from './lanes.ts'
import { canSend, openTransport } from './open-transport.ts'
import type { Transport, Cause, Delivery } from './transport.ts'

const IDLE_MS = 1_000
/** How long active deliveries get to finish when the process stops. */
const STOP_MS = 7_000
const ALIVE_MS = 30_000

type Deps = Pick<Services, 'database' | 'env' | 'keys' | 'log'> & {
  transport?: Transport
  onSettled?: OnSettled
  onDeferred?: OnDeferred
  isStillWanted?: IsStillWanted
  onClockJump?: OnClockJump
}

/**
 * Sends the emails that are due. Any number of processes can share one database: an email is leased before it's sent, and only the lease holder
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
  isStillWanted = async () => true,
  onClockJump = async () => {},
}: Deps) {
  const interrupt = new AbortController()
  const desk: Context = { db, log, keys, transport, onSettled, onDeferred, isStillWanted, onClockJump, interrupt: interrupt.signal }
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
      for (let triedCount = 0; ;) {
        const claimed = [...(await worker.claim(URGENT_LANES.lanes, true)), ...(await worker.claim(LANES.lanes, false))]
        if (claimed.length === 0) return triedCount
        await Promise.all(claimed.map((email) => deliver(desk, email)))
        triedCount += claimed.length
      }
    },
    isAlive: worker.isAlive,
  }
}

/** Looks for due emails and delivers as many at a time as there are lanes. */
function openWorker(desk: Context, isOpen: () => boolean) {
  const stopping = new AbortController()
  const alarm = openAlarm()
  const [urgent, others] = [openLanes(URGENT_LANES, (email) => deliver(desk, email), alarm.ring), openLanes(LANES, (email) => deliver(desk, email), alarm.ring)]
  const watch = openClockWatch(desk)
  let lookedAt = performance.now()

  async function claim(most: number, isUrgent: boolean, latest?: number): Promise<ClaimedEmail[]> {
    await watch.bringBack()
    const claimed = most > 0 && isOpen() ? await claimDueEmails(desk.db, most, { leaseSeconds: LEASE_SECONDS, urgent: isUrgent, latest }) : []
    lookedAt = performance.now()
    return claimed
  }
  async function claimSafely(most: number, isUrgent: boolean): Promise<ClaimedEmail[]> {
    try {
      return await claim(most, isUrgent, await watch.look())
    } catch (error) {
      return withoutClaim(desk, error as ReadError)
    }
  }

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
    finished: () => Promise.all([...urgent.inProgress, ...others.inProgress]),
    isAlive: () => !stopping.signal.aborted && performance.now() - lookedAt < ALIVE_MS,
  }
}

type ReadError = { code?: string; cause?: { code?: string } }

function withoutClaim({ log }: Context, error: ReadError): ClaimedEmail[] {
  log.warn({ code: error.code ?? error.cause?.code }, 'the outbox could not be read')
  return []
}

/** Longer than sending a message takes. `markInDoubt` gives more time to a server that's slow to confirm. */
const LEASE_SECONDS = 120
/** A server that takes longer than this to confirm is slow: the email counts as in doubt until the server responds. */
const SLOW_MS = 5_000
const RETRY_WRITE_MS = 500

/** Called in the same transaction as the final state; `dropped` if an email was withdrawn during an attempt that didn't deliver it. */
type OnSettled = (tx: Db, email: ClaimedEmail, state: 'sent' | 'failed' | 'dropped') => Promise<void>
/** Called after each attempt that will be retried. */
type OnDeferred = (email: ClaimedEmail, cause: Cause) => void

/** Asked right before each attempt; if it isn't, the email is withdrawn. */
type IsStillWanted = (services: Pick<Services, 'db' | 'keys'>, email: ClaimedEmail) => Promise<boolean>

type Context = {
  db: Db
  log: Logger
  keys: Keys
  transport: Transport
  onSettled: OnSettled
  onDeferred: OnDeferred
  isStillWanted: IsStillWanted
  onClockJump: OnClockJump
  interrupt: AbortSignal
}

/** Sends one leased email and records the outcome. Never throws. */
async function deliver(desk: Context, email: ClaimedEmail): Promise<void> {
  const startedAt = performance.now()
  const doubt = openDoubt(desk, email)
  const delivery = await send(desk, email, doubt.begin).catch((): Delivery => NOT_A_MESSAGE)
  const isMarked = await doubt.end()
  const logFields = { email_id: email.email_id, purpose: email.purpose, tries: email.tries, ms: Math.round(performance.now() - startedAt) }
  try {
    const state = await retryWrite(desk, startedAt, () => settle(desk, email, { ...delivery, isMarked }))
    if (!delivery.sent && !delivery.final && state === 'queued') desk.onDeferred(email, delivery.cause)
    desk.log.info({ ...logFields, state, ...(!delivery.sent && { reason: delivery.reason }) }, 'email tried')
  } catch (error) {
    desk.log.error({ ...logFields, code: codeOf(error) }, 'the outcome of an email could not be saved: it is tried again when its lease ends')
  }
}

/** Marks an email as in doubt while its server is slow, so it isn't resent right away after a crash. */
function openDoubt({ db }: Context, email: ClaimedEmail) {
  let timer: NodeJS.Timeout | undefined
  let marking: Promise<boolean> | undefined
  const mark = () => (marking = markInDoubt(db, email).catch(() => false))
  return {
    begin: () => void (timer = setTimeout(mark, SLOW_MS)),
    /** Returns whether the doubt was recorded in the database. */
    end: async () => {
      clearTimeout(timer)
      return (await marking) ?? false
    },
  }
}

async function send(desk: Context, email: ClaimedEmail, onWhole: () => void): Promise<Delivery> {
  const { transport, keys, interrupt } = desk
  if (email.is_dead) return DEAD_ADDRESS
  const isWanted = await desk.isStillWanted(desk, email).catch(() => null)
  if (isWanted !== true) return isWanted === null ? NOT_CHECKED : OBSOLETE
  const unsealing = sealsOpenedIn(email)
  if (unsealing === null) return transport.send(email, interrupt, onWhole)
  return transport.send(
    { ...email, text: unseal(keys, email.text, { opened: unsealing }), html: unseal(keys, email.html, { opened: unsealing, written: escapeHtml }) },
    interrupt,
    onWhole,
  )
}

/** Returns what its sealed values have to be sealed for; null if it can't contain any. */
function sealsOpenedIn({ purpose, user_session_id }: ClaimedEmail): string | null {
  const { opens } = OUTBOX_PURPOSES[purpose]
  if (opens === 'ours') return ANY_OF_OURS
  if (opens === null || user_session_id === null) return null
  return opens === 'its applicant' ? applicantSeal(user_session_id) : interviewSeal(user_session_id)
}

type Outcome = Delivery & { isMarked: boolean }

/**
 * A long-held lock on the applicant's row, or a clock jump, can make a statement time out early. After this long, another try could outlast the
 * lease, and the email would be sent again.
 */
const SETTLE_AGAIN_MS = 20_000
const MAX_SETTLE_ATTEMPTS = 3

async function settle(desk: Context, email: ClaimedEmail, delivery: Outcome): Promise<Awaited<ReturnType<typeof write>>> {
  const startedAt = performance.now()
  for (let tries = 1; ; tries++) {
    const mayTryAgain = () => tries < MAX_SETTLE_ATTEMPTS && performance.now() - startedAt < SETTLE_AGAIN_MS && !desk.interrupt.aborted
    const outcome = await trySettling(desk, email, delivery, mayTryAgain)
    if (outcome !== 'again') return outcome
  }
}

async function trySettling({ db, log, onSettled }: Context, email: ClaimedEmail, delivery: Outcome, mayTryAgain: () => boolean) {
  try {
    return await db.transaction(async (tx) => {
      await lockApplicantOf(tx, email)
      const state = await write(tx, email, delivery)
      if (state === 'sent' || state === 'failed') await onSettled(tx, email, state)
      else if (state === null && !delivery.sent && (await isWithdrawn(tx, email))) await onSettled(tx, email, 'dropped')
      return state
    })
  } catch (error) {
    if (isConnectionError(error)) throw error
    if (isTimeout(error) && mayTryAgain()) return 'again' as const
    // Even if recording the outcome failed, a sent email must not be sent again.
    log.error({ email_id: email.email_id, code: codeOf(error) }, 'the outcome of an email could not be passed on')
    return write(db, email, delivery)
  }
}

async function write(db: Db, email: ClaimedEmail, delivery: Outcome) {
  if (delivery.sent) return (await setSent(db, email)) ? 'sent' : null
  if (delivery.final && 'isObsolete' in delivery) {
    await setObsolete(db, email)
    return null
  }
  if (delivery.final) return (await setFailed(db, email, delivery)) ? 'failed' : null
  if (delivery.isInDoubt) {
    if (!delivery.isMarked) await markInDoubt(db, email)
    return releaseInDoubt(db, email, delivery.reason)
  }
  return setRetry(db, email, { last_error: delivery.reason, delaySeconds: secondsUntilNextTry(email.tries) })
}

const FIRST_SECONDS = 2

/** Returns the seconds until the next attempt after `tries`: random within a growing range, so emails that failed together spread out. */
function secondsUntilNextTry(tries: number): number {
  const span = Math.min(LONGEST_RETRY_SECONDS, FIRST_SECONDS * 2 ** Math.min(tries - 1, 20))
  return 1 + Math.random() * span
}

/** Retries so that a brief database outage doesn't cause a duplicate email. */
async function retryWrite<T>({ interrupt }: Context, startedAt: number, settled: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await settled()
    } catch (error) {
      const isLeased = performance.now() - startedAt < (LEASE_SECONDS - 10) * 1000
      if (!isConnectionError(error) || !isLeased || interrupt.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_WRITE_MS))
    }
  }
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code
}

import type { Logger } from 'pino'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { isConnectionFault, type Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { OUTBOX_PURPOSES } from './outbox-purposes.ts'
import { ANY_OF_OURS, applicantSeal, interviewSeal, unseal } from './sealed.ts'
import { DEAD_ADDRESS, NOT_A_MESSAGE } from './smtp-fault.ts'
import { markInDoubt, releaseInDoubt, setFailed, setSent, setRetry, type ClaimedEmail } from './store.ts'
import type { Cause, Delivery, Transport } from './transport.ts'

/** Longer than sending a message takes. `markInDoubt` gives more time to a server that's slow to confirm. */
export const LEASE_SECONDS = 120
/** A server that takes longer than this to confirm is slow: the email counts as in doubt until the server responds. */
const SLOW_MS = 5_000
const WRITE_AGAIN_MS = 500

/** Called in the same transaction as the final state. */
export type OnSettled = (tx: Db, email: ClaimedEmail, state: 'sent' | 'failed') => Promise<void>
/** Called after each attempt that will be retried. */
export type OnDeferred = (email: ClaimedEmail, cause: Cause) => void

export type Desk = { db: Db; log: Logger; keys: Keys; transport: Transport; onSettled: OnSettled; onDeferred: OnDeferred; interrupt: AbortSignal }

/** Sends one leased email and records the outcome. Doesn't throw. */
export async function deliver(desk: Desk, email: ClaimedEmail): Promise<void> {
  const startedAt = performance.now()
  const doubt = openDoubt(desk, email)
  const delivery = await send(desk, email, doubt.begin).catch((): Delivery => NOT_A_MESSAGE)
  const isMarked = await doubt.end()
  const about = { email_id: email.email_id, purpose: email.purpose, tries: email.tries, ms: Math.round(performance.now() - startedAt) }
  try {
    const state = await insist(desk, startedAt, () => settle(desk, email, { ...delivery, isMarked }))
    if (!delivery.sent && !delivery.final && state === 'queued') desk.onDeferred(email, delivery.cause)
    desk.log.info({ ...about, state, ...(!delivery.sent && { reason: delivery.reason }) }, 'email tried')
  } catch (fault) {
    desk.log.error({ ...about, code: codeOf(fault) }, 'the outcome of an email could not be saved: it is tried again when its lease ends')
  }
}

/** Marks an email as in doubt while its server is slow, so it isn't resent right away after a crash. */
function openDoubt({ db }: Desk, email: ClaimedEmail) {
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

async function send({ transport, keys, interrupt }: Desk, email: ClaimedEmail, onWhole: () => void): Promise<Delivery> {
  if (email.is_dead) return DEAD_ADDRESS
  const opened = sealsOpenedIn(email)
  if (opened === null) return transport.send(email, interrupt, onWhole)
  return transport.send(
    { ...email, text: unseal(keys, email.text, { opened }), html: unseal(keys, email.html, { opened, written: escapeHtml }) },
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

async function settle({ db, log, onSettled }: Desk, email: ClaimedEmail, delivery: Outcome) {
  try {
    return await db.transaction(async (tx) => {
      const state = await write(tx, email, delivery)
      if (state === 'sent' || state === 'failed') await onSettled(tx, email, state)
      return state
    })
  } catch (fault) {
    if (isConnectionFault(fault)) throw fault
    // Even if recording the outcome failed, a sent email must not be sent again.
    log.error({ email_id: email.email_id, code: codeOf(fault) }, 'the outcome of an email could not be passed on')
    return write(db, email, delivery)
  }
}

async function write(db: Db, email: ClaimedEmail, delivery: Outcome) {
  if (delivery.sent) return (await setSent(db, email)) ? 'sent' : null
  if (delivery.final) return (await setFailed(db, email, delivery)) ? 'failed' : null
  if (delivery.isInDoubt) {
    if (!delivery.isMarked) await markInDoubt(db, email)
    return releaseInDoubt(db, email, delivery.reason)
  }
  return setRetry(db, email, { last_error: delivery.reason, delaySeconds: secondsUntilNextTry(email.tries) })
}

const FIRST_SECONDS = 2
const LONGEST_SECONDS = 300

/** Returns the seconds until the next attempt after `tries`: random within a growing range, so emails that failed together spread out. */
function secondsUntilNextTry(tries: number): number {
  const span = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(tries - 1, 20))
  return 1 + Math.random() * span
}

/** Retries so that a brief database outage doesn't cause a duplicate email. */
async function insist<T>({ interrupt }: Desk, startedAt: number, settled: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await settled()
    } catch (fault) {
      const isLeased = performance.now() - startedAt < (LEASE_SECONDS - 10) * 1000
      if (!isConnectionFault(fault) || !isLeased || interrupt.aborted) throw fault
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS))
    }
  }
}

function codeOf(fault: unknown): string | undefined {
  const { code, cause } = fault as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code
}

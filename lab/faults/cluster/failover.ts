import { setTimeout as pause } from 'node:timers/promises'
import { applyOnce, ask, openLedger, type Ledger, type Reply } from '../client.ts'
import { round } from '../fault.ts'
import { readApplications, runClients, checkApplications, type Applications } from '../stage.ts'
import { openClusterStage, type ClusterStage } from './cluster-stage.ts'

const CLIENTS_A_WAY = 2
const BEFORE_MS = 4_000
const AFTER_MS = 4_000
const LONGEST_OUTAGE_MS = 60_000
/** Emails leased by a process that lost its connection are sent once their two-minute lease expires. */
const MAILED_WITHIN_MS = 140_000
const PROCEED = 2
const SUBMITTED = 5

export type Outage = { way: string; ms: number }
export type Failover = Applications & {
  /** Each process's longest time without an acknowledged write. */
  outages: Outage[]
  interrupted: number
  audit: string
  mails: { sent: number; twice: number; unsent: number }
  decided: { acknowledged: number; missing: number }
  /** The nodes that accepted writes before and after. */
  moved: [string, string]
  note: string
}

type Disturbance = { note?: string; repair?: () => void }
type FailoverInput = { databases: 2 | 3; synchronous?: boolean; disturb: (stage: ClusterStage) => Promise<Disturbance> }

/** Runs three processes under load while `disturb` happens to their cluster, then compares what people were told with what's stored. */
export async function failOver({ disturb, ...how }: FailoverInput): Promise<Failover> {
  const stage = await openClusterStage(how)
  try {
    const load = startLoad(stage)
    await pause(BEFORE_MS)
    const before = (await stage.cluster.primary()).name
    const [began, done] = [performance.now(), await disturb(stage)]
    await load.untilAllWrite(began)
    await pause(AFTER_MS)
    await load.stop()
    done.repair?.()
    await stage.cluster.settled()
    const mails = await waitForEmails(stage)
    return {
      ...asSubmitted(await readApplications(stage, load.ledger)),
      outages: load.outages(began),
      interrupted: load.interrupted(),
      audit: await stage.proveAudit(),
      mails,
      decided: await readDecisions(stage, load.decided),
      moved: [before, (await stage.cluster.primary()).name],
      note: done.note ?? '',
    }
  } finally {
    await stage.close()
  }
}

/** Counts decided applications as submitted, because the decisions are checked separately. */
const asSubmitted = (seen: Applications): Applications => ({
  ...seen,
  stored: seen.stored.map((row) => ({ ...row, status: row.status === PROCEED ? SUBMITTED : row.status })),
})

/** A 502 or 503 leaves the outcome unknown, like a lost response; the form sends the same request again. */
class Unavailable extends Error {}
const requireOutcome = (reply: Reply | null): Reply | null => {
  if (reply === null || reply.status >= 500) throw new Unavailable()
  return reply
}

function startLoad(stage: ClusterStage) {
  const ledger = openLedger()
  const decided = new Set<number>()
  const acks = stage.products.map(() => [performance.now()])
  let interrupted = 0
  const clients = stage.products.map(({ product }, way) =>
    runClients(CLIENTS_A_WAY, async (at) => {
      const email = `way-${way}-${at}@example.com`
      const onWrite = () => void acks[way]!.push(performance.now())
      const isDone = await applyAndDecide({ url: product.url, stage, email, ledger, decided, isDecided: at % 3 === 0, onWrite })
      if (!isDone) interrupted++
      await pause(isDone ? 20 : 200)
    }),
  )
  const lastOf = (way: number) => acks[way]!.at(-1)!
  return {
    ledger,
    decided,
    interrupted: () => interrupted,
    /** Waits until each process has been writing for two seconds since its last interruption. */
    async untilAllWrite(began: number) {
      for (const deadline = began + LONGEST_OUTAGE_MS; performance.now() < deadline; await pause(100)) {
        const isBack = acks.every((times) => longestGap(times, began).end > 0 && performance.now() - longestGap(times, began).end > 2_000)
        if (isBack && acks.every((_, way) => performance.now() - lastOf(way) < 1_000) && performance.now() - began > 8_000) return
      }
    },
    outages: (began: number) => acks.map((times, way) => ({ way: stage.products[way]!.way, ms: longestGap(times, began).ms })),
    stop: async () => void (await Promise.all(clients.map((one) => one.stop()))),
  }
}

type Turn = { url: string; stage: ClusterStage; email: string; ledger: Ledger; decided: Set<number>; isDecided: boolean; onWrite: () => void }

async function applyAndDecide({ url, stage, email, ledger, decided, isDecided, onWrite }: Turn): Promise<boolean> {
  const reply = await ledger.note(email, async () => requireOutcome(await applyOnce(url, stage.role, email)))
  if (reply?.status !== 200) return false
  onWrite()
  if (!isDecided) return true
  const { user_session_id } = reply.body as { user_session_id: number }
  const body = { user_session_id, ref_application_status_id: PROCEED }
  const moved = await ask(`${url}/api/user-session/update_status`, { token: stage.token, body }).catch(() => null)
  if (moved?.status !== 200) return false
  decided.add(user_session_id)
  onWrite()
  return true
}

/** Returns the longest time between two acknowledged writes since `began`, starting with the last one before it. */
function longestGap(times: number[], began: number): { ms: number; end: number } {
  const since = times.slice(Math.max(0, times.findIndex((time) => time >= began) - 1))
  const gaps = since.slice(1).map((end, at) => ({ ms: end - since[at]!, end }))
  return gaps.toSorted((a, b) => b.ms - a.ms)[0] ?? { ms: LONGEST_OUTAGE_MS, end: 0 }
}

async function readDecisions(stage: ClusterStage, decided: Set<number>): Promise<Failover['decided']> {
  const rows = await stage.ask<{ id: number }>(`select user_session_id as id from status_change where to_status_id = ${PROCEED}`)
  const stored = new Set(rows.map((row) => row.id))
  return { acknowledged: decided.size, missing: [...decided].filter((id) => !stored.has(id)).length }
}

async function waitForEmails({ ask: query, mails }: ClusterStage): Promise<Failover['mails']> {
  const unsent = async () => (await query<{ n: number }>(`select count(*)::int as n from email_outbox where state <> 'sent'`))[0]!.n
  let waiting = await unsent()
  for (const deadline = Date.now() + MAILED_WITHIN_MS; waiting > 0 && Date.now() < deadline; await pause(500)) {
    await query(`update email_outbox set send_after = now() where state = 'queued' and leased_until is null`)
    waiting = await unsent()
  }
  const ids = mails.received.map((one) => one.mail.messageId)
  return { sent: ids.length, twice: ids.length - new Set(ids).size, unsent: waiting }
}

type FailoverLimits = { withinMs: number; moves: boolean }

export function checkFailover(seen: Failover, { withinMs, moves }: FailoverLimits): string[] {
  return [
    ...checkApplications(seen),
    ...(seen.decided.missing > 0 ? [`${seen.decided.missing} acknowledged decisions are gone`] : []),
    ...(seen.decided.acknowledged === 0 ? ['no decision was acknowledged: nothing was tested'] : []),
    ...(seen.audit === 'whole' ? [] : [`the audit trail: ${seen.audit}`]),
    ...(seen.mails.twice > 0 ? [`${seen.mails.twice} emails went twice`] : []),
    ...(seen.mails.unsent > 0 ? [`${seen.mails.unsent} emails did not go`] : []),
    ...(seen.moved[0] === seen.moved[1] && moves ? ['the primary did not change: nothing was tested'] : []),
    ...seen.outages.filter(({ ms }) => ms > withinMs).map(({ way, ms }) => `${way}: no write for ${round(ms)} ms`),
  ]
}

export function describeFailover(seen: Failover): string {
  const outages = seen.outages.map(({ way, ms }) => `${way} ${(ms / 1000).toFixed(1)} s`).join(', ')
  return (
    `writes back after ${outages}; ${seen.acknowledged.length} applications and ${seen.decided.acknowledged} decisions acknowledged, ${seen.unknown.length} unknown, ` +
    `0 lost, 0 twice; ${seen.mails.sent} emails, 0 twice; audit trail whole${seen.note && `; ${seen.note}`}`
  )
}

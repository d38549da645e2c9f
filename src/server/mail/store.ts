import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { purposesWhere } from '#contract/templates/purposes.ts'
import type { Db } from '#server/db/connect.ts'
import { email_outbox, user_session } from '#server/db/tables.ts'
import { asHeader, type Email } from './email.ts'
import { CODES, OUTBOX_PURPOSES } from './outbox-purposes.ts'
import { allowAddress } from './returned-store.ts'
import { takeFromBudget, type Cause } from './recipient-store.ts'

/** The longest wait between two attempts. */
export const LONGEST_RETRY_SECONDS = 300
/** A code that arrives expired only confuses people; everything else can wait a day for the mail server. */
const TRIED_FOR_SECONDS = { code: 10 * 60, other: 24 * 60 * 60 }

export type QueuedEmail = { email_id: number; send_after: string }

/**
 * Queues an email in the transaction of the event it's about, to be sent after at least `delaySeconds`. Returns null if a candidate triggered it and
 * its recipient has reached today's limit; see `takeFromBudget`.
 */
export function insertEmail(tx: Db, email: Email, cause: 'staff' | 'system', delaySeconds?: number): Promise<QueuedEmail>
export function insertEmail(tx: Db, email: Email, cause: Cause, delaySeconds?: number): Promise<QueuedEmail | null>
export async function insertEmail(tx: Db, email: Email, cause: Cause, delaySeconds = 0): Promise<QueuedEmail | null> {
  return (await insertEmails(tx, [email], cause, delaySeconds)).get(email) ?? null
}

/** The same for several emails, in one statement. Those beyond a mailbox's limit are missing from the result. */
export async function insertEmails(tx: Db, emails: Email[], cause: Cause, delaySeconds = 0): Promise<Map<Email, QueuedEmail>> {
  const sent = new Map<string, Email>()
  for (const email of emails) if (await takeFromBudget(tx, email, cause)) sent.set(newMessageId(), email)
  if (sent.size === 0) return new Map()
  const rows = await tx
    .insert(email_outbox)
    .values([...sent].map(([message_id, email]) => ({ ...asRow(email, delaySeconds), message_id })))
    .returning({ message_id: email_outbox.message_id, email_id: email_outbox.email_id, send_after: email_outbox.send_after })
  return new Map(rows.map(({ message_id, ...queued }) => [sent.get(message_id)!, queued]))
}

function asRow(email: Email, delaySeconds: number) {
  const triedFor = TRIED_FOR_SECONDS[OUTBOX_PURPOSES[email.purpose].isCode ? 'code' : 'other']
  return {
    ...email,
    subject: asHeader(email.subject),
    to_name: asHeader(email.to_name ?? ''),
    send_after: inSeconds(delaySeconds),
    due_since: inSeconds(delaySeconds),
    give_up_at: inSeconds(delaySeconds + triedFor),
  }
}

/** Letters only: phones that detect codes in messages must not find one in the headers. */
function newMessageId(): string {
  return randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}

export type ClaimedEmail = Pick<
  typeof email_outbox.$inferSelect,
  | 'email_id'
  | 'purpose'
  | 'message_id'
  | 'to_address'
  | 'to_name'
  | 'reply_to'
  | 'unsubscribe_url'
  | 'subject'
  | 'html'
  | 'text'
  | 'calendar'
  | 'calendar_method'
  | 'tries'
  | 'user_session_id'
  | 'ref_application_status_id'
> & { /** An earlier email to this address bounced or was reported as spam, and no one has unblocked it since. */ is_dead: boolean }

/**
 * Leases up to `most` due emails: `urgent` ones (sign-in codes) or all others. Only this caller gets them until the lease expires. `tries` numbers
 * this attempt and serves as a fencing token: only the holder of the latest can record the outcome. Leases none if the clock is past `latest` (epoch
 * milliseconds), because that means it has jumped.
 */
export async function claimDueEmails(
  db: Db,
  most: number,
  { leaseSeconds, urgent, latest = null }: { leaseSeconds: number; urgent: boolean; latest?: number | null },
): Promise<ClaimedEmail[]> {
  const { rows } = await db.execute<ClaimedEmail>(sql`
    update email_outbox set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    where email_id in (
      select email_id from email_outbox
      where state = 'queued' and send_after <= now() and (${latest}::float8 is null or now() <= to_timestamp(${latest}::float8 / 1000)) and (leased_until is null or leased_until < now()) and (purpose = any(${sql.param(CODES)}::text[])) = ${urgent}
      order by send_after
      limit ${most}
      for no key update skip locked)
    returning email_id, purpose, message_id, to_address, to_name, reply_to, unsubscribe_url, subject, html, text, calendar, calendar_method, tries, user_session_id,
      ref_application_status_id,
      exists (select 1 from email_outbox dead where dead.dead_since is not null and lower(dead.to_address) = lower(email_outbox.to_address)) as is_dead`)
  return rows
}

type Try = Pick<ClaimedEmail, 'email_id' | 'tries'>

/** Locks the applicant that an email is about before the email itself, in the same order as decisions and their undo. */
export async function lockApplicantOf(tx: Db, { user_session_id }: Pick<ClaimedEmail, 'user_session_id'>): Promise<void> {
  if (user_session_id === null) return
  await tx
    .select({ one: sql`1` })
    .from(user_session)
    .where(eq(user_session.user_session_id, user_session_id))
    .for('no key update')
}

/** Also marks an email that was withdrawn while a server was accepting it. */
export async function setSent(db: Db, { email_id, tries }: Try): Promise<boolean> {
  const set = { state: 'sent' as const, sent_at: sql`now()`, leased_until: null, last_error: null }
  const isOurs = and(eq(email_outbox.email_id, email_id), eq(email_outbox.tries, tries), inArray(email_outbox.state, ['queued', 'withdrawn']))
  const rows = await db.update(email_outbox).set(set).where(isOurs).returning({ email_id: email_outbox.email_id })
  return rows.length > 0
}

/** Whether an email was withdrawn during this attempt; if so, it isn't retried. */
export async function isWithdrawn(db: Db, { email_id, tries }: Try): Promise<boolean> {
  return (await db.$count(email_outbox, and(eq(email_outbox.email_id, email_id), eq(email_outbox.tries, tries), eq(email_outbox.state, 'withdrawn')))) > 0
}

/** Withdraws an email during this attempt, before it was passed to a server. */
export async function setObsolete(db: Db, { email_id, tries }: Try): Promise<void> {
  await db.update(email_outbox).set({ state: 'withdrawn', leased_until: null }).where(isCurrentTry({ email_id, tries }))
}

export async function setFailed(db: Db, { email_id, tries }: Try, { reason, isDead }: { reason: string; isDead?: boolean }): Promise<boolean> {
  const set = { state: 'failed' as const, leased_until: null, last_error: reason, ...(isDead && { dead_since: sql`now()` }) }
  const rows = await db.update(email_outbox).set(set).where(isCurrentTry({ email_id, tries })).returning({ email_id: email_outbox.email_id })
  return rows.length > 0
}

/** An email in doubt is retried only twice, hours apart: each attempt may be a duplicate. */
const MAX_DOUBTS = 3
const DOUBT_SECONDS = 2 * 60 * 60
/** Longer than a server may take to confirm a message. */
export const DOUBT_LEASE_SECONDS = 11 * 60

/** Records that the server has the whole email and hasn't confirmed it. Returns false if the lease was lost. */
export async function markInDoubt(db: Db, { email_id, tries }: Try): Promise<boolean> {
  const rows = await db
    .update(email_outbox)
    .set({ doubts: sql`doubts + 1`, send_after: inSeconds(DOUBT_SECONDS), leased_until: inSeconds(DOUBT_LEASE_SECONDS) })
    .where(isCurrentTry({ email_id, tries }))
    .returning({ email_id: email_outbox.email_id })
  return rows.length > 0
}

/**
 * Handles a missing response by scheduling the next attempt or, after the last one, failing the email. Returns which one; null if the lease was lost.
 */
export async function releaseInDoubt(db: Db, { email_id, tries }: Try, last_error: string) {
  const [row] = await db
    .update(email_outbox)
    .set({ state: sql`case when doubts < ${MAX_DOUBTS} and send_after < give_up_at then 'queued' else 'failed' end`, leased_until: null, last_error })
    .where(isCurrentTry({ email_id, tries }))
    .returning({ state: email_outbox.state })
  return row?.state ?? null
}

/** Schedules the next attempt in `delaySeconds`, or fails the email if that's past its deadline. Returns which one; null if the lease was lost. */
export async function setRetry(db: Db, { email_id, tries }: Try, { last_error, delaySeconds }: { last_error: string; delaySeconds: number }) {
  const next = inSeconds(delaySeconds)
  const [row] = await db
    .update(email_outbox)
    .set({ state: sql`case when ${next} < give_up_at then 'queued' else 'failed' end`, send_after: next, leased_until: null, last_error })
    .where(isCurrentTry({ email_id, tries }))
    .returning({ state: email_outbox.state })
  return row?.state ?? null
}

type WithdrawalResult = 'withdrawn' | 'gone' | 'none'

/**
 * Withdraws a decision's unsent emails so new ones can be written. Returns 'gone' if any was sent or is being sent right now (that one isn't
 * retried); 'none' if there were no emails.
 */
export async function withdrawEmails(tx: Db, status_change_id: number): Promise<WithdrawalResult> {
  const emails = await withdrawWhere(tx, eq(email_outbox.status_change_id, status_change_id))
  if (emails.length === 0) return 'none'
  return emails.some(({ isGone }) => isGone) ? 'gone' : 'withdrawn'
}

const DATED_PURPOSES = purposesWhere(({ fills }) => fills.includes('reply_by'))
/** Emails that a decision makes obsolete although they aren't tied to an earlier one: they're about a status, or they promise a reply date. */
export const isUntied = and(
  isNull(email_outbox.status_change_id),
  eq(email_outbox.purpose, 'candidate'),
  or(isNotNull(email_outbox.ref_application_status_id), inArray(email_outbox.template_purpose, DATED_PURPOSES)),
)!

type ReplacedDecisions = { user_session_ids: number[]; status_change_ids: number[] }

/** Withdraws everything unsent that new decisions on these applicants replace: their current decisions' emails, and untied ones. Returns all of these. */
export async function withdrawEmailsOf(tx: Db, { user_session_ids, status_change_ids }: ReplacedDecisions): Promise<ReplacedEmail[]> {
  if (user_session_ids.length + status_change_ids.length === 0) return []
  const untied = and(inArray(email_outbox.user_session_id, user_session_ids), isUntied)
  return withdrawWhere(tx, or(untied, inArray(email_outbox.status_change_id, status_change_ids)))
}

/** An email that wasn't withdrawn before. `isGone`: it was sent or is being sent right now. */
type ReplacedEmail = Pick<typeof email_outbox.$inferSelect, 'email_id' | 'user_session_id' | 'ref_application_status_id' | 'state'> & { isGone: boolean }

async function withdrawWhere(tx: Db, which: SQL | undefined): Promise<ReplacedEmail[]> {
  const { email_id, user_session_id, ref_application_status_id, state } = email_outbox
  const isBeingSent = sql<boolean>`coalesce(leased_until > clock_timestamp(), false)`
  // Lock first: a process claiming emails right now skips locked rows, or its lease is already visible here.
  const emails = await tx
    .select({ email_id, user_session_id, ref_application_status_id, state, isBeingSent })
    .from(email_outbox)
    .where(and(which, sql`state <> 'withdrawn'`))
    .for('no key update')
  const unsent = emails.filter((email) => email.state !== 'sent').map((email) => email.email_id)
  if (unsent.length > 0) await tx.update(email_outbox).set({ state: 'withdrawn' }).where(inArray(email_id, unsent))
  return emails.map((email) => ({ ...email, isGone: email.state === 'sent' || email.isBeingSent }))
}

/**
 * Withdraws every pending or failed email about an application to these addresses; one that's being sent right now isn't retried. Returns those that
 * won't arrive for certain.
 */
export async function withdrawEmailsTo(tx: Db, { user_session_id, addresses }: { user_session_id: number; addresses: (string | null)[] }): Promise<number[]> {
  const { rows } = await tx.execute<{ email_id: number; ref_application_status_id: number | null; is_being_sent: boolean }>(sql`
    update email_outbox set state = 'withdrawn'
    where user_session_id = ${user_session_id} and to_address = any(${sql.param(addresses)}::text[]) and state in ('queued', 'failed')
    returning email_id, ref_application_status_id, coalesce(leased_until > clock_timestamp(), false) as is_being_sent`)
  const statuses = rows.flatMap((row) => row.ref_application_status_id ?? [])
  // The person who made the decision needs to see that the applicant wasn't notified.
  await tx.execute(sql`
    update user_session set has_emailed_application_status = false
    where user_session_id = ${user_session_id} and ref_application_status_id = any(${sql.param(statuses)}::int[])`)
  return rows.filter((row) => !row.is_being_sent).map((row) => row.email_id)
}

/** Withdraws one pending email; returns false if it was sent, failed, withdrawn or is being sent right now. */
export async function withdrawEmail(tx: Db, email_id: number): Promise<boolean> {
  const rows = await tx
    .update(email_outbox)
    .set({ state: 'withdrawn', leased_until: null })
    .where(and(eq(email_outbox.email_id, email_id), eq(email_outbox.state, 'queued'), sql`coalesce(leased_until < clock_timestamp(), true)`))
    .returning({ email_id: email_outbox.email_id })
  return rows.length > 0
}

/** Replaces the text of an unsent email of the same kind to the same address; returns false if there isn't one. */
export async function rewriteEmail(tx: Db, email_id: number, { to_address, subject, html, text, calendar, calendar_method }: Email): Promise<boolean> {
  const isSame = and(eq(email_outbox.email_id, email_id), eq(email_outbox.to_address, to_address), eq(email_outbox.calendar_method, calendar_method!))
  const rows = await tx
    .update(email_outbox)
    .set({ subject: asHeader(subject), html, text, calendar })
    .where(and(isSame, eq(email_outbox.state, 'queued'), sql`coalesce(leased_until < clock_timestamp(), true)`))
    .returning({ email_id: email_outbox.email_id })
  return rows.length > 0
}

/**
 * Gives a failed email another day of attempts, even if its address is dead; returns false if it hasn't failed or its text was deleted. If a server
 * had accepted it, it gets a new Message-ID, so it isn't dropped as a duplicate, and the report about the first one no longer matches.
 */
export async function retryEmail(tx: Db, email_id: number): Promise<boolean> {
  const rows = await tx
    .update(email_outbox)
    .set({
      state: 'queued',
      send_after: sql`now()`,
      due_since: sql`now()`,
      give_up_at: inSeconds(TRIED_FOR_SECONDS.other),
      sent_at: null,
      message_id: sql`case when sent_at is null then message_id else ${newMessageId()} end`,
    })
    .where(and(eq(email_outbox.email_id, email_id), eq(email_outbox.state, 'failed'), isNull(email_outbox.body_deleted_at)))
    .returning({ to_address: email_outbox.to_address })
  if (rows.length > 0) await allowAddress(tx, rows[0]!.to_address)
  return rows.length > 0
}

function isCurrentTry({ email_id, tries }: Try) {
  return and(eq(email_outbox.email_id, email_id), eq(email_outbox.tries, tries), eq(email_outbox.state, 'queued'))
}

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`
}

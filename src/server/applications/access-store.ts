import { and, eq, sql, type SQL } from 'drizzle-orm'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Db } from '#server/db/connect.ts'
import { address_change, candidate_access, interview_booking } from '#server/db/tables.ts'
import { visible } from '#server/people/visible.ts'

/** Whose page is open: the verified mailbox, plus a single application's ID unless all of that mailbox's applications are accessible. */
export type Applicant = { email_key: string; only: number | null }

/** What a link or cookie gives access to: the candidate's page, or only the interviews of one application. */
export type AccessScope = 'own-page' | 'interviews'
const KINDS = { 'own-page': { link: 'link', cookie: 'cookie' }, interviews: { link: 'interviews-link', cookie: 'interviews-cookie' } } as const

/** The link in an interview email stays valid as long as an interview is coming up, which may be months away. */
const isFresh = sql`(a.last_used_at > now() - make_interval(days => ${RETENTION_PERIODS.access}) or a.kind = any(${sql.param(Object.values(KINDS.interviews))}::text[]) and exists (
  select from interview_booking b where b.user_session_id = a.user_session_id and b.state = 'booked' and b.ends_at > now()))`
/** The application still has the email address that the link was sent to. */
const isUnchanged = sql`u.user_session_id = a.user_session_id and u.email_key = a.email_key and ${visible('everyone', 'u')}`

type Link = { token_hash: string; user_session_id: number; requestedBy: string | null; opens?: AccessScope }

/**
 * A link for the mailbox that requested it, or for the application's current address. It opens everything for that mailbox if the owner requested it
 * or has opened one before; otherwise it opens only this application, because anyone can apply with anyone's address. A link scanner in a mailbox
 * gets cookies too, so only a cookie that was used counts. A link for interviews never opens anything else.
 */
export async function insertLink(tx: Db, link: Link): Promise<void> {
  await tx.execute(insertLinkSql(link))
}

/** Like `insertLink`, as part of another statement. */
export function insertLinkSql({ token_hash, user_session_id, requestedBy, opens = 'own-page' }: Link): SQL {
  return sql`
    insert into candidate_access (token_hash, kind, user_session_id, email_key, opens_mailbox)
    select ${token_hash}, ${KINDS[opens].link}, u.user_session_id, coalesce(${requestedBy}::text, u.email_key), ${opens === 'own-page'} and (
      ${requestedBy}::text is not null or exists (select from candidate_access c where c.email_key = u.email_key and c.kind = 'cookie' and c.last_used_at > c.created_at))
    from user_session u where u.user_session_id = ${user_session_id} and u.email_key is not null`
}

/**
 * Exchanges a link for a cookie in one statement that locks the application first, as a correction does, so the two run one after the other and never
 * deadlock. Returns the application's ID, or null when the link has expired.
 */
export async function openLink(
  db: Db,
  { link_hash, cookie_hash, opens }: { link_hash: string; cookie_hash: string; opens: AccessScope },
): Promise<number | null> {
  const { rows } = await db.execute<{ user_session_id: number }>(sql`
    with u as materialized (
      select user_session_id, email_key from user_session
      where user_session_id = (select user_session_id from candidate_access where token_hash = ${link_hash}) and ${visible('everyone')} for share),
    link as (
      update candidate_access a set last_used_at = now() from u
      where a.token_hash = ${link_hash} and a.kind = ${KINDS[opens].link} and ${isFresh} and u.user_session_id = a.user_session_id and u.email_key = a.email_key
      returning a.user_session_id, a.email_key, a.opens_mailbox)
    insert into candidate_access (token_hash, kind, user_session_id, email_key, opens_mailbox)
    select ${cookie_hash}, ${KINDS[opens].cookie}, user_session_id, email_key, opens_mailbox from link returning user_session_id`)
  return rows[0]?.user_session_id ?? null
}

/** Adds a cookie for someone who has just verified the application's mailbox by opening a link in it. */
export async function insertCookie(tx: Db, cookie_hash: string, user_session_id: number): Promise<void> {
  await tx.execute(sql`
    insert into candidate_access (token_hash, kind, user_session_id, email_key, opens_mailbox)
    select ${cookie_hash}, 'cookie', u.user_session_id, u.email_key, true
    from user_session u where u.user_session_id = ${user_session_id} and u.email_key is not null`)
}

/**
 * Returns whose page this cookie opens and records the use, which proves that the address belongs to whoever opened its link. Returns null for an
 * unknown or expired cookie, or one for something else.
 */
export async function findByCookie(db: Db, token_hash: string, opens: AccessScope): Promise<Applicant | null> {
  const { rows } = await db.execute<Applicant & { is_proved: boolean }>(sql`
    update candidate_access a set last_used_at = now() from user_session u
    where a.token_hash = ${token_hash} and a.kind = ${KINDS[opens].cookie} and ${isFresh} and ${isUnchanged}
    returning a.email_key, case when a.opens_mailbox then null else a.user_session_id end as only,
      not exists (select from user_session x where x.email_key = a.email_key and x.proved_email_key is distinct from x.email_key) as is_proved`)
  const [found] = rows
  if (!found) return null
  const { is_proved, ...applicant } = found
  // A separate statement, because other transactions lock the application before its cookies.
  if (!is_proved) await setProved(db, applicant.email_key)
  return applicant
}

async function setProved(db: Db, email_key: string): Promise<void> {
  await db.execute(sql`update user_session set proved_email_key = email_key where email_key = ${email_key} and proved_email_key is distinct from email_key`)
}

export async function deleteCookie(db: Db, token_hash: string, opens: AccessScope): Promise<void> {
  await db.delete(candidate_access).where(and(eq(candidate_access.token_hash, token_hash), eq(candidate_access.kind, KINDS[opens].cookie)))
}

/**
 * Revokes everything the application's previous mailbox could open (links, cookies and held times), and returns the addresses that were pending
 * confirmation, which are revoked too.
 */
export async function endAccess(tx: Db, user_session_id: number): Promise<string[]> {
  await tx.delete(candidate_access).where(eq(candidate_access.user_session_id, user_session_id))
  await tx.delete(interview_booking).where(and(eq(interview_booking.user_session_id, user_session_id), eq(interview_booking.state, 'held')))
  const changes = await tx.delete(address_change).where(eq(address_change.user_session_id, user_session_id)).returning({ email: address_change.email })
  return changes.map(({ email }) => email)
}

/** The newest application with this address, for sending its owner a link. Locked so the address can't change before the link is stored. */
export async function findNewestApplication(db: Db, email_key: string) {
  const { rows } = await db.execute<{ user_session_id: number; email: string }>(sql`
    select user_session_id, email from user_session
    where email_key = ${email_key} and email is not null and ${visible('everyone')}
    order by application_submitted_datetime_utc desc limit 1 for share`)
  return rows[0] ?? null
}

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { licenseKey, type LicenseEntry } from '#contract/licenses/licenses.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { ExclusionMatch } from '#contract/licenses/law-and-lists.ts'
import type { Db } from '#server/db/connect.ts'
import { license, license_document, license_holder, license_verification, user_session, exclusion, exclusion_match } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'
import { nameOf } from '#server/people/identity.ts'
import type { Exclusion } from './leie.ts'

export type Holder = { home_state: string | null; moved_on: string | null; npi: string | null }
export type LicenseRow = typeof license.$inferSelect

export async function findHolder(db: Db, user_session_id: number): Promise<Holder | null> {
  const [holder] = await db
    .select({ home_state: license_holder.home_state, moved_on: license_holder.moved_on, npi: license_holder.npi })
    .from(license_holder)
    .where(eq(license_holder.user_session_id, user_session_id))
  return holder ?? null
}

export async function listLicenses(db: Db, user_session_id: number): Promise<LicenseRow[]> {
  return db
    .select()
    .from(license)
    .where(and(eq(license.user_session_id, user_session_id), isNull(license.removed_at)))
    .orderBy(license.place, license.license_id)
}

export async function setHolder(tx: Db, user_session_id: number, holder: Holder): Promise<void> {
  await tx
    .insert(license_holder)
    .values({ user_session_id, ...holder })
    .onConflictDoUpdate({ target: license_holder.user_session_id, set: holder })
}

/** Records that the list has changed. */
export async function setLicensesGiven(tx: Db, user_session_id: number): Promise<void> {
  await tx
    .update(license_holder)
    .set({ given_at: sql`now()` })
    .where(eq(license_holder.user_session_id, user_session_id))
}

type Columns = Omit<typeof license.$inferInsert, 'user_session_id' | 'place' | 'entry'>

const columnsOf = ({ authorization, license_number, expires_on, ...given }: LicenseEntry): Columns => ({
  ...given,
  license_number: license_number || null,
  expires_on: expires_on ?? null,
  license_authorization: authorization ?? null,
})

/**
 * Replaces the applicant's licenses. One that's still listed, or whose number is corrected, keeps its ID and verifications. An edit counts as a new entry,
 * and so does relisting a license that was removed.
 */
export async function replaceLicenses(tx: Db, user_session_id: number, licenses: LicenseEntry[]): Promise<void> {
  const earlier = await tx.select().from(license).where(eq(license.user_session_id, user_session_id)).orderBy(license.license_id)
  const rows = matchToEarlier(licenses, earlier)
  for (const [place, entry] of licenses.entries()) {
    const columns = columnsOf(entry)
    const row = rows.get(entry)
    if (!row) await tx.insert(license).values({ user_session_id, place, ...columns })
    else if (isSame(row, columns) && row.removed_at === null) await tx.update(license).set({ place }).where(eq(license.license_id, row.license_id))
    else
      await tx
        .update(license)
        .set({ place, ...columns, entry: row.entry + 1, removed_at: null, reminded_days: null })
        .where(eq(license.license_id, row.license_id))
  }
  const keptIds = new Set(rows.values())
  const removed = earlier.filter((row) => row.removed_at === null && !keptIds.has(row)).map(({ license_id }) => license_id)
  if (removed.length > 0)
    await tx
      .update(license)
      .set({ removed_at: sql`now()` })
      .where(inArray(license.license_id, removed))
}

/**
 * Matches each license to the previous row it continues: the one with the same number, or else the only unmatched one with the same type and state.
 */
function matchToEarlier(licenses: LicenseEntry[], earlier: LicenseRow[]): Map<LicenseEntry, LicenseRow> {
  const newestByKey = new Map(earlier.map((row) => [licenseKey(row), row]))
  const rows = new Map(licenses.flatMap((entry) => (newestByKey.has(licenseKey(entry)) ? [[entry, newestByKey.get(licenseKey(entry))!] as const] : [])))
  const matchedIds = new Set(rows.values())
  for (const entry of licenses.filter((license) => !rows.has(license))) {
    const isLike = (one: LicenseEntry | LicenseRow) => one.license_type === entry.license_type && one.license_state === entry.license_state
    const free = earlier.filter((row) => row.removed_at === null && !matchedIds.has(row) && isLike(row))
    if (free.length === 1 && licenses.filter((license) => !rows.has(license) && isLike(license)).length === 1) rows.set(entry, free[0]!)
  }
  return rows
}

function isSame(row: LicenseRow, columns: Columns): boolean {
  return (Object.keys(columns) as (keyof Columns)[]).every((name) => JSON.stringify(row[name] ?? null) === JSON.stringify(columns[name] ?? null))
}

const asVerification = sql`v.license_verification_id as verification_id, v.license_id, v.source, v.result, v.checked_on::text as checked_on,
  v.good_until::text as good_until, v.note, v.created_at, v.entry <> l.entry as is_for_earlier_entry,
  exists (select 1 from license_document d where d.license_verification_id = v.license_verification_id) as has_pdf,
  (select a.email from staff_account a where a.staff_account_id = v.checked_by) as checked_by`

export type VerificationRow = {
  verification_id: number
  license_id: number
  source: string
  result: 'active' | 'restricted' | 'expired' | 'not_found'
  checked_on: string
  good_until: string | null
  note: string
  checked_by: string | null
  created_at: string
  has_pdf: boolean
  is_for_earlier_entry: boolean
}

/** Newest first. */
export async function listVerifications(db: Db, user_session_id: number): Promise<VerificationRow[]> {
  const { rows } = await db.execute<VerificationRow>(sql`
    select ${asVerification} from license_verification v join license l using (license_id)
    where l.user_session_id = ${user_session_id} order by v.license_verification_id desc`)
  return rows
}

/** Locks and returns the applicant who has this license; null if this person can't see them. */
export async function lockLicense(tx: Db, license_id: number, scope: Scope): Promise<{ user_session_id: number; entry: number } | null> {
  const { rows } = await tx.execute<{ user_session_id: number; entry: number }>(sql`
    select l.user_session_id, l.entry from license l join user_session u using (user_session_id)
    where l.license_id = ${license_id} and l.removed_at is null and ${visible(scope, 'u')} for no key update of l`)
  return rows[0] ?? null
}

type NewVerification = typeof license_verification.$inferInsert

export async function insertVerification(tx: Db, values: NewVerification): Promise<VerificationRow> {
  const [{ license_verification_id } = { license_verification_id: 0 }] = await tx
    .insert(license_verification)
    .values(values)
    .returning({ license_verification_id: license_verification.license_verification_id })
  const { rows } = await tx.execute<VerificationRow>(sql`
    select ${asVerification} from license_verification v join license l using (license_id)
    where v.license_verification_id = ${license_verification_id}`)
  return rows[0]!
}

/** Returns the license states the applicant's role requires; null if this person can't see the applicant. */
export async function findRoleStates(db: Db, user_session_id: number, scope: Scope): Promise<string[] | null> {
  const { rows } = await db.execute<{ license_states: string[] }>(sql`
    select r.license_states from user_session join function_role r using (ref_function_role_id)
    where user_session.user_session_id = ${user_session_id} and ${visible(scope)}`)
  return rows[0]?.license_states ?? null
}

/** Returns the name of this application's role and the license states it requires. */
export async function findRequiredStates(db: Db, user_session_id: number): Promise<{ function_role_name: string; role_states: string[] }> {
  const { rows } = await db.execute<{ function_role_name: string; role_states: string[] }>(sql`
    select r.function_role_name, r.license_states as role_states from user_session u join function_role r using (ref_function_role_id)
    where u.user_session_id = ${user_session_id}`)
  return rows[0]!
}

export async function setLastAction(tx: Db, user_session_id: number): Promise<void> {
  await tx
    .update(user_session)
    .set({ last_action_at: sql`now()` })
    .where(eq(user_session.user_session_id, user_session_id))
}

/** Returns the applicant this verification is about; null if this person can't see them. */
export async function findVerified(db: Db, license_verification_id: number, scope: Scope): Promise<{ user_session_id: number } | null> {
  const { rows } = await db.execute<{ user_session_id: number }>(sql`
    select l.user_session_id from license_verification v join license l using (license_id) join user_session u using (user_session_id)
    where v.license_verification_id = ${license_verification_id} and ${visible(scope, 'u')}`)
  return rows[0] ?? null
}

/** Returns false if the verification already has a PDF, which isn't replaced. */
export async function insertDocument(tx: Db, document: typeof license_document.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(license_document).values(document).onConflictDoNothing().returning({ at: license_document.attached_at })
  return inserted.length > 0
}

export async function findDocument(db: Db, license_verification_id: number) {
  const [document] = await db.select().from(license_document).where(eq(license_document.license_verification_id, license_verification_id))
  return document ?? null
}

/** Returns whether another email with the same subject that isn't tied to a decision was queued for the applicant minutes ago and didn't fail. */
export async function wasJustSent(tx: Db, { user_session_id, email_id }: { user_session_id: number; email_id: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from email_outbox o join email_outbox now_sent on now_sent.email_id = ${email_id} and now_sent.subject = o.subject
    where o.user_session_id = ${user_session_id} and o.email_id <> ${email_id} and o.ref_application_status_id is null and o.purpose = 'candidate'
      and o.state in ('queued', 'sent') and o.created_at > now() - interval '10 minutes'`)
  return rows.length > 0
}

export const countExclusions = (db: Db): Promise<number> => db.$count(exclusion)

/** Serializing more at a time would block other requests. */
const BATCH_SIZE = 2_000

/** Allows only one list to be loaded at a time, until the transaction ends. */
export async function lockExclusions(tx: Db): Promise<void> {
  await tx.execute(sql`lock table exclusion in share row exclusive mode`)
}

/** Replaces all previous exclusions with these, in the caller's transaction. */
export async function replaceExclusions(tx: Db, exclusions: Exclusion[]): Promise<void> {
  await tx.delete(exclusion)
  for (let at = 0; at < exclusions.length; at += BATCH_SIZE) {
    const rows = JSON.stringify(exclusions.slice(at, at + BATCH_SIZE))
    await tx.execute(sql`
      insert into exclusion (excluded_name, name_keys, npi, exclusion_type, excluded_on, reinstated_on)
      select excluded_name, name_keys, npi, exclusion_type, excluded_on, reinstated_on
      from jsonb_to_recordset(${rows}::jsonb)
        as given(excluded_name text, name_keys text[], npi text, exclusion_type text, excluded_on date, reinstated_on date)`)
  }
}

/** Applicants in panel interviews or with an accepted offer. */
const COMPARED = statusesWhere(({ takesFeedback, stage }) => takesFeedback || stage === 'accepted')

type ComparedPerson = { user_session_id: number; first_name: string | null; last_name: string | null; npi: string | null }

export async function listCompared(db: Db): Promise<ComparedPerson[]> {
  const { rows } = await db.execute<ComparedPerson>(sql`
    select u.user_session_id, ${nameOf('u')}, h.npi from user_session u left join license_holder h using (user_session_id)
    where u.ref_application_status_id = any(${sql.param(COMPARED)}::int[]) and ${visible('everyone', 'u')}`)
  return rows
}

/**
 * Records everyone on the list with this NPI or one of these names who's excluded today. Applicants enter their own NPI, so another one doesn't rule out a
 * name. Matches that are already recorded aren't added again.
 */
export async function insertMatches(tx: Db, user_session_id: number, { npi, keys }: { npi: string | null; keys: string[] }): Promise<number> {
  const { rows } = await tx.execute(sql`
    insert into exclusion_match (user_session_id, matched_on, excluded_name, exclusion_type, excluded_on)
    select ${user_session_id}, case when e.npi = ${npi} then 'npi' else 'name' end, e.excluded_name, e.exclusion_type, e.excluded_on
    from exclusion e
    where (e.npi = ${npi} or e.name_keys && ${sql.param(keys)}::text[])
      and coalesce(e.excluded_on, '-infinity') <= current_date and (e.reinstated_on is null or e.reinstated_on > current_date)
    on conflict do nothing returning 1`)
  return rows.length
}

/** Includes the alias, so the person who checks the match can find the applicant. */
const columns = {
  exclusion_match_id: exclusion_match.exclusion_match_id,
  user_session_id: exclusion_match.user_session_id,
  alias: sql<string>`(select u.alias from user_session u where u.user_session_id = exclusion_match.user_session_id)`,
  function_role_name: sql<string>`(select r.function_role_name from user_session u join function_role r using (ref_function_role_id)
    where u.user_session_id = exclusion_match.user_session_id)`,
  matched_on: sql<'npi' | 'name'>`matched_on`,
  excluded_name: exclusion_match.excluded_name,
  exclusion_type: exclusion_match.exclusion_type,
  excluded_on: exclusion_match.excluded_on,
  found_at: exclusion_match.found_at,
  closed_at: exclusion_match.closed_at,
  closed_reason: exclusion_match.closed_reason,
}

/** Open matches first, newest first. */
export async function listExclusionMatches(db: Db): Promise<ExclusionMatch[]> {
  return db
    .select(columns)
    .from(exclusion_match)
    .where(sql`exists (select 1 from user_session u where u.user_session_id = exclusion_match.user_session_id and ${visible('everyone', 'u')})`)
    .orderBy(sql`closed_at desc nulls first, exclusion_match_id desc`)
    .limit(500)
}

export async function setMatchClosed(tx: Db, id: number, closed: { closed_by: number; closed_reason: string }): Promise<ExclusionMatch | null> {
  const [match] = await tx
    .update(exclusion_match)
    .set({ ...closed, closed_at: sql`now()` })
    .where(and(eq(exclusion_match.exclusion_match_id, id), isNull(exclusion_match.closed_at)))
    .returning(columns)
  return match ?? null
}

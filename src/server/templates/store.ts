import { and, desc, eq, or, sql } from 'drizzle-orm'
import { purposeShippedAs, type ShippedPurpose } from '#contract/templates/purposes.ts'
import { LOOK } from '#server/brand/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'
import { email_outbox, email_template, email_template_version, staff_account } from '#server/db/tables.ts'

const VERSIONS_KEPT = 10

const metadata = {
  ref_email_base_id: email_template.ref_email_base_id,
  email_name: email_template.email_name,
  purpose: email_template.purpose,
  email_desc: email_template.email_desc,
  email_subject: email_template.email_subject,
  disabled_flag: email_template.disabled_flag,
  fits_status_ids: email_template.fits_status_ids,
  version: email_template.version,
  modified_at: email_template.modified_at,
  modified_by_email: staff_account.email,
}

const whole = { ...metadata, email_base_html: email_template.email_base_html }

/** Counts emails sent from a template, including only applicants within the scope, because a count would reveal how many others there are. */
function used(scope: Scope) {
  const isSeen =
    scope === 'everyone' ? sql`` : sql` and exists (select 1 from user_session u where u.user_session_id = o.user_session_id and ${visible(scope, 'u')})`
  return sql<number>`(select count(*)::int from ${email_outbox} o where o.ref_email_base_id = ${email_template.ref_email_base_id} and o.purpose = 'candidate'${isSeen})`
}

export type StoredTemplate = NonNullable<Awaited<ReturnType<typeof findTemplate>>>
export type TemplateChange = Partial<
  Pick<StoredTemplate, 'email_name' | 'email_desc' | 'email_subject' | 'email_base_html' | 'disabled_flag' | 'fits_status_ids'>
>

export function listTemplates(db: Db) {
  return db
    .select(metadata)
    .from(email_template)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, email_template.modified_by))
    .orderBy(email_template.ref_email_base_id)
}

export async function findTemplate(db: Db, ref_email_base_id: number, scope: Scope) {
  const [template] = await db
    .select({ ...whole, used: used(scope) })
    .from(email_template)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, email_template.modified_by))
    .where(eq(email_template.ref_email_base_id, ref_email_base_id))
  return template ?? null
}

/** A template by the name in a call, or by purpose. */
type TemplateKey = { email_name: string } | { purpose: ShippedPurpose }

/** Returns the active template with the brand's look; null if it's unknown or disabled. A renamed template is also found by its original name. */
export async function findActiveTemplate(db: Db, key: TemplateKey) {
  const isNamed = 'email_name' in key ? eq(email_template.email_name, key.email_name) : undefined
  const purpose = 'purpose' in key ? key.purpose : purposeShippedAs(key.email_name)
  const isForPurpose = purpose && eq(email_template.purpose, purpose)
  const [template] = await db
    .select({
      ref_email_base_id: email_template.ref_email_base_id,
      email_name: email_template.email_name,
      purpose: email_template.purpose,
      email_subject: email_template.email_subject,
      email_base_html: email_template.email_base_html,
      look: LOOK,
    })
    .from(email_template)
    .where(and(or(isNamed, isForPurpose), eq(email_template.disabled_flag, false)))
    .orderBy(...(isNamed ? [desc(isNamed)] : []))
    .limit(1)
  return template ?? null
}
export type ActiveTemplate = NonNullable<Awaited<ReturnType<typeof findActiveTemplate>>>

/** Serializes changes to a template. */
export async function lockTemplate(tx: Db, ref_email_base_id: number): Promise<void> {
  await tx.select({ version: email_template.version }).from(email_template).where(eq(email_template.ref_email_base_id, ref_email_base_id)).for('no key update')
}

export async function insertTemplate(
  tx: Db,
  template: Omit<TemplateChange, 'email_name' | 'email_base_html'> & { email_name: string; email_base_html: string },
  modified_by: number,
) {
  const [row] = await tx
    .insert(email_template)
    .values({ ...template, modified_by })
    .returning({ ref_email_base_id: email_template.ref_email_base_id })
  return row!.ref_email_base_id
}

/** Saves the previous version, then changes the template. */
export async function setTemplate(tx: Db, ref_email_base_id: number, change: TemplateChange, modified_by: number): Promise<void> {
  await insertVersion(tx, ref_email_base_id)
  await tx
    .update(email_template)
    .set({ ...change, modified_by, modified_at: sql`now()`, version: sql`version + 1` })
    .where(eq(email_template.ref_email_base_id, ref_email_base_id))
}

async function insertVersion(tx: Db, ref_email_base_id: number): Promise<void> {
  await tx.execute(sql`
    insert into email_template_version (ref_email_base_id, version, email_name, email_desc, email_subject, email_base_html, modified_at, modified_by)
    select ref_email_base_id, version, email_name, email_desc, email_subject, email_base_html, modified_at, modified_by
    from email_template where ref_email_base_id = ${ref_email_base_id}`)
  await tx.execute(sql`
    delete from email_template_version where ref_email_base_id = ${ref_email_base_id} and version not in (
      select version from email_template_version where ref_email_base_id = ${ref_email_base_id} order by version desc limit ${VERSIONS_KEPT})`)
}

export async function removeTemplate(tx: Db, ref_email_base_id: number): Promise<void> {
  await tx.delete(email_template_version).where(eq(email_template_version.ref_email_base_id, ref_email_base_id))
  await tx.delete(email_template).where(eq(email_template.ref_email_base_id, ref_email_base_id))
}

export function listVersions(db: Db, ref_email_base_id: number) {
  return db
    .select({
      version: email_template_version.version,
      email_name: email_template_version.email_name,
      email_desc: email_template_version.email_desc,
      email_subject: email_template_version.email_subject,
      email_base_html: email_template_version.email_base_html,
      modified_at: email_template_version.modified_at,
      modified_by_email: staff_account.email,
    })
    .from(email_template_version)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, email_template_version.modified_by))
    .where(eq(email_template_version.ref_email_base_id, ref_email_base_id))
    .orderBy(desc(email_template_version.version))
}

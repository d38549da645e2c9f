import { purposeShippedAs, PURPOSES, missingValueError, type Purpose } from '#contract/templates/purposes.ts'
import type { EmailTemplate, TemplateText } from '#contract/templates/templates.ts'
import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isUniqueViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rejectStale } from '#server/http/versions.ts'
import { safeMail } from './safe-mail.ts'
import { findTemplate, insertTemplate, listVersions, lockTemplate, removeTemplate, setTemplate, type StoredTemplate, type TemplateChange } from './store.ts'

/** Stores a new template. 409 if the name is taken, 422 if none of the HTML is allowed or a placeholder would have no value. */
export async function createTemplate(db: Db, caller: StaffCaller, template: TemplateText): Promise<EmailTemplate> {
  return rejectTakenName(template.email_name, () =>
    db.transaction(async (tx) => {
      rejectReserved('other', template.email_name)
      rejectGaps('other', template)
      const ref_email_base_id = await insertTemplate(tx, sanitized(template), caller.staff_account_id)
      await recordAudit(tx, { actor: caller, action: 'template.created', subject_kind: 'template', subject_id: ref_email_base_id })
      return (await findTemplate(tx, ref_email_base_id, 'everyone'))!
    }),
  )
}

type Edit = { id: number; version?: number | undefined; change: { [Field in keyof TemplateChange]: TemplateChange[Field] | undefined } }

/** Changes the given fields. 404 if unknown; 409 if someone has changed it since or the name is taken; 422 if a placeholder would have no value. */
export async function updateTemplate(db: Db, caller: StaffCaller, { id, version, change }: Edit): Promise<EmailTemplate> {
  return rejectTakenName(change.email_name, () =>
    db.transaction(async (tx) => {
      const stored = await findToChange(tx, id, version)
      if (change.email_name !== stored.email_name) rejectReserved(stored.purpose, change.email_name)
      rejectGaps(stored.purpose, change)
      await saveChange(tx, caller, { stored, change: sanitized(change), action: 'template.changed' })
      return (await findTemplate(tx, id, 'everyone'))!
    }),
  )
}

/** Restores an earlier version. */
export async function restoreTemplate(
  db: Db,
  caller: StaffCaller,
  { id, restored_version, version }: { id: number; restored_version: number; version?: number | undefined },
) {
  return rejectTakenName(undefined, () =>
    db.transaction(async (tx) => {
      const stored = await findToChange(tx, id, version)
      const earlier = (await listVersions(tx, id)).find((one) => one.version === restored_version)
      if (!earlier) throw new HttpError(404, 'That version of the template was not found.')
      const { email_name, email_desc, email_subject, email_base_html } = earlier
      rejectReserved(stored.purpose, email_name)
      rejectGaps(stored.purpose, earlier)
      await saveChange(tx, caller, { stored, change: sanitized({ email_name, email_desc, email_subject, email_base_html }), action: 'template.restored' })
      return (await findTemplate(tx, id, 'everyone'))!
    }),
  )
}

/** Deletes a template, or disables one that was used or that Rounds itself sends. 404 if unknown. */
export async function deleteTemplate(db: Db, caller: StaffCaller, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await findToChange(tx, id)
    if (stored.used > 0 || PURPOSES[stored.purpose].template_name !== null)
      return saveChange(tx, caller, { stored, change: { disabled_flag: true }, action: 'template.disabled' })
    await removeTemplate(tx, id)
    await recordAudit(tx, { actor: caller, action: 'template.deleted', subject_kind: 'template', subject_id: id, facts: { email_name: stored.email_name } })
  })
}

async function findToChange(tx: Db, id: number, version?: number): Promise<StoredTemplate> {
  await lockTemplate(tx, id)
  const stored = await findTemplate(tx, id, 'everyone')
  if (!stored) throw unknownTemplate()
  rejectStale(stored, version)
  return stored
}

export function unknownTemplate(): HttpError {
  return new HttpError(404, 'That email template was not found.')
}

/** Throws 422 for a placeholder that has no value in emails for this purpose. */
function rejectGaps(purpose: Purpose, { email_subject, email_base_html }: { email_subject?: string | undefined; email_base_html?: string | undefined }): void {
  for (const [path, text] of Object.entries({ email_subject, email_base_html })) {
    const gap = missingValueError(purpose, text ?? '')
    if (gap) throw fieldError(422, path, gap)
  }
}

/** Calls can refer to a template by the name it was shipped with, so no other template can have that name. */
function rejectReserved(purpose: Purpose, email_name: string | undefined): void {
  const owner = email_name && purposeShippedAs(email_name)
  if (owner && owner !== purpose) throw new HttpError(409, `Rounds uses the name '${email_name}' for another template. Choose a different one.`)
}

type TemplateSave = { stored: StoredTemplate; change: TemplateChange; action: AuditAction }

/** A change that makes no difference isn't saved. */
async function saveChange(tx: Db, caller: StaffCaller, { stored, change, action }: TemplateSave): Promise<void> {
  const changed = (Object.keys(change) as (keyof TemplateChange)[]).filter(
    (field) => change[field] !== undefined && String(change[field]) !== String(stored[field]),
  )
  if (changed.length === 0) return
  await setTemplate(tx, stored.ref_email_base_id, Object.fromEntries(changed.map((field) => [field, change[field]])), caller.staff_account_id)
  await recordAudit(tx, {
    actor: caller,
    action,
    subject_kind: 'template',
    subject_id: stored.ref_email_base_id,
    facts: { changed, from_version: stored.version },
  })
}

function sanitized<T extends { email_base_html?: string | undefined }>(template: T): T {
  if (template.email_base_html === undefined) return template
  const email_base_html = cleaned(template.email_base_html)
  if (email_base_html.trim() !== '') return { ...template, email_base_html }
  throw new HttpError(422, 'Some fields have errors. Check them and try again.', {
    errors: [{ path: 'email_base_html', message: 'Email HTML Content is required' }],
  })
}

function cleaned(html: string): string {
  try {
    return safeMail(html)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new HttpError(error.status, error.message, { errors: [{ path: 'email_base_html', message: error.message }] })
  }
}

async function rejectTakenName<T>(email_name: string | undefined, story: () => Promise<T>): Promise<T> {
  try {
    return await story()
  } catch (error) {
    if (isUniqueViolation(error, 'email_template_email_name_unique'))
      throw new HttpError(
        409,
        email_name === undefined ? "Another template already has this version's name." : `Another template is named '${email_name}' already.`,
      )
    throw error
  }
}

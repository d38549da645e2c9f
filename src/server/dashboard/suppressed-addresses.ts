import type { SuppressedAddress } from '#contract/dashboard.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { allowAddress } from '#server/mail/returned-store.ts'
import type { Services } from '#server/services.ts'
import { findSuppressedAddress, listSuppressed } from './store.ts'

const MAX_LISTED = 200
const NOT_STOPPED = 'Emails already go to this address again.'

/** Addresses of people who applied are hidden, even if they also work here, because the list would reveal who applied. */
export async function listSuppressedAddresses({ db, env }: Pick<Services, 'db' | 'env'>): Promise<SuppressedAddress[]> {
  const suppressed = await listSuppressed(db, env, MAX_LISTED)
  return suppressed.map(({ email_id, is_failed, since, to_address, has_applied, is_staff, user_session_id, alias, function_role_name }) => ({
    email_id,
    reason: is_failed ? 'returned' : 'reported',
    since,
    staff_address: is_staff && !has_applied ? to_address : null,
    applicant: user_session_id === null ? null : { user_session_id, alias: alias!, function_role_name: function_role_name! },
  }))
}

/** Resumes sending to this email's address. Throws 404 if the address is no longer suppressed. */
export async function allowSuppressedAddress({ db }: Pick<Services, 'db'>, caller: StaffCaller, email_id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await findSuppressedAddress(tx, email_id)
    if (!address || !(await allowAddress(tx, address))) throw new HttpError(404, NOT_STOPPED)
    await recordAudit(tx, { actor: caller, action: 'email.address-allowed', subject_kind: 'email', subject_id: email_id, personal: { address } })
  })
}

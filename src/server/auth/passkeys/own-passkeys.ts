import type { Input } from '#contract/endpoint.ts'
import { MAX_PASSKEYS, WRONG_PASSKEY, type addPasskey as addCall, type Passkey } from '#contract/auth/passkeys.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { endSessionsOf, lockStaffAccount } from '#server/auth/store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldRefusal, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  insertChallenge,
  insertPasskey,
  listPasskeysOf,
  setPasskeyName,
  takeChallenge,
  type KeptPasskey,
} from './passkey-store.ts'
import { claimsOf, optionsToAdd, verifyNew } from './webauthn.ts'

type Tools = Pick<Services, 'db' | 'env'>

export async function listOwnPasskeys({ db }: Tools, { staff_account_id }: StaffCaller): Promise<Passkey[]> {
  return (await listPasskeysOf(db, staff_account_id)).map(present)
}

export async function startNewPasskey({ db, env }: Tools, { staff_account_id, email }: StaffCaller) {
  const known = await listPasskeysOf(db, staff_account_id)
  if (known.length >= MAX_PASSKEYS) throw new HttpError(409, `Remove a passkey first. You can have up to ${MAX_PASSKEYS}.`)
  const options = await optionsToAdd(env, { staff_account_id, email }, known)
  await insertChallenge(db, { challenge: options.challenge, purpose: 'add', staff_account_id })
  return { options: { ...options } }
}

/** Adds the passkey that the browser created. Throws 422 if it can't be verified, 409 if there are too many. */
export async function addNewPasskey({ db, env }: Tools, caller: StaffCaller, { passkey_name, response }: Input<typeof addCall>): Promise<Passkey> {
  const { staff_account_id } = caller
  const claims = claimsOf(response)
  const isAsked = claims !== null && (await takeChallenge(db, { challenge: claims.challenge, purpose: 'add', staff_account_id }))
  const made = isAsked ? await verifyNew(env, response, claims.challenge) : null
  if (!made) throw fieldRefusal(422, 'response', WRONG_PASSKEY)
  return db.transaction(async (tx) => {
    await lockStaffAccount(tx, staff_account_id)
    if ((await listPasskeysOf(tx, staff_account_id)).length >= MAX_PASSKEYS)
      throw new HttpError(409, `Remove a passkey first. You can have up to ${MAX_PASSKEYS}.`)
    const kept = await insertPasskey(tx, { staff_account_id, passkey_name, ...made })
    await recordAudit(tx, { actor: caller, action: 'passkey.added', subject_kind: 'account', subject_id: staff_account_id })
    return present(kept)
  })
}

export async function renameOwnPasskey({ db }: Tools, { staff_account_id }: StaffCaller, renamed: { id: number; passkey_name: string }): Promise<Passkey> {
  const { id: passkey_id, passkey_name } = renamed
  return present(found(await setPasskeyName(db, { staff_account_id, passkey_id, passkey_name }), 'That passkey was not found.'))
}

export async function removeOwnPasskey({ db }: Tools, caller: StaffCaller, passkey_id: number): Promise<null> {
  const { staff_account_id } = caller
  return db.transaction(async (tx) => {
    if (!(await deletePasskey(tx, staff_account_id, passkey_id))) throw new HttpError(404, 'That passkey was not found.')
    await recordAudit(tx, { actor: caller, action: 'passkey.removed', subject_kind: 'account', subject_id: staff_account_id })
    return null
  })
}

/**
 * Removes the passkeys of someone who lost theirs so they can sign in without one. Also ends their sessions, because the lost device may have one.
 */
export async function resetPasskeys({ db }: Pick<Tools, 'db'>, caller: StaffCaller | null, staff_account_id: number): Promise<number> {
  return db.transaction(async (tx) => {
    const removed = await deletePasskeysOf(tx, staff_account_id)
    if (removed === 0) throw new HttpError(404, 'This person has no passkeys.')
    const ended = await endSessionsOf(tx, staff_account_id)
    await recordAudit(tx, { actor: caller, action: 'passkey.reset', subject_kind: 'account', subject_id: staff_account_id, facts: { removed, ended } })
    return removed
  })
}

function present({ passkey_id, passkey_name, created_at, last_used_at }: KeptPasskey): Passkey {
  return { passkey_id, passkey_name, created_at: new Date(created_at).toISOString(), last_used_at: last_used_at && new Date(last_used_at).toISOString() }
}

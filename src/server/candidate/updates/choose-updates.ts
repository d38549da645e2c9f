import type { Applicant } from '#server/applications/access-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { mailboxHashes, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { deleteUnsubscribed, insertUnsubscribed, isUnsubscribed, withdrawUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import type { Services } from '#server/services.ts'
import { findMailboxOf, findUpdateChoice, setUpdateChoice } from './update-store.ts'

const UPDATES_ON = 'We may email you about other suitable roles again.'
const UPDATES_OFF = "We won't email you about other roles, even if you apply again, unless you turn this back on here."

/** Whether we may contact the owner of this mailbox about other roles: their newest application says so and they haven't unsubscribed since. */
export async function mayContactAboutRoles(db: Db, keys: Keys, email_key: string): Promise<boolean> {
  return (await findUpdateChoice(db, email_key)) && !(await isUnsubscribed(db, { kind: 'role-updates', emails: mailboxHashes(keys, email_key) }))
}

/** Keeps a mailbox's unsubscription when its owner moves to a new one, which they've proved is theirs. */
export async function carryUnsubscription(tx: Db, keys: Keys, { from, to }: { from: string; to: string }): Promise<void> {
  if (!(await isUnsubscribed(tx, { kind: 'role-updates', emails: mailboxHashes(keys, from) }))) return
  await insertUnsubscribed(tx, { kind: 'role-updates', email: mailboxHashes(keys, to)[0]! })
}

/**
 * Runs `hide`, after which an application no longer speaks for its mailbox, because it was restricted or erased or has another address. If it was the
 * newest and said no, that stays the answer: an older yes doesn't count again, but a new application's does. The other applications change first,
 * because decisions on them lock them before they write to the trail, as `hide` does.
 */
export async function keepRefusal(tx: Db, user_session_id: number, hide: () => Promise<void>): Promise<void> {
  const email_key = await findMailboxOf(tx, user_session_id)
  if (email_key !== null && !(await findUpdateChoice(tx, email_key))) await setUpdateChoice(tx, email_key, false)
  await hide()
}

/** Turns emails about other roles on or off for a mailbox, and withdraws those that haven't been sent. Returns what to tell the candidate. */
export async function chooseUpdates(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  { email_key }: Pick<Applicant, 'email_key'>,
  wants_updates: boolean,
): Promise<string> {
  return db.transaction(async (tx) => {
    const hashes = mailboxHashes(keys, email_key)
    await setUpdateChoice(tx, email_key, wants_updates)
    if (wants_updates) await deleteUnsubscribed(tx, { kind: 'role-updates', emails: hashes })
    else {
      await insertUnsubscribed(tx, { kind: 'role-updates', email: hashes[0]! })
      await withdrawUnsubscribed(
        tx,
        hashes.map((email) => unsubscribeUrl({ env, keys }, { kind: 'role-updates', email })),
      )
    }
    await recordAudit(tx, { actor: 'candidate', action: 'candidate.updates-chosen', subject_kind: 'email', facts: { wants_updates } })
    return wants_updates ? UPDATES_ON : UPDATES_OFF
  })
}

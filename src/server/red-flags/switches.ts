import { RATIONALE_DISABLED, type Generator } from '#contract/red-flags/red-flags.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findKnown } from '#server/people/find-known.ts'
import type { RationaleGenerator } from '#server/rationale/generator.ts'
import type { Services } from '#server/services.ts'
import { findSwitches, listFeedback, setOptOut } from './store.ts'

/** A null `rationale` means generation is turned off for the whole installation. */
export type SwitchContext = Pick<Services, 'db'> & { rationale: Pick<RationaleGenerator, 'name' | 'prepare'> | null }

/**
 * Returns what drafts rationales for an applicant (or in general, if none is given), and which switch turns it off, if any. 404 for an unknown
 * applicant.
 */
export async function readSwitches({ db, rationale }: SwitchContext, caller: StaffCaller, user_session_id: number | undefined): Promise<Generator> {
  const { disabledBy, opted_out } = await findDisabled({ db, rationale }, caller, user_session_id)
  // The caller is about to open the review, so this loads the feedback ahead of the first draft.
  if (disabledBy === null) {
    const known = user_session_id === undefined ? null : await findKnown(db, user_session_id, caller.scope)
    rationale!.prepare?.({ feedback: user_session_id === undefined ? [] : await listFeedback(db, user_session_id), mask: known })
  }
  return { generator: disabledBy === null ? rationale!.name : null, off: disabledBy, opted_out }
}

/** 403 if a switch turns off drafts for this applicant, 404 for an unknown applicant. */
export async function rejectIfOff(context: SwitchContext, caller: StaffCaller, user_session_id: number): Promise<void> {
  const { disabledBy } = await findDisabled(context, caller, user_session_id)
  if (disabledBy) throw new HttpError(403, RATIONALE_DISABLED[disabledBy])
}

async function findDisabled({ db, rationale }: SwitchContext, caller: StaffCaller, user_session_id: number | undefined) {
  const applicant = user_session_id === undefined ? null : found(await findSwitches(db, user_session_id, caller.scope), unknown(user_session_id))
  const opted_out = applicant?.rationale_opt_out_flag ?? false
  const isRoleOff = applicant?.generated_rationale_flag === false
  const disabledBy = rationale === null ? 'installation' : isRoleOff ? 'role' : opted_out ? 'candidate' : null
  return { disabledBy, opted_out } as const
}

/** Records a candidate's opt-out from generated rationales, or reverses it. 404 for an unknown applicant. */
export async function optOut(
  { db, rationale }: SwitchContext,
  caller: StaffCaller,
  asked: { user_session_id: number; opted_out: boolean },
): Promise<Generator> {
  return db.transaction(async (tx) => {
    const { user_session_id, opted_out } = asked
    const stored = found(await findSwitches(tx, user_session_id, caller.scope), unknown(user_session_id))
    if (stored.rationale_opt_out_flag !== opted_out) {
      await setOptOut(tx, user_session_id, opted_out)
      const action = opted_out ? 'rationale.opted-out' : 'rationale.opted-in'
      await recordAudit(tx, { actor: caller, action, subject_kind: 'applicant', subject_id: user_session_id })
    }
    return readSwitches({ db: tx, rationale }, caller, user_session_id)
  })
}

function unknown(user_session_id: number): string {
  return `Applicant with user_session_id=${user_session_id} was not found`
}

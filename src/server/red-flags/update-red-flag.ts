import type { RedFlag } from '#contract/red-flags/red-flags.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isUniqueViolation } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rejectStale } from '#server/http/versions.ts'
import type { Services } from '#server/services.ts'
import { recordVersion } from '#server/versions/record-version.ts'
import { findRedFlag, insertRedFlag, lockRedFlag, setRedFlag, type RedFlagChange } from './store.ts'

type RedFlagUpdate = RedFlagChange & { id: number; version?: number | undefined }

/** 404 if unknown, 409 if it has changed since or another red flag has the same text. */
export async function updateRedFlag(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { id, version, red_flag_desc, signal_words }: RedFlagUpdate,
): Promise<RedFlag> {
  const change = { ...(red_flag_desc !== undefined && { red_flag_desc }), ...(signal_words && { signal_words: eachOnce(signal_words) }) }
  return db
    .transaction(async (tx) => {
      const stored = await lockRedFlag(tx, id)
      if (!stored) throw new HttpError(404, 'That red flag was not found.')
      rejectStale(stored, version)
      if (red_flag_desc !== undefined && red_flag_desc !== stored.red_flag_desc)
        await recordVersion(tx, {
          kind: 'red_flag',
          of_id: id,
          user_session_id: null,
          before: { content: { red_flag_desc: stored.red_flag_desc }, written_by: null, written_at: stored.modified_at },
          after: { red_flag_desc },
          by: caller,
        })
      await setRedFlag(tx, id, { ...change, modified_by: caller.staff_account_id })
      await recordAudit(tx, { actor: caller, action: 'red-flag.changed', subject_kind: 'red-flag', subject_id: id, facts: { fields: Object.keys(change) } })
      return (await findRedFlag(tx, id))!
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new HttpError(409, 'Another red flag has this description.') : error
    })
}

/** 409 if another red flag has the same text. */
export async function createRedFlag(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  requested: { red_flag_desc: string; signal_words: string[] },
): Promise<RedFlag> {
  return db
    .transaction(async (tx) => {
      const id = await insertRedFlag(tx, requested.red_flag_desc, { signal_words: eachOnce(requested.signal_words), modified_by: caller.staff_account_id })
      await recordAudit(tx, { actor: caller, action: 'red-flag.created', subject_kind: 'red-flag', subject_id: id })
      return (await findRedFlag(tx, id))!
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new HttpError(409, 'Another red flag has this description.') : error
    })
}

function eachOnce(signal_words: string[]): string[] {
  return [...new Map(signal_words.map((word) => [word.toLowerCase(), word])).values()]
}

import type { ExclusionMatch } from '#contract/licenses/law-and-lists.ts'
import { MATCH_CLOSED, recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Upload } from '#server/http/uploads.ts'
import type { Services } from '#server/services.ts'
import { countExclusions, insertMatches, listCompared, listExclusionMatches, lockExclusions, replaceExclusions, setMatchClosed } from './store.ts'
import { readLeie, invalidListError } from './leie.ts'
import { nameKeys } from './name-keys.ts'

type LoadOptions = { isSmaller?: boolean; actor?: StaffCaller | null }

/** A file this much smaller than the loaded one is probably truncated. */
const MIN_SHARE = 0.8

/**
 * Replaces the exclusion list, entirely or not at all, and compares everyone it applies to. Throws 422 with an explanation for an incomplete file, or
 * for one much smaller than the last list unless `isSmaller` confirms it. `actor` is the owner who loads it; null for an operator.
 */
export async function loadExclusions(db: Db, text: string, { isSmaller = false, actor = null }: LoadOptions = {}): Promise<{ rows: number; matches: number }> {
  const exclusions = await readLeie(text)
  return db.transaction(async (tx) => {
    await lockExclusions(tx)
    const before = await countExclusions(tx)
    if (!isSmaller && exclusions.length < before * MIN_SHARE)
      throw invalidListError(
        `The file has ${exclusions.length} ${exclusions.length === 1 ? 'person' : 'people'}, and the list in use has ${before}: it may be incomplete. If it's correct, confirm that below, or with --smaller.`,
      )
    await replaceExclusions(tx, exclusions)
    await recordAudit(tx, { actor, action: 'license.exclusions-loaded', subject_kind: 'exclusions', facts: { rows: exclusions.length } })
    return { rows: exclusions.length, matches: await compareWithExclusions(tx) }
  })
}

/** Does the same for an owner. Only one person may know how many possible matches there are, so the number isn't returned. */
export async function uploadExclusions({ db }: Context, actor: StaffCaller, { fields, file }: Upload): Promise<{ rows: number }> {
  if (!file || file.content.length === 0) throw fieldError(422, 'list', 'Select the exclusion list.')
  const { rows } = await loadExclusions(db, file.content.toString('utf8'), { isSmaller: fields['is_smaller'] === 'yes', actor })
  return { rows }
}

/** Compares everyone in panel interviews or with an accepted offer. A match creates a task for a person but changes nothing about the applicant. */
export async function compareWithExclusions(tx: Db): Promise<number> {
  let matches = 0
  for (const { user_session_id, first_name, last_name, npi } of await listCompared(tx))
    matches += await insertMatches(tx, user_session_id, { npi, keys: nameKeys(first_name ?? '', last_name ?? '') })
  return matches
}

type Context = Pick<Services, 'db' | 'env'>

const isContact = ({ env }: Context, { email }: StaffCaller) => email === env.EXCLUSION_CONTACT

/** Only one person may see suspected matches; no one else can tell whether there are any. */
export async function listMatches(desk: Context, caller: StaffCaller): Promise<ExclusionMatch[]> {
  return isContact(desk, caller) ? listExclusionMatches(desk.db) : []
}

/** Closes a possible match. Throws 404 if it's unknown or already closed, or if the caller can't see it. */
export async function closeMatch(desk: Context, caller: StaffCaller, { id, reason }: { id: number; reason: string }): Promise<ExclusionMatch> {
  return desk.db.transaction(async (tx) => {
    const match = isContact(desk, caller) && (await setMatchClosed(tx, id, { closed_by: caller.staff_account_id, closed_reason: reason }))
    if (!match) throw new HttpError(404, "That match wasn't found, or it's already closed.")
    // Without the applicant or the reason, because everyone who reads the trail sees this row. The match has both.
    await recordAudit(tx, {
      actor: caller,
      action: MATCH_CLOSED,
      subject_kind: 'exclusions',
      facts: { exclusion_match_id: match.exclusion_match_id },
    })
    return match
  })
}

import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { nameKey } from '#contract/applications/person-keys.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listFound, type SearchTerms } from './find-store.ts'

/**
 * Applicants of all roles by number or the candidate's reference, by alias and, when identities may be shown, by the beginning of a name or an email. The audit trail
 * records who was shown with a name, not what was typed.
 */
export async function findApplicants(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { text, identifiable }: { text: string; identifiable: boolean },
): Promise<ApplicantName[]> {
  const found = await listFound(db, caller.scope, { ...numberAndAlias(text), ...(identifiable ? nameAndEmail(text) : { names: [], email: null }) })
  if (!identifiable) return found.map((one) => viewOf(NO_ONE, viewerOf(env, { identifiable })).show('name', one))
  if (found.length > 0) {
    const facts = { user_session_ids: found.map((one) => one.user_session_id) }
    await recordAudit(db, { actor: caller, action: 'applicants.found', subject_kind: 'applicants', facts })
  }
  return found
}

function numberAndAlias(text: string): Pick<SearchTerms, 'id' | 'reference' | 'alias'> {
  const code = /^(?:applicant )?([0-9a-f]{1,4}(?:-\d{0,6})?)$/i.exec(text)?.[1]
  const reference = text.replace(/[\s-]/g, '').toUpperCase()
  return {
    reference: /^[2-9A-Z]{8}$/.test(reference) ? reference : null,
    id: /^\d{1,9}$/.test(text) ? Number(text) : null,
    alias: code ? `Applicant ${code.toUpperCase()}` : null,
  }
}

/** A name without accents and as it's written: last names are indexed with their accents. */
function nameAndEmail(text: string): Pick<SearchTerms, 'names' | 'email'> {
  const compared = nameKey(text, 'x')?.slice(0, -2)
  return { names: [...new Set([compared, text.toLowerCase()].filter((one) => one !== undefined))], email: text.toLowerCase() }
}

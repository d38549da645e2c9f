import { MAX_FOUND, type FoundApplicant } from '#contract/applicants/find-applicants.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { listFound, listResembling, type FoundRow } from './find-store.ts'
import { detailsOf, resembling, termsOf } from './search-terms.ts'

/**
 * Finds applicants across roles by number, reference and alias and, when identities may be shown, by name, email, profile or phone number, also from
 * a pasted signature or with typos; each person is then one row. The audit trail records who was shown by name, not what was typed.
 */
export async function findApplicants(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { text, identifiable }: { text: string; identifiable: boolean },
): Promise<FoundApplicant[]> {
  const { scope } = caller
  const terms = termsOf(text, identifiable)
  const details = detailsOf(terms)
  const exact = details ? await listFound(db, scope, details) : []
  const found = exact.length > 0 ? exact : await listFound(db, scope, terms)
  if (!identifiable) return found.slice(0, MAX_FOUND).map((one) => viewOf(NO_ONE, viewerOf(env, { identifiable })).show('name', one))
  const mistyped = found.length === 0 ? resembling(text) : null
  const people = peopleOf(mistyped ? await listResembling(db, scope, mistyped) : found).slice(0, MAX_FOUND)
  if (people.length > 0) {
    const facts = { user_session_ids: people.flat().map((one) => one.user_session_id) }
    await recordAudit(db, { actor: caller, action: 'applicants.found', subject_kind: 'applicants', facts })
  }
  return people.map(present)
}

/** Groups applications by person, in order of best match; applications by one person share an address or profile. */
function peopleOf(rows: FoundRow[]): FoundRow[][] {
  const people: FoundRow[][] = []
  for (const row of rows) {
    const isSame = (one: FoundRow) =>
      (one.email_key !== null && one.email_key === row.email_key) || (one.linkedin_key !== null && one.linkedin_key === row.linkedin_key)
    const person = people.find((group) => group.some(isSame))
    if (person) person.push(row)
    else people.push([row])
  }
  return people
}

/** Shows their most recently active application. */
function present(applications: FoundRow[]): FoundApplicant {
  const [latest] = applications.toSorted((one, other) => Date.parse(other.last_activity_at) - Date.parse(one.last_activity_at))
  const { email_key: _email, linkedin_key: _linkedin, in_full: _full, last_activity_at, ...shown } = latest!
  return { ...shown, last_activity_at: new Date(last_activity_at).toISOString(), applications: applications.length }
}

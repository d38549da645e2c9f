import type { Person, PersonApplication } from '#contract/applicants/person.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { listDecisions, listEmails, listFiles, listInterviews, listOfNames, listOfPerson, type PersonRow } from './person-store.ts'

/**
 * All applications by the person behind this one: everything in the caller's scope with the same email address or profile and, separately, those with
 * only the same name. Throws 404 when there is no such application, 409 with identities hidden, because a person has no alias.
 */
export async function readPerson(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<Person> {
  const own = await listOfPerson(db, user_session_id, caller.scope)
  if (own.length === 0) throw notFound(user_session_id)
  if (!identifiable) throw new HttpError(409, "Show names to see all of a person's applications.")
  const names = [...new Set(own.flatMap((one) => one.name_key ?? []))]
  const others = await listOfNames(db, { names, except: own.map((one) => one.user_session_id), scope: caller.scope })
  const rows = [...own, ...others]
  for (const one of rows) await recordReveal(db, caller, { user_session_id: one.user_session_id, shown: 'person' })
  const ids = rows.map((one) => one.user_session_id)
  const parts = {
    decisions: byApplication(await listDecisions(db, ids)),
    emails: byApplication(await listEmails(db, ids)),
    files: byApplication(await listFiles(db, ids)),
    interviews: byApplication(await listInterviews(db, ids)),
  }
  const present = (row: PersonRow): PersonApplication => {
    const { submitted, email_key: _email, linkedin_key: _linkedin, name_key: _name, ...shown } = row
    const of = row.user_session_id
    return {
      ...shown,
      application_submitted_datetime_utc: iso(submitted),
      same_as: rows.flatMap((other) => sharedFields(row, other)),
      decisions: parts.decisions(of),
      emails: parts.emails(of),
      files: parts.files(of),
      interviews: parts.interviews(of),
    }
  }
  return { applications: own.map(present), same_name: others.map(present) }
}

function sharedFields(one: PersonRow, other: PersonRow): PersonApplication['same_as'] {
  if (one === other) return []
  const keys = { email: 'email_key', linkedin: 'linkedin_key', name: 'name_key' } as const
  return (['email', 'linkedin', 'name'] as const)
    .filter((on) => one[keys[on]] !== null && one[keys[on]] === other[keys[on]])
    .map((on) => ({ user_session_id: other.user_session_id, on }))
}

function byApplication<Row extends { user_session_id: number; at: string }>(rows: Row[]): (user_session_id: number) => Omit<Row, 'user_session_id'>[] {
  const found = Map.groupBy(rows, (row) => row.user_session_id)
  return (id) => (found.get(id) ?? []).map(({ user_session_id: _id, ...row }) => ({ ...row, at: iso(row.at) }))
}

function iso(at: string): string {
  return new Date(at).toISOString()
}

import { Temporal } from 'temporal-polyfill'
import { recordRead } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Filter } from '#server/applicants/list/list-store.ts'

/** Records which details of an applicant someone saw while names were shown. */
export type RevealedPart =
  | 'application'
  | 'email'
  | 'emails'
  | 'linked applications'
  | 'person'
  | 'history'
  | 'notes'
  | 'feedback to them'
  | 'licenses'
  | 'versions'
  | 'feedback'
  | 'rationales'

export function recordReveal(db: Db, actor: StaffCaller, { user_session_id, shown }: { user_session_id: number; shown: RevealedPart }): Promise<void> {
  return recordRead(db, actor, { action: 'applicant.revealed', subject_kind: 'applicant', subject_id: user_session_id, facts: { shown } })
}

/** The list that was seen. `ids` are the applicants it had; if omitted, all that the filter matches. */
type SeenList = Omit<Filter, 'order'> & { order: Pick<Filter['order'], 'time_zone'>; identifiable: boolean }

/** Records that a list of applicants was seen: `applicants.revealed` if it had names, `applicants.exported` for a file with or without them. */
export function recordList(db: Db, actor: StaffCaller, action: 'applicants.revealed' | 'applicants.exported', seen: SeenList): Promise<void> {
  const { roleId, days_ago, since, ref_application_status_id, identifiable, ids, scope } = seen
  return recordRead(db, actor, {
    action,
    subject_kind: 'applicants',
    ...(roleId !== 'all' && !ids && { subject_id: roleId }),
    facts: ids
      ? { user_session_ids: ids, identifiable }
      : {
          ref_function_role_id: roleId,
          days_ago,
          ...(since && { since }),
          submitted_from: submittedFrom(seen),
          ref_application_status_id,
          ...(scope !== 'everyone' && { scope }),
          identifiable,
        },
  })
}

/** The filter's first moment, as in `matchesFilter`. */
function submittedFrom({ days_ago, since, order: { time_zone } }: SeenList): string {
  const earliest = Temporal.Now.plainDateISO(time_zone).subtract({ days: days_ago })
  const day = since && Temporal.PlainDate.compare(since, earliest) > 0 ? Temporal.PlainDate.from(since) : earliest
  return new Date(day.toZonedDateTime(time_zone).epochMilliseconds).toISOString()
}

import { recordVersion } from './record-version.ts'
import type { Db } from '#server/db/connect.ts'

export type Contact = { first_name: string | null; last_name: string | null; email: string | null; linkedin_profile_url: string | null }
type Session = Contact & { user_session_id: number; created_at: string; application_submitted_datetime_utc: string | null }

/** Records a candidate's contact details before they change; the application must be locked. */
export async function recordContactVersion(tx: Db, session: Session, changed: Partial<Contact>): Promise<void> {
  const { user_session_id, application_submitted_datetime_utc, created_at } = session
  const was = contactIn(session)
  await recordVersion(tx, {
    kind: 'contact',
    of_id: user_session_id,
    user_session_id,
    before: { content: was, written_by: null, by_candidate: true, written_at: application_submitted_datetime_utc ?? created_at },
    after: { ...was, ...changed },
    by: 'candidate',
  })
}

const contactIn = ({ first_name, last_name, email, linkedin_profile_url }: Contact): Contact => ({ first_name, last_name, email, linkedin_profile_url })

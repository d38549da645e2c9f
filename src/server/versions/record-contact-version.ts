import type { Identity } from '#contract/applications/person-keys.ts'
import { recordVersion } from './record-version.ts'
import type { Db } from '#server/db/connect.ts'

type Session = Identity & { user_session_id: number; created_at: string; application_submitted_datetime_utc: string | null }

/** Records a candidate's contact details before they change; the application must be locked. */
export async function recordContactVersion(tx: Db, session: Session, changed: Partial<Identity>): Promise<void> {
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

const contactIn = ({ first_name, last_name, email, linkedin_profile_url }: Identity): Identity => ({ first_name, last_name, email, linkedin_profile_url })

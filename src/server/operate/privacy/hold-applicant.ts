import { recordAudit } from '#server/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { lockSubject, setHold } from './privacy-store.ts'

/** Puts an application on legal hold, or lifts the hold if the reason is null. The reason is stored in the row, not in the audit trail. */
export async function holdApplicant({ db }: Pick<Services, 'db'>, user_session_id: number, reason: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    const subject = await lockSubject(tx, user_session_id)
    if (!subject) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
    if (subject.erased_at) throw new Error(`Application ${user_session_id} has already been erased.`)
    await setHold(tx, user_session_id, reason)
    await recordAudit(tx, {
      actor: null,
      action: reason === null ? 'applicant.hold-lifted' : 'applicant.held',
      subject_kind: 'applicant',
      subject_id: user_session_id,
    })
  })
}

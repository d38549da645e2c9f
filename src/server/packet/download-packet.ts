import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { rejectBeforeOwnFeedback } from '#server/feedback/own-feedback-first.ts'
import { HttpError } from '#server/http/http-error.ts'
import { makePacket } from './make-packet.ts'
import { isShown } from './packet-store.ts'

type Wish = { id: number; blind: boolean; format: 'pdf' | 'json' }

/** One file of a packet, sealed on its first download. 404 for an applicant the caller may not see, 403 before an interviewer's own feedback is in. */
export async function downloadPacket(db: Db, caller: StaffCaller, { id, blind, format }: Wish): Promise<{ content: Buffer; name: string }> {
  if (!(await isShown(db, id))) throw new HttpError(404, `Applicant with user_session_id=${id} was not found`)
  await rejectBeforeOwnFeedback(db, caller, id)
  const { json, pdf, head } = await makePacket(db, { user_session_id: id, isBlind: blind, actor: caller })
  await recordAudit(db, {
    actor: caller,
    action: 'packet.downloaded',
    subject_kind: 'applicant',
    subject_id: id,
    facts: { format, is_blind: blind, sealed_by: Number(head.split(':')[0]) },
  })
  return { content: format === 'pdf' ? pdf : Buffer.from(json), name: `packet-${id}${blind ? '-blind' : ''}.${format}` }
}

import * as calls from '#contract/applicants/collaboration.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { assignApplicant, assignMany, listColleaguesFor } from './colleagues.ts'
import { deleteNote, listNotes, writeNote } from './notes.ts'
import { listAssigned, listUnreadMentions } from './collaboration-store.ts'

export function collaborationRoutes(context: AppContext): void {
  const { services } = context

  answer(context, calls.listColleagues, async ({ input, caller }) => {
    const submitted = await findSubmitted(services.db, input.id, caller.scope)
    if (!submitted) throw notFound(input.id)
    return (await listColleaguesFor(services, submitted.ref_function_role_id)).map((email) => ({ email }))
  })
  answer(context, calls.assignApplicant, ({ input, caller }) => assignApplicant(services, caller, { user_session_id: input.id, email: input.email }))
  answer(context, calls.assignMany, ({ input, caller }) => assignMany(services, caller, input))
  answer(context, calls.listNotes, ({ input, caller }) => listNotes(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
  answer(context, calls.writeNote, ({ input, caller }) => writeNote(services, caller, { user_session_id: input.id, note_text: input.note_text }))
  answer(context, calls.deleteNote, ({ input, caller }) => deleteNote(services, caller, input))
  answer(context, calls.listWaitingForMe, async ({ caller }) => ({
    mentions: await listUnreadMentions(services.db, caller),
    assigned: await listAssigned(services.db, caller),
  }))
}

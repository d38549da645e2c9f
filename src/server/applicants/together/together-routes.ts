import { assignApplicant as assignCall, listColleagues as listColleaguesCall } from '#contract/together.ts'
import { notFound } from '#server/applicants/decide/move-applicant.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { assignApplicant } from './assign-applicant.ts'
import { listColleaguesFor } from './colleagues.ts'

export function togetherRoutes(context: AppContext): void {
  const { services } = context

  answer(context, listColleaguesCall, async ({ input, caller }) => {
    const submitted = await findSubmitted(services.db, input.id, caller.scope)
    if (!submitted) throw notFound(input.id)
    return (await listColleaguesFor(services, submitted.ref_function_role_id)).map((email) => ({ email }))
  })
  answer(context, assignCall, ({ input, caller }) => assignApplicant(services, caller, { user_session_id: input.id, email: input.email }))
}

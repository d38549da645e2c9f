import { deleteDraft as deleteCall, DRAFT_SENT, readDraft as readCall, saveDraft as saveCall } from '#contract/candidate/drafts.ts'
import { purposeHash } from '#server/http/keys.ts'
import { applicationCookies } from '#server/applications/cookie.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { draftCookie, setDraftCookie } from './draft-cookie.ts'
import { deleteDraftBy } from './draft-store.ts'
import { readDraft, saveDraft } from './save-draft.ts'

export function draftRoutes(context: AppContext): void {
  const { services } = context
  const { db, env } = services

  answer(context, saveCall, async ({ input, caller, request, reply }) => {
    const { ref_function_role_id } = input
    const browser = { key: draftCookie(request, env, ref_function_role_id), cookies: applicationCookies(request), ip: caller.ip }
    const { key, ...saved } = await saveDraft(services, input, browser)
    setDraftCookie(reply, env, { ref_function_role_id, key })
    return { message: DRAFT_SENT, ...saved }
  })
  answer(context, readCall, ({ input }) => readDraft(services, input.key))
  answer(context, deleteCall, async ({ input }) => {
    if (!(await deleteDraftBy(db, purposeHash('draft', input.key)))) throw new HttpError(404, 'These answers are no longer available.')
    return null
  })
}

import { useQueryClient } from '@tanstack/react-query'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { undoCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { undoStatus } from '#contract/applicants/moves.ts'
import { forgetHistory, patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { lastToUndo, markUndone, type RecentAction, type Undo } from './recent-actions.ts'

/** Undoes an action, or part of it. */
export function useUndo() {
  const client = useQueryClient()

  /** Returns whether the email had already been sent. */
  async function undoOne({ kind, undo_token, user_session_id }: Undo): Promise<boolean> {
    if (kind === 'email') {
      const { ref_application_status_id } = await call(undoCandidateEmail, { undo_token }, { retries: 0 })
      if (ref_application_status_id !== null) patchApplicant(client, user_session_id, { has_emailed_application_status: false })
      // The reply date may have moved back.
      void client.invalidateQueries({ queryKey: keyOf(readApplicant) })
      return false
    }
    const { ref_application_status_id, application_status, has_emailed_application_status, email } = await call(undoStatus, { undo_token }, { retries: 0 })
    patchApplicant(client, user_session_id, { ref_application_status_id, application_status, has_emailed_application_status, status_changed_at: undefined })
    return email === 'gone'
  }

  async function undo(action: RecentAction, part: Undo[] = action.undo): Promise<void> {
    markUndone(action.id, part)
    const outcomes = await Promise.allSettled(part.map(undoOne))
    for (const { user_session_id } of part) forgetHistory(client, user_session_id)
    const done = outcomes.filter((one) => one.status === 'fulfilled')
    const failed = outcomes.filter((one) => one.status === 'rejected')
    const gone = done.filter((one) => one.value).length
    if (failed.length > 0) return warn(`${done.length} of ${part.length} undone. ${errorMessage(failed[0]!.reason)}`)
    if (gone > 0) return warn(`Undone, but ${gone === 1 ? 'the email had' : `${gone} emails had`} already been sent.`)
    notify(`Undone: ${part.length === 1 && action.undo.length > 1 ? part[0]!.name : action.what}`)
  }

  function undoLast(): void {
    const action = lastToUndo(Date.now())
    if (action) void undo(action)
    else notify("There's nothing to undo.")
  }
  return { undo, undoLast }
}

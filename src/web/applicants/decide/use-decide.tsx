import { Button, Group } from '@mantine/core'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listHistory, readApplicant, type Applicant } from '#contract/applicants.ts'
import { listCandidateEmails, sendCandidateEmail } from '#contract/candidate-emails.ts'
import { undoStatus, updateStatus, type NewState } from '#contract/moves.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { call, isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell, warn, withdraw } from '#web/ui/toast.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { lastToUndo, markUndone, rememberAction, type RecentAction } from '#web/applicants/one/recent-actions.ts'
import { patchApplicant } from '#web/applicants/table/use-applicants.ts'

const TOAST_MS = 12_000

export type Decision = { to: number; template_name: string | null }
/** `unsent` says why the email was not queued, after the status was changed. */
export type Decided = { state: NewState; unsent: string | null }

/** Takes a decision about one applicant, at once on the screen and then on the server; throws and restores what was there when that fails. */
export function useDecide() {
  const client = useQueryClient()
  const { nameOf: statusName } = useStatuses()

  async function decide(applicant: Applicant, { to, template_name }: Decision): Promise<Decided> {
    const { user_session_id } = applicant
    patchApplicant(client, user_session_id, {
      ref_application_status_id: to,
      application_status: statusName(to),
      has_emailed_application_status: template_name !== null,
    })
    try {
      const state = await moved(applicant, to)
      const unsent = template_name ? await sent(applicant, to, template_name).then(nothing, whyOf) : null
      patchApplicant(client, user_session_id, {
        ...pick(state),
        ...(template_name && { has_emailed_application_status: unsent === null || state.has_emailed_application_status }),
      })
      return { state, unsent }
    } catch (failure) {
      patchApplicant(client, user_session_id, standingOf(applicant))
      if (isCallFailure(failure) && failure.status === 409) await reread(applicant)
      throw failure
    } finally {
      forgetStories(client, user_session_id)
    }
  }

  /** Somebody else was faster: what stands there now is shown, and can be decided about again. */
  async function reread({ user_session_id }: Applicant): Promise<void> {
    const now = await call(readApplicant, { id: user_session_id, identifiable: false }, { retries: 0 }).catch(nothing)
    if (now) patchApplicant(client, user_session_id, standingOf(now))
  }

  async function undo(action: RecentAction): Promise<void> {
    markUndone(action.id)
    withdraw(toastOf(action))
    const outcomes = await Promise.allSettled(action.undo.map(({ undo_token }) => call(undoStatus, { undo_token }, { retries: 0 })))
    const done = outcomes.filter((one) => one.status === 'fulfilled').map((one) => one.value)
    for (const state of done) {
      patchApplicant(client, state.user_session_id, pick(state))
      forgetStories(client, state.user_session_id)
    }
    const failed = outcomes.filter((one) => one.status === 'rejected')
    const gone = done.filter((state) => state.email === 'gone').length
    if (done.length > 0) tell(action.undo.length === 1 ? `Undone: ${action.what}` : `${done.length} of ${action.undo.length} undone: ${action.what}`)
    if (gone > 0) warn(`The status is back, but ${gone === 1 ? 'the e-mail had' : `${gone} e-mails had`} gone already.`)
    if (failed.length > 0) warn(`Not undone: ${whyOf(failed[0]!.reason)}`)
  }

  /** Remembers what was done and offers the way back. */
  function offerUndo(what: string, states: NewState[]): void {
    const undo = states.flatMap(({ user_session_id, undo_token }) => (undo_token ? [{ user_session_id, undo_token }] : []))
    const until = Math.min(...states.map((state) => Date.parse(state.undo_until ?? '9999-12-31')))
    const action = rememberAction({ what, until, undo })
    tell(
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{what}</span>
        {undo.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => void undoAction(action)} aria-keyshortcuts="z">
            Undo
          </Button>
        )}
      </Group>,
      { id: toastOf(action), autoClose: TOAST_MS },
    )
  }

  const undoAction = (action: RecentAction) => undo(action)
  const undoLast = () => {
    const action = lastToUndo(Date.now())
    if (action) void undo(action)
    else tell('There is nothing to undo.')
  }
  const say = (applicant: Applicant, to: number) => `${nameOf(applicant)}: ${statusName(to)}`
  return { decide, offerUndo, undo: undoAction, undoLast, say, statusName }
}

function nothing(): null {
  return null
}

function toastOf({ id }: RecentAction): string {
  return `action-${id}`
}

function moved({ user_session_id, ref_application_status_id }: Applicant, to: number): Promise<NewState> {
  return call(updateStatus, { user_session_id, ref_application_status_id: to, expected_status_id: ref_application_status_id }, { retries: 0 })
}

function sent(applicant: Applicant, expected_status_id: number, template_name: string) {
  const { user_session_id, first_name, last_name, email, function_role_name, ref_function_role_id, hiring_lead_email, hiring_lead_name } = applicant
  const candidate_info = { user_session_id, first_name, last_name, email, function_role_name, ref_function_role_id, hiring_lead_email, hiring_lead_name }
  return call(sendCandidateEmail, { candidate_info, template_name, expected_status_id }, { retries: 0 })
}

function standingOf({ ref_application_status_id, application_status, has_emailed_application_status }: Applicant) {
  return { ref_application_status_id, application_status, has_emailed_application_status }
}

function pick({ ref_application_status_id, application_status, has_emailed_application_status }: NewState) {
  return { ref_application_status_id, application_status, has_emailed_application_status }
}

function forgetStories(client: QueryClient, id: number): void {
  const isAbout = (input: unknown) => typeof input === 'object' && input !== null && Object.values(input).includes(id)
  void client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) => (path === listHistory.path || path === listCandidateEmails.path) && isAbout(input),
  })
}

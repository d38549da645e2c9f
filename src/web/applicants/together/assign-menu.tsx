import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { assignMany, listColleagues, listWaitingForMe, MAX_ASSIGNED } from '#contract/applicants/collaboration.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import { useSession } from '#web/auth/use-session.ts'
import { call } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { ids: number[]; /** Called with the applicants who were assigned if others weren't. */ onPartly: (assigned: number[]) => void }

/** Assigns everyone selected to a colleague, or to no one. */
export function AssignMenu({ ids, onPartly }: Props): ReactNode {
  const me = useSession('admin')?.email ?? ''
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const colleagues = useCall(listColleagues, { id: ids[0]! }, { enabled: isOpen })

  async function put(email: string | null): Promise<void> {
    setBusy(true)
    try {
      const { results } = await call(assignMany, { user_session_ids: ids, email }, { retries: 0 })
      const done = results.filter((one) => one.detail === null).map((one) => one.user_session_id)
      for (const id of done) patchApplicant(client, id, { assigned_to: email })
      const why = results.find((one) => one.detail !== null)?.detail
      if (why) {
        onPartly(done)
        warn(`${done.length} of ${applicantCount(ids.length)} assigned. ${done.length > 0 ? 'The others are still selected. ' : ''}${why}`)
      } else
        notify(email === null ? `Unassigned ${applicantCount(done.length)}.` : `Assigned ${applicantCount(done.length)} to ${email === me ? 'you' : email}.`)
    } catch (failure) {
      warn(errorMessage(failure))
    }
    setBusy(false)
    // Marks the list as stale without refetching it, because it shouldn't change while people decide.
    for (const endpoint of [listReview, listWaitingForMe]) void client.invalidateQueries({ queryKey: keyOf(endpoint), refetchType: 'none' })
  }
  const others = (colleagues.data ?? []).filter((one) => one.email !== me)
  return (
    <Menu opened={isOpen} onChange={setOpen} shadow="md" position="top-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" loading={isBusy} disabled={ids.length > MAX_ASSIGNED}>
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void put(me)}>I'm on it</Menu.Item>
        <Menu.Item onClick={() => void put(null)}>No one</Menu.Item>
        {others.map(({ email }) => (
          <Menu.Item key={email} onClick={() => void put(email)}>
            {email}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

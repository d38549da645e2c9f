import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { assignApplicant, listColleagues, listWaitingForMe } from '#contract/applicants/together.ts'
import { counted } from '#web/applicants/applicant-words.ts'
import { patchApplicant } from '#web/applicants/table/rows/list-cache.ts'
import { useSession } from '#web/auth/use-session.ts'
import { call, isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'

/** Assigning more than this one after another would take too long. */
const MOST = 100
/** Errors about one applicant: the next may still be assigned. */
const OF_ONE = [404, 422]

/** Assigns everyone selected to a colleague, or to no one. */
export function AssignMenu({ ids }: { ids: number[] }): ReactNode {
  const me = useSession('admin')?.email ?? ''
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const colleagues = useCall(listColleagues, { id: ids[0]! }, { enabled: isOpen })

  async function put(email: string | null): Promise<void> {
    setBusy(true)
    let [done, why] = [0, '']
    for (const id of ids) {
      try {
        await call(assignApplicant, { id, email }, { retries: 0 })
        patchApplicant(client, id, { assigned_to: email })
        done++
      } catch (failure) {
        why = whyOf(failure)
        if (!isCallFailure(failure) || !OF_ONE.includes(failure.status)) break
      }
    }
    setBusy(false)
    // Only marks the list as stale, because it stays still while people decide.
    for (const endpoint of [listReview, listWaitingForMe]) void client.invalidateQueries({ queryKey: keyOf(endpoint), refetchType: 'none' })
    if (done < ids.length) warn(`${done} of ${counted(ids.length)} assigned. ${why}`)
    else notify(email === null ? `No one is on ${counted(done)} now.` : `${email === me ? 'You are' : `${email} is`} on ${counted(done)} now.`)
  }
  const others = (colleagues.data ?? []).filter((one) => one.email !== me)
  return (
    <Menu opened={isOpen} onChange={setOpen} shadow="md" position="top-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" loading={isBusy} disabled={ids.length > MOST}>
          Assign
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void put(me)}>I’m on it</Menu.Item>
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

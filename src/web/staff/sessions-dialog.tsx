import { Button, Group, Modal, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { removePasskeysOf } from '#contract/auth/passkeys.ts'
import { endSessionOf, listSessionsOf } from '#contract/auth/sessions.ts'
import { listPeople, type Person } from '#contract/staff/staff.ts'
import { SessionList } from '#web/auth/sessions/session-list.tsx'
import { call } from '#web/call.ts'
import { Loaded, whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { person: Person; onEndAll: () => Promise<void>; onClose: () => void }

/** Where a person is signed in; one session can be ended, or all of them. */
export function SessionsDialog({ person, onEndAll, onClose }: Props): ReactNode {
  const id = person.staff_account_id!
  const sessions = useCall(listSessionsOf, { id })
  const memory = useQueryClient()

  async function end(session_id: number): Promise<void> {
    await call(endSessionOf, { id, session_id }).catch((failure: unknown) => warn(whyOf(failure)))
    await Promise.all([listSessionsOf, listPeople].map((one) => memory.invalidateQueries({ queryKey: keyOf(one) })))
  }

  async function resetPasskeys(): Promise<void> {
    await call(removePasskeysOf, { id }).then(
      () => notify(`${person.email} signs in without a passkey next time, and can add a new one.`),
      (failure: unknown) => warn(whyOf(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listPeople) })
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Sessions: ${person.email}`} centered size="lg">
      <Loaded
        query={sessions}
        waiting={<Skeleton height={120} aria-label="Loading sessions" />}
        failed={(why, again) => <Trouble again={again}>{why}</Trouble>}
      >
        {(all) => <SessionList sessions={all} onEnd={({ auth_session_id }) => void end(auth_session_id)} />}
      </Loaded>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {person.passkeys > 0 && (
          <Button variant="default" onClick={() => void resetPasskeys()}>
            Remove passkeys
          </Button>
        )}
        <Button color="red" onClick={() => void onEndAll()}>
          End all sessions
        </Button>
      </Group>
    </Modal>
  )
}

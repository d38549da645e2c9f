import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { logoutEverywhere, type StaffRole } from '#contract/auth/auth.ts'
import { endOwnSession, listOwnSessions, type Session } from '#contract/auth/sessions.ts'
import { call } from '#web/call.ts'
import { isAnswered, Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import { clearPersonalData } from '../session.ts'
import { SessionList } from './session-list.tsx'

export function AdminSessionsScreen(): ReactNode {
  return <SessionsScreen area="admin" />
}

export function InterviewerSessionsScreen(): ReactNode {
  return <SessionsScreen area="interviewer" />
}

function SessionsScreen({ area }: { area: StaffRole }): ReactNode {
  const sessions = useCall(listOwnSessions, {})
  const { end, endAll } = useEndSessions(area)
  return (
    <Stack maw={720}>
      <Title order={1}>Your sign-in</Title>
      <Text>These browsers are signed in as you. If you don't recognize one, sign it out and tell an owner.</Text>
      <Loaded
        query={sessions}
        waiting={<Skeleton height={160} aria-label="Loading your sessions" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(all) => <SessionList sessions={all} onEnd={(session) => void end(session)} />}
      </Loaded>
      {isAnswered(sessions) && (
        <>
          <Group>
            <Button variant="default" onClick={() => void endAll()}>
              Sign out everywhere
            </Button>
          </Group>
          <PasskeysPanel />
        </>
      )}
    </Stack>
  )
}

function useEndSessions(role: StaffRole) {
  const memory = useQueryClient()
  const navigate = useNavigate()

  async function end(session: Session): Promise<void> {
    await call(endOwnSession, { id: session.auth_session_id }).then(
      () => notify('Signed out on that device.'),
      (failure: unknown) => warn(errorMessage(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listOwnSessions) })
  }

  async function endAll(): Promise<void> {
    try {
      await call(logoutEverywhere, {})
      clearPersonalData(role)
      await navigate(`/${role}/login`, { replace: true })
    } catch (failure) {
      warn(errorMessage(failure))
    }
  }
  return { end, endAll }
}

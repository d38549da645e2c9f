import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { readInterviewerByEmail, type Interviewer } from '#contract/interviewers.ts'
import { INTERVIEWER_RECORD } from '#web/auth/session.ts'
import { signOut } from '#web/auth/sign-in.ts'
import { useEndedSession, useSession } from '#web/auth/use-session.ts'
import { call, isCallFailure } from '#web/call.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf } from '#web/ui/use-call.ts'

const NOT_FOUND = "You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added"

/** The signed-in interviewer's record, or null if the address has none; stored in this browser while they're signed in. */
export function useOwnInterviewer(): UseQueryResult<Interviewer | null> {
  const ended = useEndedSession('interviewer')
  // After a session ends, its screen stays behind the sign-in dialog with everything typed on it.
  const interviewer_email = useSession('interviewer')?.email ?? ended ?? ''
  return useQuery({
    queryKey: keyOf(readInterviewerByEmail, { interviewer_email }),
    enabled: interviewer_email !== '',
    queryFn: async ({ signal }) => {
      const found = await call(readInterviewerByEmail, { interviewer_email }, { signal }).catch((failure: unknown) => {
        if (isCallFailure(failure) && failure.status === 404) return null
        throw failure
      })
      if (found) localStorage.setItem(INTERVIEWER_RECORD, JSON.stringify(found))
      else localStorage.removeItem(INTERVIEWER_RECORD)
      return found
    },
  })
}

/** For registered interviewers only; everyone else is told whom to contact. */
export function OwnInterviewer({ children }: { children: (interviewer: Interviewer) => ReactNode }): ReactNode {
  return (
    <Loaded
      query={useOwnInterviewer()}
      waiting={
        <Center mih="40vh">
          <Loader aria-label="Loading" />
        </Center>
      }
      failed={(_why, again) => <ErrorNotice again={again}>Error fetching interviewer</ErrorNotice>}
    >
      {(interviewer) => (interviewer ? children(interviewer) : <NotFound />)}
    </Loaded>
  )
}

function NotFound(): ReactNode {
  const navigate = useNavigate()
  const session = useSession('interviewer')
  return (
    <Stack align="start" maw={640}>
      <Title order={1}>You are signed in, but not registered</Title>
      <Text role="alert">{NOT_FOUND}</Text>
      <Group>
        <Text c="dimmed">Signed in as {session?.email}</Text>
        <Button
          variant="default"
          onClick={() => {
            signOut('interviewer')
            void navigate('/interviewer/login')
          }}
        >
          Sign out
        </Button>
      </Group>
    </Stack>
  )
}

import { Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { listBookingsInterviewers, listInterviewers, notYetAdded } from '#contract/interviewers.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import type { Guarded } from '#web/ui/editor/unsaved-guard.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { AddSection, MissingHint } from './add-section.tsx'
import { InterviewersTable } from './interviewers-table.tsx'
import { UpdateSection } from './update-section.tsx'
import { useAdding } from './use-interviewer-editing.ts'

/** Two halves that fail independently: interviewers come from our database, staff from the bookings service. */
export function InterviewersScreen(): ReactNode {
  const interviewers = useCall(listInterviewers, {})
  const bookings = useCall(listBookingsInterviewers, {})
  const staff = notYetAdded(bookings.data ?? [], interviewers.data ?? [])
  const adding = useAdding(staff)
  const also: Guarded = { isChanged: adding.isChanged, save: adding.submit, discard: adding.discard }
  return (
    <Stack>
      <Title order={1}>Interviewer Management</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Half title="Update Existing Interviewer">
          <Loaded query={interviewers} waiting={<Skeleton height={120} />} failed={(why, again) => <NotFetched why={why} again={again} />}>
            {(all) => <UpdateSection interviewers={all} also={also} />}
          </Loaded>
        </Half>
        <Half title="Add New Interviewer">
          <Loaded query={bookings} waiting={<Skeleton height={120} />} failed={(why, again) => <NotFetched why={why} again={again} />}>
            {() => <AddSection staff={staff} adding={adding} />}
          </Loaded>
          <MissingHint onRefresh={() => void bookings.refetch()} isRefreshing={bookings.isFetching} />
        </Half>
      </SimpleGrid>
      {interviewers.data && interviewers.data.length > 0 && <InterviewersTable interviewers={interviewers.data} />}
    </Stack>
  )
}

function Half({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h3" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function NotFetched({ why, again }: { why: string; again: () => void }): ReactNode {
  return (
    <Trouble title="Failed to fetch interviewers." again={again}>
      {why}
    </Trouble>
  )
}

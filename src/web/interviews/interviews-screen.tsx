import { Group, Loader, Select, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listInterviews, NO_INTERVIEW, type InterviewType } from '#contract/interviews.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { NothingChosen } from '#web/ui/editor/nothing-chosen.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { InterviewForm } from './interview-form.tsx'

export function InterviewsScreen(): ReactNode {
  const interviews = useCall(listInterviews, {})
  return (
    <Stack>
      <Title order={1}>Interview Instructions Editor</Title>
      <Loaded
        query={interviews}
        waiting={<Busy>Loading interview types...</Busy>}
        failed={(why, again) => (
          <Trouble title="Error Loading Interview Types" again={again}>
            {why}
          </Trouble>
        )}
      >
        {(all) => <Choice all={all} isRefreshing={interviews.isFetching} />}
      </Loaded>
    </Stack>
  )
}

function Choice({ all, isRefreshing }: { all: InterviewType[]; isRefreshing: boolean }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('interview')
  const interview = all.find((one) => String(one.ref_interview_id) === chosen)
  return (
    <>
      <Group align="end" gap="md">
        <Select
          label="Interview type"
          placeholder="Pick an interview type"
          w="min(32rem, 100%)"
          allowDeselect={false}
          value={interview ? chosen : null}
          onChange={(picked) => picked && picked !== chosen && setSearch({ interview: picked })}
          data={all.map((one) => ({ value: String(one.ref_interview_id), label: one.interview_name }))}
        />
        <output>{isRefreshing && <Busy>Refreshing interview types...</Busy>}</output>
      </Group>
      {interview ? (
        <InterviewForm key={chosen} interview={interview} />
      ) : (
        <NothingChosen label="Save Changes" refusal={NO_INTERVIEW}>
          Pick an interview type to see and edit its instructions.
        </NothingChosen>
      )}
    </>
  )
}

function Busy({ children }: { children: ReactNode }): ReactNode {
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden="true" />
      <Text>{children}</Text>
    </Group>
  )
}

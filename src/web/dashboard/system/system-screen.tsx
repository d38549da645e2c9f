import { Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { checkInstallation, FIRST_RUN_PATH, openFirstRun, type Finding } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { clock } from '#web/ui/clock.ts'
import { isAnswered, Loaded, whyOf } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { Installation } from './installation.tsx'
import { SuppressedAddresses } from './suppressed-addresses.tsx'
import { Message } from '#web/ui/message/message.tsx'

/** Checks scan whole tables and ask other servers, so they run on arrival and on request, not whenever the window gets the focus. */
const ONLY_WHEN_ASKED = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const

export function SystemScreen(): ReactNode {
  const checks = useCall(checkInstallation, {}, ONLY_WHEN_ASKED)
  return (
    <Stack maw={760}>
      <Group justify="space-between">
        <ArrivalTitle>System Status</ArrivalTitle>
        <Group gap="xs">
          <Button variant="default" onClick={() => void changeSettings()}>
            Change settings
          </Button>
          <Button variant="default" loading={checks.isFetching} onClick={() => void checks.refetch()}>
            Check again
          </Button>
        </Group>
      </Group>
      <Installation />
      <Loaded
        query={checks}
        waiting={<Skeleton height={300} aria-label="Checking the system" />}
        failed={(why, again) => <Trouble again={again}>{why}</Trouble>}
      >
        {(found) => <Checks found={found} />}
      </Loaded>
      {isAnswered(checks) && <SuppressedAddresses onAllowed={() => void checks.refetch()} />}
    </Stack>
  )
}

/** Opens the first-run page, which isn't part of the staff app. */
async function changeSettings(): Promise<void> {
  try {
    await call(openFirstRun, {})
    location.assign(FIRST_RUN_PATH)
  } catch (failure) {
    warn(whyOf(failure))
  }
}

function Checks({ found: { checked_at, findings } }: { found: Output<typeof checkInstallation> }): ReactNode {
  const inState = (state: Finding['state']) => findings.filter((one) => one.state === state)
  const [problems, warnings, fine] = [inState('problem'), inState('warning'), inState('fine')]
  return (
    <>
      <Text role="status" c="dimmed">
        Checked at {clock(checked_at)}: {countOf(problems.length, 'problem')}, {countOf(warnings.length, 'warning')}.
      </Text>
      {problems.length > 0 && (
        <Message
          tone="bad"
          title={
            <Title order={2} size="h4">
              Needs attention
            </Title>
          }
        >
          <Findings findings={problems} />
        </Message>
      )}
      {warnings.length > 0 && (
        <Message
          tone="warn"
          title={
            <Title order={2} size="h4">
              Worth a look
            </Title>
          }
        >
          <Findings findings={warnings} />
        </Message>
      )}
      <Title order={2} size="h4">
        No problem found
      </Title>
      <Findings findings={fine.filter(({ sentence }) => sentence !== null)} />
      <Text>Passed: {fine.flatMap(({ check, sentence }) => (sentence === null ? [check] : [])).join(', ')}.</Text>
      <Text c="dimmed">On the server, the rounds doctor command runs the same checks.</Text>
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }): ReactNode {
  return (
    <List listStyleType="none" spacing="xs" style={{ overflowWrap: 'anywhere' }}>
      {findings.map(({ check, sentence }) => (
        <List.Item key={check}>
          <Text fw={600}>{check[0]!.toUpperCase() + check.slice(1)}</Text>
          <Text>{sentence}</Text>
        </List.Item>
      ))}
    </List>
  )
}

function countOf(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`
}

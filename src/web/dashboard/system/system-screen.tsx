import { Button, Group, List, Skeleton, Stack, Text, Title, Paper } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  checkInstallation,
  FIRST_RUN_PATH,
  openFirstRun,
  type Finding,
  allowSuppressedAddress,
  listSuppressedAddresses,
  type SuppressedAddress,
} from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { ArrivalTitle } from '#web/ui/arrival-title.tsx'
import { clock } from '#web/ui/clock.ts'
import { isAnswered, Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { warn, notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { Message } from '#web/ui/message/message.tsx'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { Installation } from './installation.tsx'

/** Checks scan whole tables and ask other servers, so they run on arrival and on request, not whenever the window gets the focus. */
const REFETCH_ON_MOUNT = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const

export function SystemScreen(): ReactNode {
  const checks = useCall(checkInstallation, {}, REFETCH_ON_MOUNT)
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
        failed={(why, again) => (
          <ErrorNotice title="The checks couldn't be run" again={again}>
            {why}
          </ErrorNotice>
        )}
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
    warn(errorMessage(failure))
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
        No problems found
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

/** Addresses that get no email until someone allows it; renders nothing if there are none. */
function SuppressedAddresses({ onAllowed }: { onAllowed: () => void }): ReactNode {
  const suppressed = useCall(listSuppressedAddresses, {})
  return (
    <Loaded
      query={suppressed}
      waiting={<Skeleton height={40} aria-label="Loading addresses that get no emails" />}
      failed={(why, again) => (
        <ErrorNotice title="Suppressed addresses couldn't be loaded" again={again}>
          {why}
        </ErrorNotice>
      )}
    >
      {(all) =>
        all.length > 0 && (
          <section aria-labelledby="suppressed">
            <Title order={2} size="h4" id="suppressed">
              Addresses that get no emails
            </Title>
            <Text c="dimmed">Allowing an address doesn't resend failed emails. To resend one, use Retry on the applicant's page.</Text>
            <Stack component="ul" gap="sm" p={0} mt="sm" style={{ listStyle: 'none' }}>
              {all.map((one) => (
                <SuppressedRow key={one.email_id} suppressed={one} onAllowed={onAllowed} />
              ))}
            </Stack>
          </section>
        )
      }
    </Loaded>
  )
}

function SuppressedRow({ suppressed, onAllowed }: { suppressed: SuppressedAddress; onAllowed: () => void }): ReactNode {
  const { allow, isBusy } = useAllow(onAllowed)
  const { email_id, reason, since, applicant } = suppressed
  return (
    <Paper component="li" withBorder p="md" radius="md" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between">
        <div>
          <Text fw={600} component="div">
            {applicant ? <Link to={`/admin/applications/all/all/36500/${applicant.user_session_id}`}>{applicant.alias}</Link> : nameOf(suppressed)}
            {applicant && `, ${applicant.function_role_name}`}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {reason === 'reported' ? 'Reported our email as spam' : 'Email bounced'}: <DateTime at={since} />
          </Text>
        </div>
        <Button variant="default" loading={isBusy} aria-label={`Allow emails: ${nameOf(suppressed)}`} onClick={() => void allow(email_id)}>
          Allow emails
        </Button>
      </Group>
    </Paper>
  )
}

function useAllow(onAllowed: () => void) {
  const memory = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function allow(id: number): Promise<void> {
    setBusy(true)
    await call(allowSuppressedAddress, { id }).then(
      ({ message }) => notify(message),
      (failure: unknown) => warn(errorMessage(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listSuppressedAddresses) })
    setBusy(false)
    onAllowed()
  }
  return { allow, isBusy }
}

function nameOf({ applicant, staff_address }: SuppressedAddress): string {
  return applicant?.alias ?? staff_address ?? "Someone whose application isn't open"
}

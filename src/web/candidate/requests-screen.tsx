import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import {
  carryOutErasure,
  handleAccommodation,
  listCandidateRequests,
  type AccommodationRequest,
  type ErasureRequest,
} from '#contract/candidate/candidate-requests.ts'
import { useIsOwner } from '#web/layout/staff-places.ts'
import { call } from '#web/call.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

/** Requests that candidates made on their own page. */
export function RequestsScreen(): ReactNode {
  const requests = useCall(listCandidateRequests, {})
  return (
    <Stack maw="48rem">
      <Title order={1}>Candidate Requests</Title>
      <Loaded
        query={requests}
        waiting={<Skeleton height={300} aria-label="Loading requests" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {({ accommodations, erasures }) => (
          <>
            <Title order={2} size="h3">
              Accommodations
            </Title>
            {accommodations.length === 0 && <Empty isPart>No open requests.</Empty>}
            {accommodations.map((one) => (
              <Accommodation key={one.accommodation_request_id} request={one} />
            ))}
            <Title order={2} size="h3" mt="md">
              Erasures
            </Title>
            {erasures.length === 0 && <Empty isPart>No open requests.</Empty>}
            {erasures.map((one) => (
              <Erasure key={one.user_session_id} request={one} />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function useAct() {
  const memory = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function act(work: () => Promise<string>): Promise<void> {
    setBusy(true)
    await work().then(notify, (failure: unknown) => warn(errorMessage(failure)))
    await memory.invalidateQueries({ queryKey: keyOf(listCandidateRequests) })
    setBusy(false)
  }
  return { act, isBusy }
}

function Accommodation({ request }: { request: AccommodationRequest }): ReactNode {
  const { act, isBusy } = useAct()
  const { accommodation_request_id: id, alias, function_role_name, created_at, message, hiring_lead_name } = request
  return (
    <Card withBorder component="article" aria-label={`Accommodation for ${alias}`}>
      <Text fw={600}>
        {alias}, {function_role_name}
      </Text>
      <Text size="sm" c="dimmed">
        Asked on {day(created_at)}
      </Text>
      <Text mt="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {message ?? `Only ${hiring_lead_name} can read this request: it was emailed to them.`}
      </Text>
      <Group mt="sm">
        <Button
          variant="default"
          loading={isBusy}
          aria-label={`Mark as arranged: ${alias}`}
          onClick={() => void act(async () => (await call(handleAccommodation, { id })).message)}
        >
          Mark as arranged
        </Button>
      </Group>
    </Card>
  )
}

function Erasure({ request }: { request: ErasureRequest }): ReactNode {
  const { act, isBusy } = useAct()
  const isOwner = useIsOwner()
  const [isSure, setSure] = useState(false)
  const { user_session_id: id, alias, function_role_name, created_at, keep_until, is_on_hold } = request
  // “Hide” while the law may require keeping the application: it's erased later.
  const actName = keep_until === null ? 'Erase' : 'Hide'
  const erase = async () => {
    const { outcome, mandatory_until } = await call(carryOutErasure, { id }, { retries: 0 })
    return outcome === 'erased'
      ? `${alias} is erased.`
      : `${alias} is now hidden and will be erased on ${day(mandatory_until)}: the law may require keeping it until then.`
  }
  return (
    <Card withBorder component="article" aria-label={`Erasure of ${alias}`}>
      <Text fw={600}>
        <Link to={`/admin/applications/all/all/36500/${id}`}>{alias}</Link>, {function_role_name}
      </Text>
      <Text size="sm" c="dimmed">
        Asked on {day(created_at)}. {is_on_hold ? "On legal hold: it can't be erased until the hold is lifted." : whatHappens(request)}
      </Text>
      {isOwner && !is_on_hold && (
        <Group mt="sm">
          {isSure && (
            <Text size="sm">
              {keep_until !== null && `${hiddenUntil(keep_until)} `}
              This can't be undone.
            </Text>
          )}
          <Button variant="outline" color="var(--bad)" loading={isBusy} onClick={() => (isSure ? void act(erase) : setSure(true))}>
            {isSure ? `${actName} ${alias} now` : `${actName} now…`}
          </Button>
          {isSure && (
            <Button variant="default" onClick={() => setSure(false)}>
              Cancel
            </Button>
          )}
        </Group>
      )}
    </Card>
  )
}

/** What happens on its own if no one acts. */
function whatHappens({ due_at, keep_until }: ErasureRequest): string {
  if (keep_until === null || keep_until <= due_at) return `Will be erased automatically on ${day(due_at)}.`
  return `Will be hidden automatically on ${day(due_at)} and erased on ${day(keep_until)}: the law may require keeping it until then.`
}

function hiddenUntil(keep_until: string): string {
  return `The law may require keeping it until ${day(keep_until)}: it will be hidden from everyone now and erased then.`
}

function day(at: string): string {
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' })
}

import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { allowStoppedAddress, listStoppedAddresses, type StoppedAddress } from '#contract/dashboard.ts'
import { When } from '#web/applicants/one/when.tsx'
import { call } from '#web/call.ts'
import { Loaded, whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'

/** Addresses that get no email until someone allows it; renders nothing if there are none. */
export function StoppedAddresses({ onAllowed }: { onAllowed: () => void }): ReactNode {
  const stopped = useCall(listStoppedAddresses, {})
  return (
    <Loaded
      query={stopped}
      waiting={<Skeleton height={40} aria-label="Loading addresses that get no emails" />}
      failed={(why, again) => <Trouble again={again}>{why}</Trouble>}
    >
      {(all) =>
        all.length > 0 && (
          <section aria-labelledby="stopped">
            <Title order={2} size="h4" id="stopped">
              Addresses that get no emails
            </Title>
            <Text c="dimmed">Emails that failed aren’t sent when you allow an address. Use Retry on the applicant’s page.</Text>
            <Stack component="ul" gap="sm" p={0} mt="sm" style={{ listStyle: 'none' }}>
              {all.map((one) => (
                <Stopped key={one.email_id} stopped={one} onAllowed={onAllowed} />
              ))}
            </Stack>
          </section>
        )
      }
    </Loaded>
  )
}

function Stopped({ stopped, onAllowed }: { stopped: StoppedAddress; onAllowed: () => void }): ReactNode {
  const { allow, isBusy } = useAllow(onAllowed)
  const { email_id, reason, since, applicant } = stopped
  return (
    <Paper component="li" withBorder p="md" radius="md" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between">
        <div>
          <Text fw={600} component="div">
            {applicant ? <Link to={`/admin/applications/all/all/36500/${applicant.user_session_id}`}>{applicant.alias}</Link> : nameOf(stopped)}
            {applicant && `, ${applicant.function_role_name}`}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {reason === 'reported' ? 'Reported our email as spam' : 'Email came back'}: <When at={since} />
          </Text>
        </div>
        <Button variant="default" loading={isBusy} aria-label={`Allow emails: ${nameOf(stopped)}`} onClick={() => void allow(email_id)}>
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
    await call(allowStoppedAddress, { id }).then(
      ({ message }) => notify(message),
      (failure: unknown) => warn(whyOf(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listStoppedAddresses) })
    setBusy(false)
    onAllowed()
  }
  return { allow, isBusy }
}

function nameOf({ applicant, staff_address }: StoppedAddress): string {
  return applicant?.alias ?? staff_address ?? 'Someone whose application isn’t open'
}

import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { allowSuppressedAddress, listSuppressedAddresses, type SuppressedAddress } from '#contract/dashboard.ts'
import { When } from '#web/applicants/one/when.tsx'
import { call } from '#web/call.ts'
import { Loaded, whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'

/** Addresses that get no email until someone allows it; renders nothing if there are none. */
export function SuppressedAddresses({ onAllowed }: { onAllowed: () => void }): ReactNode {
  const suppressed = useCall(listSuppressedAddresses, {})
  return (
    <Loaded
      query={suppressed}
      waiting={<Skeleton height={40} aria-label="Loading addresses that get no emails" />}
      failed={(why, again) => <Trouble again={again}>{why}</Trouble>}
    >
      {(all) =>
        all.length > 0 && (
          <section aria-labelledby="suppressed">
            <Title order={2} size="h4" id="suppressed">
              Addresses that get no emails
            </Title>
            <Text c="dimmed">Emails that failed aren’t sent when you allow an address. Use Retry on the applicant’s page.</Text>
            <Stack component="ul" gap="sm" p={0} mt="sm" style={{ listStyle: 'none' }}>
              {all.map((one) => (
                <Suppressed key={one.email_id} suppressed={one} onAllowed={onAllowed} />
              ))}
            </Stack>
          </section>
        )
      }
    </Loaded>
  )
}

function Suppressed({ suppressed, onAllowed }: { suppressed: SuppressedAddress; onAllowed: () => void }): ReactNode {
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
            {reason === 'reported' ? 'Reported our email as spam' : 'Email came back'}: <When at={since} />
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
      (failure: unknown) => warn(whyOf(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listSuppressedAddresses) })
    setBusy(false)
    onAllowed()
  }
  return { allow, isBusy }
}

function nameOf({ applicant, staff_address }: SuppressedAddress): string {
  return applicant?.alias ?? staff_address ?? 'Someone whose application isn’t open'
}

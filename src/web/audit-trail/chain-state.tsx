import { Alert, Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { checkAudit, readAuditHead } from '#contract/audit-trail.ts'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { clock } from '#web/ui/clock.ts'

/** Whether the trail is intact, verified again, and what to record so it can be proved later. */
export function ChainState(): ReactNode {
  const check = useCall(checkAudit, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Loaded query={check} waiting={<Text c="dimmed">Checking every row…</Text>} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
      {({ is_whole, rows, broken_row, because, checked_at }) =>
        is_whole ? (
          <Alert color="green" title={`No tampering found (${rows} rows)`}>
            <Text size="sm">Checked at {clock(checked_at)}.</Text>
            <Head />
            <Fingerprint />
          </Alert>
        ) : (
          <Alert color="red" role="alert" title={`Row ${broken_row} was tampered with`}>
            <Text size="sm">Reason: {because}. Rows before it are unchanged. Tell your security team.</Text>
          </Alert>
        )
      }
    </Loaded>
  )
}

function Head(): ReactNode {
  const { data } = useCall(readAuditHead, {})
  if (!data?.head) return null
  return (
    <Text size="sm" mt="xs">
      To prove later that nothing before now changed, keep this somewhere else:{' '}
      <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{data.head}</Code>
    </Text>
  )
}

/** For comparing with what a packet and its PDF say. */
function Fingerprint(): ReactNode {
  const { data } = useCall(listSigningKeys, {})
  const current = data?.keys.find(({ retired_at }) => retired_at === null)
  if (!current) return null
  return (
    <Text size="sm" mt="xs">
      Decision packets are signed with this key: <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{current.kid}</Code>
    </Text>
  )
}

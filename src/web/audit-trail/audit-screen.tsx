import { Button, Group, NumberInput, Select, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { AUDIT_PAGE, listAudit, type AuditRow } from '#contract/audit-trail.ts'
import type { Ask } from '#contract/endpoint.ts'
import { Empty } from '#web/ui/table/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { AuditTable } from './audit-table.tsx'
import { ChainState } from './chain-state.tsx'
import { ExportAudit } from './export-audit.tsx'
import { PacketMenu } from './packet-menu.tsx'

type Wanted = Ask<typeof listAudit>

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'sign-in.', label: 'Sign-ins' },
  { value: 'applicant.', label: 'Single applicants' },
  { value: 'applicants.', label: 'Lists and exports' },
  { value: 'resume.', label: 'Resumes' },
  { value: 'feedback.', label: 'Feedback' },
  { value: 'staff.', label: 'People' },
  { value: 'passkey.', label: 'Passkeys' },
  { value: 'session.', label: 'Sessions' },
  { value: 'access.', label: 'Denied calls' },
  { value: 'limit.', label: 'Exceeded limits' },
  { value: 'audit.', label: 'Readings of this trail' },
]

export function AuditScreen(): ReactNode {
  const [wanted, setWanted] = useState<Wanted>({ days_ago: 30 })
  const rows = useCall(listAudit, wanted)
  return (
    <Stack>
      <Title order={1}>Audit Trail</Title>
      <ChainState />
      <Search onSearch={setWanted} />
      <ExportAudit wanted={wanted} />
      {typeof wanted.user_session_id === 'number' && (
        <Group>
          <PacketMenu user_session_id={wanted.user_session_id} />
        </Group>
      )}
      <Loaded
        query={rows}
        waiting={<Skeleton height={300} aria-label="Loading the audit trail" />}
        failed={(why, again) => <Trouble again={again}>{why}</Trouble>}
      >
        {(found) => <Found rows={found} onOlder={(before) => setWanted({ ...wanted, before })} />}
      </Loaded>
    </Stack>
  )
}

function Search({ onSearch }: { onSearch: (wanted: Wanted) => void }): ReactNode {
  const [who, setWho] = useState('')
  const [kind, setKind] = useState('')
  const [applicant, setApplicant] = useState<string | number>('')
  const [days, setDays] = useState<string | number>(30)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const about = Number(applicant) > 0 ? { user_session_id: Number(applicant) } : {}
    onSearch({ days_ago: Number(days) || 30, ...about, ...(who.trim() && { who: who.trim() }), ...(kind && { action: kind }) })
  }

  return (
    <form role="search" aria-label="Audit trail" onSubmit={submit}>
      <Group align="end">
        <TextInput label="Person" placeholder="Part of an email" value={who} onChange={(event) => setWho(event.currentTarget.value)} />
        <NumberInput label="Applicant number" hideControls allowNegative={false} allowDecimal={false} value={applicant} onChange={setApplicant} />
        <Select label="What" allowDeselect={false} value={kind} data={KINDS} onChange={(picked) => setKind(picked ?? '')} />
        <NumberInput label="Days back" min={1} max={3650} allowDecimal={false} value={days} onChange={setDays} w="7rem" />
        <Button type="submit">Search</Button>
      </Group>
    </form>
  )
}

function Found({ rows, onOlder }: { rows: AuditRow[]; onOlder: (before: number) => void }): ReactNode {
  if (rows.length === 0) return <Empty title="No results">Look further back, or search for less.</Empty>
  return (
    <>
      <AuditTable rows={rows} />
      {rows.length === AUDIT_PAGE && (
        <Group>
          <Button variant="default" onClick={() => onOlder(rows.at(-1)!.audit_id)}>
            Show older rows
          </Button>
        </Group>
      )}
    </>
  )
}

import { Button, Group, NumberInput, Select, Skeleton, Stack, TextInput, Title, Table, Code, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { AUDIT_PAGE, listAudit, checkAudit, readAuditHead, auditFileName, exportAudit, type AuditRow } from '#contract/audit-trail.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { Empty } from '#web/ui/message/empty.tsx'
import { isAnswered, Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { ACCESS, Access } from '#contract/staff/access.ts'
import { Address } from '#web/layout/address.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import classes from './audit-table.module.css'
import { listSigningKeys } from '#contract/signing-keys.ts'
import { clock } from '#web/ui/clock.ts'
import { call } from '#web/call.ts'
import { warn } from '#web/ui/toast.ts'
import { PacketMenu } from './packet-menu.tsx'
import { Message } from '#web/ui/message/message.tsx'

/** Phones, where the trail's first rows matter more than its proof. */
const NARROW = '(max-width: 47.9em)'

type AuditQuery = CallInput<typeof listAudit>

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
  { value: 'audit.', label: 'Views of the audit trail' },
]

export function AuditScreen(): ReactNode {
  const [wanted, setWanted] = useState<AuditQuery>({ days_ago: 30 })
  const rows = useCall(listAudit, wanted)
  return (
    <Stack>
      <Title order={1}>Audit Trail</Title>
      <ChainState />
      <Search onSearch={setWanted}>
        <ExportAudit wanted={wanted} />
      </Search>
      {typeof wanted.user_session_id === 'number' && (
        <Group>
          <PacketMenu user_session_id={wanted.user_session_id} />
        </Group>
      )}
      <Loaded
        query={rows}
        waiting={<Skeleton height={300} aria-label="Loading the audit trail" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(found) => <AuditResults rows={found} onOlder={(before) => setWanted({ ...wanted, before })} />}
      </Loaded>
    </Stack>
  )
}

function Search({ onSearch, children }: { onSearch: (wanted: AuditQuery) => void; children: ReactNode }): ReactNode {
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
        <TextInput
          w={{ base: '100%', sm: 'auto' }}
          label="Person"
          placeholder="Part of an email"
          value={who}
          onChange={(event) => setWho(event.currentTarget.value)}
        />
        <Select w={{ base: '100%', sm: 'auto' }} label="What" allowDeselect={false} value={kind} data={KINDS} onChange={(picked) => setKind(picked ?? '')} />
        <NumberInput w="9rem" label="Applicant number" hideControls allowNegative={false} allowDecimal={false} value={applicant} onChange={setApplicant} />
        <NumberInput label="Days back" min={1} max={3650} allowDecimal={false} value={days} onChange={setDays} w="7rem" />
        <Button type="submit">Search</Button>
        {children}
      </Group>
    </form>
  )
}

function AuditResults({ rows, onOlder }: { rows: AuditRow[]; onOlder: (before: number) => void }): ReactNode {
  if (rows.length === 0) return <Empty title="No results">Look further back, or broaden your search.</Empty>
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

function AuditTable({ rows }: { rows: AuditRow[] }): ReactNode {
  return (
    <BlockTable label="Audit trail rows" columns={['When', 'Who', 'What', 'From', 'Row']} spacing="xs">
      {rows.map((row) => (
        <Row key={row.audit_id} row={row} />
      ))}
    </BlockTable>
  )
}

function Row({ row }: { row: AuditRow }): ReactNode {
  return (
    <Table.Tr role="row" className={classes['row'] ?? ''}>
      <Table.Td role="cell" className={classes['when'] ?? ''}>
        {new Date(row.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}
      </Table.Td>
      <Table.Td role="cell" className={classes['who'] ?? ''}>
        <Address>{actorName(row)}</Address>
      </Table.Td>
      <Table.Td role="cell" className={classes['what'] ?? ''}>
        {row.sentence}
      </Table.Td>
      <Table.Td role="cell" className={classes['from'] ?? ''} data-label="From">
        {row.ip ?? '–'}
      </Table.Td>
      <Table.Td role="cell" className={classes['number'] ?? ''} data-label="Row">
        {row.audit_id}
      </Table.Td>
    </Table.Tr>
  )
}

const OTHER_ACTORS = { candidate: 'A candidate', visitor: 'A visitor', system: 'The product' }

function actorName({ who, actor_kind }: AuditRow): string {
  if (who) return who
  const role = Access.safeParse(actor_kind)
  return role.success ? ACCESS[role.data].name : OTHER_ACTORS[actor_kind as keyof typeof OTHER_ACTORS]
}

/** Shows whether the trail is intact, can verify it again, and tells people what to record to prove it later. */
function ChainState(): ReactNode {
  const check = useCall(checkAudit, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Loaded query={check} waiting={<IntactChain title="Checking every row…" />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
      {({ is_whole, rows, broken_row, is_unproved, because, checked_at }) =>
        is_whole ? (
          <IntactChain title={`No tampering found (${rows} rows)`} checkedAt={checked_at} />
        ) : is_unproved ? (
          <Message tone="warn" role="status" title={`Row ${broken_row} can't be verified`}>
            <Text size="sm">
              Reason: {because}. Without that key, it can't be shown that nothing was changed. Ask whoever runs Rounds what happened to the key.
            </Text>
          </Message>
        ) : (
          <Message tone="bad" role="alert" title={`Row ${broken_row} was tampered with`}>
            <Text size="sm">Reason: {because}. Rows before it are unchanged. Tell your security team.</Text>
          </Message>
        )
      }
    </Loaded>
  )
}

/** Keeps its height while loading, so the search below doesn't move. On a phone, the values to record are collapsed, because few people need them. */
function IntactChain({ title, checkedAt }: { title: string; checkedAt?: string }): ReactNode {
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const head = useCall(readAuditHead, {})
  const keys = useCall(listSigningKeys, {})
  const key = keys.data?.keys.find(({ retired_at }) => retired_at === null)
  return (
    <Message tone={checkedAt ? 'good' : 'note'} title={title}>
      <Skeleton visible={!checkedAt} aria-hidden={!checkedAt} w="fit-content">
        <Text size="sm">Checked at {clock(checkedAt ?? 0)}.</Text>
      </Skeleton>
      <details className={classes['proof']} open={!isNarrow}>
        <summary>Proof for later</summary>
        <Proof isLoading={!isAnswered(head)} value={head.data?.head}>
          To be able to prove later that nothing up to now has changed, keep this hash somewhere else:
        </Proof>
        <Proof isLoading={!isAnswered(keys)} value={key?.kid}>
          Decision packets are signed with this key:
        </Proof>
      </details>
    </Message>
  )
}

const SHA_256 = '0'.repeat(64)

function Proof({ isLoading, value, children }: { isLoading: boolean; value: string | null | undefined; children: string }): ReactNode {
  if (!isLoading && !value) return null
  return (
    <Skeleton visible={isLoading} aria-hidden={isLoading} mt="xs">
      <Text size="sm">
        {children} <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{value ?? SHA_256}</Code>
      </Text>
    </Skeleton>
  )
}

/** Saves all pages of the search results. */
function ExportAudit({ wanted }: { wanted: CallInput<typeof listAudit> }): ReactNode {
  const [isExporting, setExporting] = useState(false)

  async function save() {
    if (isExporting) return
    setExporting(true)
    try {
      const link = document.createElement('a')
      link.href = URL.createObjectURL((await call(exportAudit, allPagesOf(wanted))) as Blob)
      link.download = auditFileName(new Date())
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (failure) {
      warn(errorMessage(failure))
    }
    setExporting(false)
  }

  return (
    <Button variant="default" aria-disabled={isExporting} onClick={() => void save()}>
      {isExporting ? 'Exporting…' : 'Export as CSV'}
    </Button>
  )
}

function allPagesOf(wanted: CallInput<typeof listAudit>): CallInput<typeof exportAudit> {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => name !== 'before'))
}

import { Button, Skeleton, Table, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { listWorklist, type WorklistName, type WorklistRow } from '#contract/dashboard.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { pluralize } from './dashboard-text.ts'
import { titleOf } from './for-you.tsx'
import { addressOf, useDashboardAddress } from './use-dashboard.ts'
import classes from './dashboard.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

const WHAT: Partial<Record<WorklistName, string>> = {
  'interview-declined': 'Declined',
  'feedback-missing': 'Missing',
  drafts: 'Drafts',
  'mail-failed': 'Email',
  'licenses-expiring': 'Licenses',
}

/** The applicants behind a number, each a click away from their page. */
export function Worklist({ name }: { name: WorklistName }): ReactNode {
  const { days } = useDashboardAddress()
  const rows = useCall(listWorklist, { worklist: name })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes['worklist']} aria-labelledby="worklist">
      <div className={classes['worklistHead']}>
        <Title order={2} id="worklist" tabIndex={-1} ref={heading}>
          {titleOf(name)}
        </Title>
        <Button component={Link} to={addressOf({ days, worklist: null })} variant="default" size="compact-sm" preventScrollReset>
          Close list
        </Button>
      </div>
      <Loaded query={rows} waiting={<Skeleton height={120} />} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {(all) => (all.length === 0 ? <Empty isPart>No one is on this list.</Empty> : <Rows name={name} rows={all} />)}
      </Loaded>
    </section>
  )
}

function Rows({ name, rows }: { name: WorklistName; rows: WorklistRow[] }): ReactNode {
  const what = WHAT[name]
  return (
    <BlockTable
      label={titleOf(name)}
      columns={['Applicant', 'Role', 'Status', 'In this status', ...(what ? [what] : [])]}
      spacing="xs"
      boxClass={classes['rows']}
    >
      {rows.map((row) => (
        <Table.Tr key={row.user_session_id} role="row">
          <Table.Th scope="row" role="rowheader">
            <Link to={pathOf(name, row)}>{row.alias}</Link>
          </Table.Th>
          <Table.Td role="cell">{row.function_role_name}</Table.Td>
          <Table.Td role="cell">{row.application_status}</Table.Td>
          <Table.Td role="cell" data-label="In this status">
            {pluralize(row.days_in_status, 'day')}
          </Table.Td>
          {what && (
            <Table.Td role="cell" data-label={what}>
              {row.what}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </BlockTable>
  )
}

/**
 * Missing feedback and drafts open the feedback review, declined interviews the plan, expiring licenses the licenses, and everything else the
 * applicant's page, in the list with the same status.
 */
function pathOf(name: WorklistName, row: WorklistRow): string {
  if (name === 'feedback-missing' || name === 'drafts') return `/admin/applications/${row.user_session_id}/interview-feedback`
  if (name === 'interview-declined') return `/admin/applications/${row.user_session_id}/interviews`
  if (name === 'licenses-expiring') return `/admin/applications/${row.user_session_id}/licenses`
  return `/admin/applications/${row.ref_function_role_id}/${row.ref_application_status_id}/${row.days_ago}/${row.user_session_id}`
}

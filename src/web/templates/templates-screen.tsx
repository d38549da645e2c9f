import { Button, Group, Skeleton, Stack, Title, Badge, Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { listTemplates, type EmailTemplateMetadata } from '#contract/templates/templates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import { IconPlus } from '#web/ui/staff-icons.tsx'
import { BlockTable, type SortedColumn } from '#web/ui/table/block-table.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import classes from './templates-screen.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

/** All email templates. */
export function TemplatesScreen(): ReactNode {
  const query = useCall(listTemplates, {}, { refetchOnMount: 'always' })
  const said = useLocation().state as { saved?: string } | null
  const [isDismissed, setDismissed] = useState(false)
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>Email Template Manager</Title>
        <Button component={Link} to="/admin/email-templates/new" leftSection={<IconPlus size={18} aria-hidden />}>
          New Template
        </Button>
      </Group>
      <div role="status">{said?.saved && !isDismissed && <SavedBanner dismiss={() => setDismissed(true)}>{said.saved}</SavedBanner>}</div>
      <Loaded
        query={query}
        waiting={<Skeleton height={240} aria-label="Loading email templates" />}
        failed={(_why, again) => <ErrorNotice again={again}>Failed to load email templates. Please try again later.</ErrorNotice>}
      >
        {(templates) => <TemplatesTable templates={templates} />}
      </Loaded>
    </Stack>
  )
}

type Column = { title: string; of: (template: EmailTemplateMetadata) => string | number }

const COLUMNS: Column[] = [
  { title: 'ID', of: (template) => template.ref_email_base_id },
  { title: 'Name', of: (template) => template.email_name },
  { title: 'Description', of: (template) => template.email_desc },
  { title: 'Subject', of: (template) => template.email_subject },
  { title: 'Status', of: statusOf },
]

type Order = { column: Column; isDown: boolean }

function TemplatesTable({ templates }: { templates: EmailTemplateMetadata[] }): ReactNode {
  const [order, setOrder] = useState<Order>({ column: COLUMNS[0]!, isDown: false })
  if (templates.length === 0) return <Empty>No email templates yet. Select ‘New Template’ to write the first one.</Empty>
  const headings = COLUMNS.map((column): SortedColumn => {
    const isSorted = order.column === column
    const sorted = isSorted ? (order.isDown ? 'descending' : 'ascending') : 'none'
    return { title: column.title, sorted, onSort: () => setOrder({ column, isDown: isSorted && !order.isDown }) }
  })
  return (
    <BlockTable label="Email templates" columns={[...headings, 'Edit']} pinsLast>
      {sortTemplates(templates, order).map((template) => (
        <Row key={template.ref_email_base_id} template={template} />
      ))}
    </BlockTable>
  )
}

function Row({ template }: { template: EmailTemplateMetadata }): ReactNode {
  const { ref_email_base_id, email_name, email_desc, email_subject, disabled_flag } = template
  const place = `/admin/email-templates/${ref_email_base_id}`
  return (
    <Table.Tr role="row">
      <Table.Td role="cell" data-label="ID">
        {ref_email_base_id}
      </Table.Td>
      <Table.Th scope="row" role="rowheader">
        <Link to={place}>{email_name}</Link>
      </Table.Th>
      <Table.Td role="cell">{email_desc}</Table.Td>
      <Table.Td role="cell" data-label="Subject">
        {email_subject}
      </Table.Td>
      <Table.Td role="cell">
        <Badge color={disabled_flag ? 'gray' : 'green'} className={classes['status'] ?? ''}>
          {statusOf(template)}
        </Badge>
      </Table.Td>
      <Table.Td role="cell">
        <Button component={Link} to={place} size="compact-sm" variant="default" aria-label={`Edit ${email_name}`}>
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function statusOf({ disabled_flag }: Pick<EmailTemplateMetadata, 'disabled_flag'>): string {
  return disabled_flag ? 'Disabled' : 'Active'
}

function sortTemplates(templates: EmailTemplateMetadata[], { column, isDown }: Order): EmailTemplateMetadata[] {
  const sign = isDown ? -1 : 1
  return templates.toSorted((one, other) => sign * compare(column.of(one), column.of(other)))
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en', { sensitivity: 'base' })
}

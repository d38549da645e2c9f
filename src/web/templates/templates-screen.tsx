import { Button, Group, Skeleton, Stack, Title, Badge, Table, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { listTemplates, type EmailTemplateMetadata } from '#contract/templates/templates.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import { IconPlus } from '#web/ui/staff-icons.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import classes from './templates-screen.module.css'

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
        failed={(_why, again) => <Trouble again={again}>Failed to load email templates. Please try again later.</Trouble>}
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
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
    <div className={classes['scroll']} role="region" aria-label="Email templates" tabIndex={0}>
      <Table highlightOnHover verticalSpacing="sm" miw={720}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <SortableHeading key={column.title} column={column} order={order} onOrder={setOrder} />
            ))}
            <Table.Th scope="col">Edit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inOrder(templates, order).map((template) => (
            <Row key={template.ref_email_base_id} template={template} />
          ))}
        </Table.Tbody>
      </Table>
      {templates.length === 0 && <p>No email templates yet.</p>}
    </div>
  )
}

function SortableHeading({ column, order, onOrder }: { column: Column; order: Order; onOrder: (order: Order) => void }): ReactNode {
  const isSorted = order.column === column
  return (
    <Table.Th scope="col" aria-sort={isSorted ? (order.isDown ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton className={classes['sort']} onClick={() => onOrder({ column, isDown: isSorted && !order.isDown })}>
        {column.title}
        <span aria-hidden>{isSorted ? (order.isDown ? ' ↓' : ' ↑') : ''}</span>
      </UnstyledButton>
    </Table.Th>
  )
}

function Row({ template }: { template: EmailTemplateMetadata }): ReactNode {
  const { ref_email_base_id, email_name, email_desc, email_subject, disabled_flag } = template
  const place = `/admin/email-templates/${ref_email_base_id}`
  return (
    <Table.Tr>
      <Table.Td>{ref_email_base_id}</Table.Td>
      <Table.Th scope="row" fw={500}>
        <Link to={place}>{email_name}</Link>
      </Table.Th>
      <Table.Td>{email_desc}</Table.Td>
      <Table.Td>{email_subject}</Table.Td>
      <Table.Td>
        <Badge color={disabled_flag ? 'gray' : 'green'} className={classes['status'] ?? ''}>
          {statusOf(template)}
        </Badge>
      </Table.Td>
      <Table.Td>
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

function inOrder(templates: EmailTemplateMetadata[], { column, isDown }: Order): EmailTemplateMetadata[] {
  const sign = isDown ? -1 : 1
  return templates.toSorted((one, other) => sign * compare(column.of(one), column.of(other)))
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en', { sensitivity: 'base' })
}

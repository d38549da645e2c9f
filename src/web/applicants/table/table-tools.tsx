import { Button, Checkbox, CloseButton, Group, Popover, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconColumns3, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ExportButton } from './export-button.tsx'
import { RecentMenu } from '#web/applicants/one/recent-menu.tsx'
import type { Review } from '#web/applicants/use-review.ts'
import classes from '#web/applicants/review.module.css'

export const SEARCH_ID = 'applicants-search'

/** Above the table: search, how many, which columns, and the file. */
export function TableTools({ review }: { review: Review }): ReactNode {
  const { search, setSearch, found, all } = review
  return (
    <div className={classes['tools']}>
      <TextInput
        id={SEARCH_ID}
        type="search"
        className={classes['search'] ?? ''}
        aria-label="Search in the answers"
        placeholder="Search in the answers"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={search && <CloseButton aria-label="Clear search" onClick={() => setSearch('')} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" role="status" className={classes['count'] ?? ''}>
        {search ? `${found.length.toLocaleString('en-US')} of ${all.length.toLocaleString('en-US')} match` : counted(all.length)}
      </Text>
      <Group gap="xs">
        <RecentMenu />
        <ColumnChooser review={review} />
        <ExportButton review={review} />
      </Group>
    </div>
  )
}

export function counted(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'applicant' : 'applicants'}`
}

function ColumnChooser({ review: { table, density, setDensity } }: { review: Review }): ReactNode {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide())
  const isChanged = columns.some((column) => !column.getIsVisible())
  return (
    <Popover position="bottom-end" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs" className={classes['chooser'] ?? ''}>
          <Switch
            label="Compact rows"
            checked={density === 'compact'}
            onChange={(event) => setDensity(event.currentTarget.checked ? 'compact' : 'comfortable')}
          />
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              label={String(column.columnDef.header)}
              checked={column.getIsVisible()}
              onChange={(event) => column.toggleVisibility(event.currentTarget.checked)}
            />
          ))}
          <Button size="compact-sm" variant="default" disabled={!isChanged} onClick={() => table.setColumnVisibility({})}>
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

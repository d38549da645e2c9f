import { Button, Checkbox, CloseButton, Group, Popover, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconColumns3, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ExportButton } from './export-button.tsx'
import { RecentMenu } from '#web/applicants/one/recent-menu.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { counted } from '#web/applicants/applicant-words.ts'
import type { Columns } from './use-columns.ts'
import type { DensityChoice } from './use-density.ts'
import type { List } from './use-list.ts'
import classes from './table-tools.module.css'

export const SEARCH_ID = 'applicants-search'

type Props = { filters: Filters; list: List; columns: Columns; density: DensityChoice }

/** Above the table: search, count, columns and export. */
export function TableTools({ filters, list, columns, density }: Props): ReactNode {
  const { search, setSearch } = filters
  const { rows, all } = list
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
        {search ? `${rows.length.toLocaleString('en-US')} of ${all.length.toLocaleString('en-US')} match` : counted(all.length)}
      </Text>
      <Group gap="xs">
        <RecentMenu />
        <ColumnChooser columns={columns} density={density} />
        <ExportButton filters={filters} list={list} />
      </Group>
    </div>
  )
}

type ChooserProps = { columns: Columns; density: DensityChoice }

function ColumnChooser({ columns, density: { density, setDensity } }: ChooserProps): ReactNode {
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
          {columns.all
            .filter((column) => !column.isName)
            .map((column) => (
              <Checkbox key={column.id} label={column.header} checked={!columns.hidden.includes(column.id)} onChange={() => columns.toggle(column)} />
            ))}
          <Button size="compact-sm" variant="default" disabled={columns.hidden.length === 0} onClick={columns.showAll}>
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

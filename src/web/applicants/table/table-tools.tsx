import { ActionIcon, Button, Checkbox, CloseButton, Group, Popover, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { MAX_COUNTED } from '#contract/applicants/applicant-list.ts'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { IconArrowLeft, IconArrowRight, IconColumns, IconMinus, IconPlus, IconSearch, IconDownload } from '#web/ui/staff-icons.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { toListRequest } from './rows/list-query.ts'
import { RecentMenu } from '#web/applicants/decide/recent-menu.tsx'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { WIDTH_STEP, type Columns } from './columns/use-columns.ts'
import type { DensityChoice } from './use-density.ts'
import type { List } from './rows/use-list.ts'
import classes from './table-tools.module.css'

export const SEARCH_ID = 'applicants-search'

type Props = { filters: Filters; list: List; columns: Columns; density: DensityChoice }

/** Above the table: search, count, columns and export; in the by-question view, the question instead of the columns. */
export function TableTools({ filters, list, columns, density }: Props): ReactNode {
  const { search, setSearch } = filters
  const [mayDecide, mayExport] = [useMay('decide'), useMay('export')]
  return (
    <div className={classes['tools']}>
      <TextInput
        id={SEARCH_ID}
        type="search"
        className={classes['search'] ?? ''}
        aria-label="Search answers and resumes"
        placeholder="Search answers and resumes"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={search && <CloseButton aria-label="Clear search" onClick={() => setSearch('')} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" role="status" className={classes['count'] ?? ''}>
        {countText(list, filters)}
      </Text>
      <Group gap="xs">
        {mayDecide && <RecentMenu />}
        {filters.across ? <QuestionSelect filters={filters} list={list} /> : <ColumnChooser columns={columns} density={density} />}
        {mayExport && <ExportButton filters={filters} list={list} />}
      </Group>
    </div>
  )
}

/** The number of matches, and the sort order if no column shows it. */
function countText({ total, isMore, sorting, query }: List, { sought }: Filters): string {
  if (query.isPlaceholderData) return 'Loading…'
  const count = isMore ? `More than ${MAX_COUNTED.toLocaleString('en-US')} applicants` : applicantCount(total)
  const found = sought ? `${count} match` : count
  return sorting.column ? found : `${found}, newest first`
}

function QuestionSelect({ filters: { across, readAcross }, list: { kept } }: Pick<Props, 'filters' | 'list'>): ReactNode {
  const questions = kept?.columns ?? []
  return (
    <Select
      aria-label="Question"
      placeholder="Select a question"
      className={classes['question'] ?? ''}
      data={questions.map(({ question_name, question_text }) => ({ value: question_name, label: question_text }))}
      value={questions.some((one) => one.question_name === across) ? across : null}
      onChange={(question_name) => question_name && readAcross(question_name)}
      allowDeselect={false}
      maxDropdownHeight={360}
    />
  )
}

type ChooserProps = { columns: Columns; density: DensityChoice }

function ColumnChooser({ columns, density: { density, setDensity } }: ChooserProps): ReactNode {
  return (
    <Popover position="bottom-end" withArrow trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />} visibleFrom="sm">
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
              <ColumnChoice key={column.id} column={column} columns={columns} />
            ))}
          <Button size="compact-sm" variant="default" disabled={!columns.isChanged} onClick={columns.reset}>
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Shows, moves and resizes a column, with the keyboard too. */
function ColumnChoice({ column, columns }: { column: TableColumn; columns: Columns }): ReactNode {
  const { header } = column
  const acts = [
    { label: `Move ${header} left`, Icon: IconArrowLeft, run: () => columns.move(column, -1) },
    { label: `Move ${header} right`, Icon: IconArrowRight, run: () => columns.move(column, 1) },
    { label: `Make ${header} narrower`, Icon: IconMinus, run: () => columns.resize(column, columns.widthOf(column) - WIDTH_STEP) },
    { label: `Make ${header} wider`, Icon: IconPlus, run: () => columns.resize(column, columns.widthOf(column) + WIDTH_STEP) },
  ]
  return (
    <div className={classes['column']}>
      <Checkbox label={header} checked={!columns.hidden.includes(column.id)} onChange={() => columns.toggle(column)} />
      <Group gap={2} wrap="nowrap">
        {acts.map(({ label, Icon, run }) => (
          <ActionIcon key={label} size="sm" variant="subtle" color="gray" aria-label={label} onClick={run}>
            <Icon size={14} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </div>
  )
}

/** Exports everyone who matches now, in table order, not just those on screen. */
function ExportButton({ filters, list: { total, isMore } }: { filters: Filters; list: List }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Export to CSV{isMore ? '' : ` (${total.toLocaleString('en-US')})`}
      </Button>
      {isOpen && <ExportDialog requested={toListRequest(filters)} onClose={() => setOpen(false)} />}
    </>
  )
}

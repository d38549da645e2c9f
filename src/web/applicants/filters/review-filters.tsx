import { Button, Checkbox, NumberInput, Select, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import type { Columns } from '#web/applicants/table/columns/use-columns.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { SavedViews } from '#web/applicants/views/saved-views.tsx'
import { IconAdjustments, IconCollapseLeft } from '#web/ui/staff-icons.tsx'
import { NO_ACCESS } from '#contract/endpoint.ts'
import { daysOf } from '#contract/applicants/applicants.ts'
import { useDebouncedInput } from './use-debounced-input.ts'
import { FilterChips, MoreFilters } from './more-filters.tsx'
import { listAdminRoles } from '#contract/roles.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { ALL_TIME_DAYS, type Filters } from './use-filters.ts'
import classes from './review-filters.module.css'

type Props = {
  filters: Filters
  list: List
  columns: Columns
  isFolded: boolean
  /** Null if they can't be expanded. */ onFold: ((isFolded: boolean) => void) | null
}

const NARROW = '(max-width: 48em)'

/** The filters and sorting of the list: a sidebar or, when collapsed, one line with the same information that opens on a phone. */
export function ReviewFilters({ filters, list, columns, isFolded, onFold }: Props): ReactNode {
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const place = onFold ? 'table' : 'application'
  // On a phone, filters that were expanded above the table start out collapsed above an application.
  const [openIn, setOpenIn] = useState<typeof place | null>(filters.roleId === null ? 'table' : null)
  const hasForm = !isNarrow || openIn === place || filters.roleId === null
  const shape = isNarrow ? 'phone' : isFolded ? 'line' : 'side'
  return (
    <div className={classes['filters']} data-shape={shape}>
      {isNarrow ? (
        <Button
          variant="default"
          aria-expanded={hasForm}
          onClick={() => setOpenIn(openIn === place ? null : place)}
          leftSection={<IconAdjustments size={16} aria-hidden />}
        >
          Filters
        </Button>
      ) : (
        onFold && (
          <Button
            variant="subtle"
            size="compact-sm"
            color="gray"
            aria-expanded={!isFolded}
            onClick={() => onFold(!isFolded)}
            leftSection={isFolded ? <IconAdjustments size={16} aria-hidden /> : <IconCollapseLeft size={16} aria-hidden />}
          >
            Filters
          </Button>
        )
      )}
      {hasForm && (
        <form role="search" aria-label="Filters" className={classes['form']} onSubmit={(event) => event.preventDefault()}>
          <div className={classes['role']}>
            <RoleSelect filters={filters} />
          </div>
          <div className={classes['status']}>
            <StatusSelect filters={filters} />
          </div>
          <div className={classes['days']}>
            <DaysInput filters={filters} />
          </div>
          <MoreFilters filters={filters} list={list} />
          <FilterChips filters={filters} list={list} />
          <Checkbox
            label="Show identifiable information"
            checked={filters.identifiable}
            onChange={(event) => filters.showIdentities(event.currentTarget.checked)}
          />
          <ViewToggle filters={filters} list={list} />
        </form>
      )}
      {hasForm && <SavedViews filters={filters} columns={columns} isFolded={shape === 'line'} />}
    </div>
  )
}

const PAUSE_MS = 400

/** Updates the URL shortly after the last keystroke, or when the field loses focus. An empty field counts as 1, but only after it loses focus. */
function DaysInput({ filters }: { filters: Filters }): ReactNode {
  const go = (text: string) => {
    const days = daysOf(text)
    if (days !== filters.days) filters.go({ days, user_session_id: null }, { replace: true })
  }
  const [typed, setTyped] = useDebouncedInput(filters.days === ALL_TIME_DAYS ? '' : String(filters.days), (text) => text !== '' && go(text), PAUSE_MS)
  const finish = (text: string) => {
    if (text === '' && filters.days === ALL_TIME_DAYS) return
    setTyped(String(daysOf(text)))
    go(text)
  }
  return (
    <NumberInput
      label="Applied in the last (days)"
      min={1}
      max={ALL_TIME_DAYS}
      placeholder="All time"
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      disabled={filters.roleId === null}
      onChange={(text) => setTyped(String(text))}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && finish(event.currentTarget.value)}
    />
  )
}

function RoleSelect({ filters }: { filters: Filters }): ReactNode {
  const roles = useCall(listAdminRoles, {})
  if (roles.isError) {
    const isForbidden = roles.error.message === NO_ACCESS
    const why = isForbidden ? NO_ACCESS : 'Failed to load roles. Please refresh the page or try again later.'
    return <ErrorNotice again={() => void roles.refetch()}>{why}</ErrorNotice>
  }
  const options = (roles.data ?? []).map((role) => ({
    value: String(role.ref_function_role_id),
    label: role.disabled_flag ? `${role.function_role_name} (${role.state})` : role.function_role_name,
  }))
  return (
    <Select
      label="Role"
      placeholder={roles.isPending ? 'Loading roles…' : 'Select a role'}
      data={[{ value: 'all', label: 'All Roles' }, ...options]}
      value={filters.roleId}
      onChange={(roleId) => filters.go({ roleId, user_session_id: null })}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No matching roles"
      maxDropdownHeight={360}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}

function StatusSelect({ filters }: { filters: Filters }): ReactNode {
  const { statuses, failed } = useStatuses()
  return (
    <Select
      label="Status"
      data={[
        { value: 'all', label: 'All Statuses' },
        ...statuses.map((status) => ({ value: String(status.ref_application_status_id), label: status.application_status })),
      ]}
      value={filters.statusId}
      onChange={(statusId) => filters.go({ statusId: statusId ?? 'all', user_session_id: null })}
      allowDeselect={false}
      disabled={filters.roleId === null}
      error={failed}
      maxDropdownHeight={360}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
}

/** The table, one application after another, or one question across all of them. */
function ViewToggle({ filters, list: { ids, kept } }: { filters: Filters; list: List }): ReactNode {
  const { across, roleId, user_session_id } = filters
  const isDetail = user_session_id !== null
  const [first, question] = [ids[0], kept?.columns[0]?.question_name ?? '']
  function show(view: string): void {
    if (view === 'detail') filters.go({ user_session_id: first ?? null })
    else filters.readAcross(view === 'across' ? across || question : '')
  }
  return (
    <SegmentedControl
      aria-label="View"
      className={classes['view'] ?? ''}
      value={isDetail ? 'detail' : across ? 'across' : 'table'}
      disabled={roleId === null || (!isDetail && first === undefined)}
      onChange={show}
      data={[
        { value: 'table', label: 'Table' },
        { value: 'detail', label: 'Detail' },
        // Next to an application, a third option would wrap the filters and push the resume down.
        ...(isDetail ? [] : [{ value: 'across', label: 'By question', disabled: !across && !question }]),
      ]}
    />
  )
}

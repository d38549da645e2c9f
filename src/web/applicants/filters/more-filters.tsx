import { Button, CloseButton, Menu, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { DueFilter, DecisionSummary } from '#contract/applicants/applicant-list.ts'
import { LICENSE_FILTER_NAMES, LICENSE_FILTERS } from '#contract/licenses/listed.ts'
import { applicantCount, truncate } from '#web/applicants/applicant-text.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { IconPlus } from '#web/ui/staff-icons.tsx'
import { formatLongDay } from '#contract/time-zone.ts'
import type { Filters } from './use-filters.ts'
import classes from './review-filters.module.css'

type Props = { filters: Filters; list: List }
const SPONSORSHIP = 'require_sponsorship'
const MAX_LABEL_LENGTH = 60
const ASSIGNED_TO_ME = "I'm on it"
const DUE_FILTERS: Record<DueFilter, string> = {
  due: 'Reply late or due within 3 days',
  late: 'Reply late',
  today: 'Reply due today',
  week: 'Reply due this week (through Sunday)',
}

/** Reply due, sponsorship, resume, and any yes-or-no question. */
export function MoreFilters({ filters, list }: Props): ReactNode {
  const questions = (list.kept?.yes_no ?? []).filter((one) => one.question_name !== SPONSORSHIP)
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAsking(false)
    button.current?.focus()
  }
  return (
    <>
      {isAsking && <DecidedDialog filters={filters} onClose={close} />}
      <Menu shadow="md" position="bottom-start" width={360}>
        <Menu.Target>
          <Button ref={button} variant="default" disabled={filters.roleId === null} leftSection={<IconPlus size={14} aria-hidden />}>
            Filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          <Menu.Item onClick={() => filters.setMine(true)}>{ASSIGNED_TO_ME}</Menu.Item>
          {DueFilter.options.map((name) => (
            <Menu.Item key={name} onClick={() => filters.setDue(name)}>
              {DUE_FILTERS[name]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>Decided in a date range…</Menu.Item>
          <Menu.Item onClick={() => filters.setAnswer(SPONSORSHIP, 'Yes')}>Needs sponsorship</Menu.Item>
          <Menu.Item onClick={() => filters.setAnswer(SPONSORSHIP, 'No')}>Doesn't need sponsorship</Menu.Item>
          <Menu.Item onClick={() => filters.setResume('yes')}>Has a resume</Menu.Item>
          <Menu.Item onClick={() => filters.setResume('no')}>No resume</Menu.Item>
          {list.kept?.has_licenses &&
            LICENSE_FILTER_NAMES.map((name) => (
              <Menu.Item key={name} onClick={() => filters.setLicenses(name)}>
                {LICENSE_FILTERS[name]}
              </Menu.Item>
            ))}
          {questions.map(({ question_name, question_text }) => (
            <div key={question_name} role="none">
              <Menu.Item onClick={() => filters.setAnswer(question_name, 'Yes')}>Yes: {truncate(question_text, MAX_LABEL_LENGTH) ?? question_text}</Menu.Item>
              <Menu.Item onClick={() => filters.setAnswer(question_name, 'No')}>No: {truncate(question_text, MAX_LABEL_LENGTH) ?? question_text}</Menu.Item>
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** Every active filter, with a button that removes it. */
export function FilterChips({ filters, list }: Props): ReactNode {
  const textOf = (name: string) => list.kept?.yes_no.find((one) => one.question_name === name)?.question_text ?? name
  const chips = [
    ...(filters.mine ? [{ label: ASSIGNED_TO_ME, remove: () => filters.setMine(false) }] : []),
    ...(filters.due ? [{ label: DUE_FILTERS[filters.due], remove: () => filters.setDue('') }] : []),
    ...(filters.decided ? [{ label: decidedLabel(filters.decided), remove: () => filters.setDecided(null) }] : []),
    ...(filters.licenses ? [{ label: LICENSE_FILTERS[filters.licenses], remove: () => filters.setLicenses('') }] : []),
    ...filters.answered.map(({ question_name, answer }) => ({
      label: question_name === SPONSORSHIP ? (answer === 'Yes' ? 'Needs sponsorship' : "Doesn't need sponsorship") : `${answer}: ${textOf(question_name)}`,
      remove: () => filters.setAnswer(question_name, ''),
    })),
    ...(filters.resume ? [{ label: filters.resume === 'yes' ? 'Has a resume' : 'No resume', remove: () => filters.setResume('') }] : []),
    ...(filters.chosen ? [{ label: `A list of ${applicantCount(filters.chosen.length)}`, remove: filters.clearChosen }] : []),
    ...(filters.since ? [{ label: 'New since your last visit', remove: filters.clearSince }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={classes['chips']} aria-label="Added filters">
      {chips.map(({ label, remove }) => (
        <li key={label} className={classes['chip']}>
          {label}
          <CloseButton size="xs" aria-label={`Remove the filter ${label}`} onClick={remove} />
        </li>
      ))}
    </ul>
  )
}

const FILTER_LABELS: Record<DecisionSummary['as'], string> = {
  rejected: 'Rejected',
  invited: 'Invited',
  closed: 'Position closed',
  declined: 'Declined an offer',
  accepted: 'Accepted an offer',
  withdrawn: 'Withdrew',
  any: 'Any decision',
}

/** `Rejected: October 1, 2026, through October 31, 2026`. */
function decidedLabel({ as, from, to }: DecisionSummary): string {
  const day = (text: string) => formatLongDay('UTC', text)
  return `${FILTER_LABELS[as]}: ${from === to ? day(from) : `${day(from)}, through ${day(to)}`}`
}

/** Asks for the decision, and for the first and last day. */
function DecidedDialog({ filters, onClose }: { filters: Filters; onClose: () => void }): ReactNode {
  const [asked, setAsked] = useState<DecisionSummary>(() => filters.decided ?? { as: 'rejected', ...lastMonth(new Date()) })
  const [problem, setError] = useState<string | null>(null)
  const set = (change: Partial<DecisionSummary>) => {
    setAsked({ ...asked, ...change })
    setError(null)
  }
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      required
      value={asked[name]}
      error={name === 'to' && problem}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Modal opened onClose={onClose} title="Decided in a date range" centered>
      <form
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          const { data, error } = DecisionSummary.safeParse(asked)
          if (!data) return setError(error.issues[0]!.message)
          filters.setDecided(data)
          onClose()
        }}
      >
        <Stack gap="sm">
          <NativeSelect
            label="Decision"
            data={DecisionSummary.shape.as.options.map((value) => ({ value, label: FILTER_LABELS[value] }))}
            value={asked.as}
            onChange={(event) => set({ as: event.currentTarget.value as DecisionSummary['as'] })}
            data-autofocus
          />
          <Group grow>
            {day('from', 'From')}
            {day('to', 'Through')}
          </Group>
          <Text size="sm" c="dimmed">
            Filters by decision date, not by application date. Undone decisions don't count.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Show</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** From the first day of last month through its last. */
function lastMonth(now: Date): { from: string; to: string } {
  const day = (month: number, date: number) => new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  return { from: day(now.getMonth() - 1, 1), to: day(now.getMonth(), 0) }
}

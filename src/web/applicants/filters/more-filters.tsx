import { Button, CloseButton, Menu } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { DueFilter } from '#contract/applicants/applicant-list.ts'
import { LICENSE_FILTER_NAMES, LICENSE_FILTERS } from '#contract/licenses/listed.ts'
import { counted, cut } from '#web/applicants/applicant-words.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'
import { IconPlus } from '#web/ui/staff-icons.tsx'
import { DecidedDialog, decidedWords } from './decided-dialog.tsx'
import type { Filters } from './use-filters.ts'
import classes from './review-filters.module.css'

type Props = { filters: Filters; list: List }
const SPONSORSHIP = 'require_sponsorship'
const LONGEST = 60
const MINE = 'I’m on it'
const DUE_FILTERS: Record<DueFilter, string> = {
  due: 'Reply late or due within 3 days',
  late: 'Reply late',
  today: 'Reply due today',
  week: 'Reply due this week (through Sunday)',
}

/** Who is waiting, sponsorship, resume, and any yes-or-no question. */
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
          <Menu.Item onClick={() => filters.setMine(true)}>{MINE}</Menu.Item>
          {DueFilter.options.map((name) => (
            <Menu.Item key={name} onClick={() => filters.setDue(name)}>
              {DUE_FILTERS[name]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>Decided in a date range …</Menu.Item>
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
              <Menu.Item onClick={() => filters.setAnswer(question_name, 'Yes')}>Yes: {cut(question_text, LONGEST) ?? question_text}</Menu.Item>
              <Menu.Item onClick={() => filters.setAnswer(question_name, 'No')}>No: {cut(question_text, LONGEST) ?? question_text}</Menu.Item>
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** Every filter that was added, with a button that removes it. */
export function FilterChips({ filters, list }: Props): ReactNode {
  const textOf = (name: string) => list.kept?.yes_no.find((one) => one.question_name === name)?.question_text ?? name
  const chips = [
    ...(filters.mine ? [{ label: MINE, remove: () => filters.setMine(false) }] : []),
    ...(filters.due ? [{ label: DUE_FILTERS[filters.due], remove: () => filters.setDue('') }] : []),
    ...(filters.decided ? [{ label: decidedWords(filters.decided), remove: () => filters.setDecided(null) }] : []),
    ...(filters.licenses ? [{ label: LICENSE_FILTERS[filters.licenses], remove: () => filters.setLicenses('') }] : []),
    ...filters.answered.map(({ question_name, answer }) => ({
      label: question_name === SPONSORSHIP ? (answer === 'Yes' ? 'Needs sponsorship' : "Doesn't need sponsorship") : `${answer}: ${textOf(question_name)}`,
      remove: () => filters.setAnswer(question_name, ''),
    })),
    ...(filters.resume ? [{ label: filters.resume === 'yes' ? 'Has a resume' : 'No resume', remove: () => filters.setResume('') }] : []),
    ...(filters.chosen ? [{ label: `A list of ${counted(filters.chosen.length)}`, remove: filters.clearChosen }] : []),
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

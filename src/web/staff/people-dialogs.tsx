import { Autocomplete, Button, Group, List, Loader, Modal, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { ACCESS } from '#contract/staff/access.ts'
import type { FunctionRole } from '#contract/roles.ts'
import type { Person } from '#contract/staff/staff.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { CHOICES, NEW_PERSON, type PersonDraft, toDraft } from './people-text.ts'
import { DUTIES, type Duties, readDuties } from '#contract/staff/replacement.ts'
import { useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

type Props = { person: Person | null; openings: FunctionRole[]; onSave: (draft: PersonDraft) => Promise<void>; onClose: () => void }

/** Invites someone, or changes what a person can do. */
export function PersonDialog({ person, openings, onSave, onClose }: Props): ReactNode {
  const [first] = useState(person ? toDraft(person) : NEW_PERSON)
  const [draft, setWords] = useState(first)
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)
  const set = (change: Partial<PersonDraft>) => {
    setError('')
    setWords({ ...draft, ...change })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    await onSave(draft).then(onClose, (failure: unknown) => setError(errorMessage(failure)))
    setSaving(false)
  }

  const closing = guardClosing(JSON.stringify(draft) !== JSON.stringify(first), onClose)
  return (
    <Modal opened {...closing} title={person ? `Change ${person.email}` : 'Invite a person'} centered>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {!person && (
            <TextInput
              label="Email"
              type="email"
              description="They sign in with a code sent to this address."
              value={draft.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
              data-autofocus
            />
          )}
          <Access draft={draft} set={set} openings={openings} />
          {error && (
            <Text c="red" role="alert">
              {error}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={closing.onClose}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={isSaving}>
              {person ? 'Save changes' : 'Send invitation'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type AccessProps = { draft: PersonDraft; set: (change: Partial<PersonDraft>) => void; openings: FunctionRole[] }

function Access({ draft, set, openings }: AccessProps): ReactNode {
  const { name, about, canBeAllowedToDecide, isScoped } = ACCESS[draft.role]
  return (
    <>
      <Select
        label="Role"
        description={`${name}: ${about.charAt(0).toLowerCase()}${about.slice(1)}.`}
        allowDeselect={false}
        value={draft.role}
        data={CHOICES.map((role) => ({ value: role, label: ACCESS[role].name }))}
        onChange={(picked) => set({ role: CHOICES.find((one) => one === picked) ?? draft.role })}
      />
      {isScoped && (
        <MultiSelect
          label="Departments"
          description={`All their openings, including ones added later. ${withoutDepartment(openings)}`.trim()}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="No results"
          value={draft.departments}
          data={departmentsOf(openings)}
          onChange={(departments) => set({ departments })}
        />
      )}
      {isScoped && (
        <MultiSelect
          label="Openings"
          description="They can only see, count and find applicants for these."
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="No results"
          value={draft.scope}
          data={openings.map((one) => ({ value: String(one.ref_function_role_id), label: one.function_role_name }))}
          onChange={(scope) => set({ scope })}
        />
      )}
      {canBeAllowedToDecide && (
        <Switch
          label="Can make decisions on applicants"
          checked={draft.may_decide_flag}
          onChange={(event) => set({ may_decide_flag: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** An opening without a department isn't in anyone's scope, so no one sees it by accident. */
function withoutDepartment(openings: FunctionRole[]): string {
  const count = openings.filter(({ department }) => department === '').length
  if (count === 0) return ''
  return count === 1 ? '1 opening has no department: choose it below.' : `${count} openings have no department: choose those below.`
}

function departmentsOf(openings: FunctionRole[]): string[] {
  return [...new Set(openings.map(({ department }) => department).filter((name) => name !== ''))].toSorted()
}

type ReplaceProps = { person: Person; people: Person[]; onReplace: (by: { email: string; name: string }) => Promise<Duties>; onClose: () => void }

/** Lists what depends on a person who's leaving, moves all of it to someone else, then shows what was moved. */
export function ReplaceDialog({ person, people, onReplace, onClose }: ReplaceProps): ReactNode {
  const [moved, setMoved] = useState<{ to: string; duties: Duties } | null>(null)
  return (
    <Modal opened onClose={onClose} title={`Replace ${person.email}`} centered>
      {moved ? (
        <Stack>
          <Text role="status">
            Moved to {moved.to}. {person.email} is suspended and signed out. The audit trail lists everything.
          </Text>
          <DutyList duties={moved.duties} />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <Choosing person={person} people={people} onClose={onClose} onReplace={(by) => onReplace(by).then((duties) => setMoved({ to: by.email, duties }))} />
      )}
    </Modal>
  )
}

type ChoosingProps = Omit<ReplaceProps, 'onReplace'> & { onReplace: (by: { email: string; name: string }) => Promise<void> }

function Choosing({ person, people, onReplace, onClose }: ChoosingProps): ReactNode {
  const { data, error } = useCall(readDuties, { id: person.staff_account_id! })
  const [by, setBy] = useState({ email: '', name: '' })
  const [problem, setError] = useState('')
  const [isMoving, setMoving] = useState(false)
  const set = (change: Partial<typeof by>) => (setError(''), setBy({ ...by, ...change }))
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isMoving) return
    setMoving(true)
    await onReplace(by).catch((failure: unknown) => (setError(errorMessage(failure)), setMoving(false)))
  }
  const others = people.filter((one) => one.email !== person.email && !one.suspended_at).map(({ email }) => email)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {data ? <DutyList duties={data} /> : error ? <Text c="red">{errorMessage(error)}</Text> : <Loader size="sm" aria-label="Loading what would move" />}
        <Autocomplete
          label="Who takes over"
          value={by.email}
          data={others}
          openOnFocus={false}
          maxDropdownHeight={180}
          onChange={(email) => set({ email })}
          data-autofocus
        />
        <TextInput
          label="Name shown to candidates"
          description="Leave empty if they're an interviewer or a hiring lead already."
          value={by.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Text size="sm">
          All of it moves at once, and {person.email} is suspended and signed out everywhere. Interviewers are asked to accept the interviews they take over.
        </Text>
        {problem && (
          <Text c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" aria-disabled={isMoving || !data}>
            Move everything
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function DutyList({ duties: { duties } }: { duties: Duties }): ReactNode {
  if (duties.length === 0) return <Empty isPart>Nothing depends on this person.</Empty>
  return (
    <List size="sm">
      {duties.map(({ duty, count, names }) => (
        <List.Item key={duty}>
          {(count === 1 ? DUTIES[duty][0] : DUTIES[duty][1]).replace('{n}', String(count))}
          {names.length > 0 && `: ${names.join(', ')}`}
        </List.Item>
      ))}
    </List>
  )
}

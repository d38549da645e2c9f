import { Button, Group, Modal, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { ACCESS } from '#contract/staff/access.ts'
import type { FunctionRole } from '#contract/roles.ts'
import type { Person } from '#contract/staff/staff.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { CHOICES, NEW_PERSON, toDraft, type PersonDraft } from './people-text.ts'

type Props = { person: Person | null; openings: FunctionRole[]; onSave: (draft: PersonDraft) => Promise<void>; onClose: () => void }

/** Invites someone, or changes what a person can do. */
export function PersonDialog({ person, openings, onSave, onClose }: Props): ReactNode {
  const [draft, setWords] = useState(person ? toDraft(person) : NEW_PERSON)
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

  return (
    <Modal opened onClose={onClose} title={person ? `Change ${person.email}` : 'Invite a person'} centered>
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
            <Button variant="default" onClick={onClose}>
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
  const { name, about, canBeLetDecide, isScoped } = ACCESS[draft.role]
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
      {canBeLetDecide && (
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

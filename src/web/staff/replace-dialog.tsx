import { Autocomplete, Button, Group, List, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { DUTIES, readDuties, type Duties } from '#contract/staff/replacement.ts'
import type { Person } from '#contract/staff/staff.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { Empty } from '#web/ui/message/empty.tsx'

type Props = { person: Person; people: Person[]; onReplace: (by: { email: string; name: string }) => Promise<Duties>; onClose: () => void }

/** Lists what depends on a person who's leaving, moves all of it to someone else, then shows what was moved. */
export function ReplaceDialog({ person, people, onReplace, onClose }: Props): ReactNode {
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

type ChoosingProps = Omit<Props, 'onReplace'> & { onReplace: (by: { email: string; name: string }) => Promise<void> }

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
        <Autocomplete label="Who takes over" value={by.email} data={others} onChange={(email) => set({ email })} data-autofocus />
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

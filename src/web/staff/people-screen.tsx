import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listAdminRoles } from '#contract/roles.ts'
import { listPeople, type Person } from '#contract/staff/staff.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { ConfirmDialog, type ConfirmedAction } from './confirm-dialog.tsx'
import { PeopleTable, type PersonAction } from './people-table.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { usePeople } from './use-people.ts'

type Doing = { action: PersonAction; person: Person } | null

export function PeopleScreen(): ReactNode {
  const people = useCall(listPeople, {})
  const openings = useCall(listAdminRoles, {}).data ?? []
  const [doing, setDoing] = useState<Doing>(null)
  const { save, perform, replace } = usePeople()
  const close = () => setDoing(null)
  // In the URL, so that other screens can link here.
  const [search, setSearch] = useSearchParams()
  const setInviting = (isInviting: boolean) => setSearch(isInviting ? { invite: '' } : {}, { replace: true })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>People</Title>
        <Button onClick={() => setInviting(true)}>Invite a person</Button>
      </Group>
      <Text c="dimmed">Changes take effect on a person’s next click, wherever they’re signed in.</Text>
      <Loaded query={people} waiting={<Skeleton height={300} aria-label="Loading people" />} failed={(why, again) => <Trouble again={again}>{why}</Trouble>}>
        {(all) => <Groups people={all} openings={openings} onAction={(action, person) => setDoing({ action, person })} />}
      </Loaded>
      {search.has('invite') && <PersonDialog person={null} openings={openings} onSave={(words) => save(null, words)} onClose={() => setInviting(false)} />}
      {doing?.action === 'change' && <PersonDialog person={doing.person} openings={openings} onSave={(words) => save(doing.person, words)} onClose={close} />}
      {doing?.action === 'end-sessions' && (
        <SessionsDialog person={doing.person} onClose={close} onEndAll={() => perform('end-sessions', doing.person).then(close)} />
      )}
      {doing?.action === 'replace' && (
        <ReplaceDialog person={doing.person} people={people.data ?? []} onReplace={(by) => replace(doing.person, by)} onClose={close} />
      )}
      {doing && isConfirmed(doing.action) && (
        <ConfirmDialog
          action={doing.action}
          person={doing.person}
          onClose={close}
          onConfirm={() => perform(doing.action as ConfirmedAction, doing.person).then(close)}
        />
      )}
    </Stack>
  )
}

/** Owners from the configuration, which can't be changed here, separate from everyone else. */
function Groups({ people, openings, onAction }: Omit<Parameters<typeof PeopleTable>[0], 'label'>): ReactNode {
  const fixed = people.filter(({ is_from_settings }) => is_from_settings)
  const others = people.filter(({ is_from_settings }) => !is_from_settings)
  return (
    <>
      {others.length > 0 && <PeopleTable label="People" people={others} openings={openings} onAction={onAction} />}
      <Title order={2} size="h4">
        Owners from the settings
      </Title>
      <Text c="dimmed">These addresses are always owners. To change them, edit ADMIN_EMAILS on the server.</Text>
      <PeopleTable label="Owners from the settings" people={fixed} openings={openings} onAction={onAction} />
    </>
  )
}

function isConfirmed(action: PersonAction): action is ConfirmedAction {
  return action === 'suspend' || action === 'reinstate' || action === 'remove'
}

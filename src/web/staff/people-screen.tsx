import { Button, Group, Skeleton, Stack, Text, Title, Modal, Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { listAdminRoles, type FunctionRole } from '#contract/roles.ts'
import { listPeople, addOwner, updatePerson, invitePerson, removePerson, type Person } from '#contract/staff/staff.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf } from '#web/ui/use-call.ts'
import { removePasskeysOf } from '#contract/auth/passkeys.ts'
import { endSessionOf, listSessionsOf } from '#contract/auth/sessions.ts'
import { SessionList } from '#web/auth/sessions/session-list.tsx'
import { revokeAccess } from '#contract/auth/auth.ts'
import { replacePerson, type Duties } from '#contract/staff/replacement.ts'
import { call, isServerUnavailable } from '#web/call.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { Address } from '#web/layout/address.tsx'
import { timeOf } from '#web/ui/clock.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { PersonDialog, ReplaceDialog } from './people-dialogs.tsx'
import { toRequest, type PersonDraft, accessSummary, rolesSummary } from './people-text.ts'
import classes from './people-screen.module.css'

type OpenAction = { action: PersonAction; person: Person } | null

export function PeopleScreen(): ReactNode {
  const people = useCall(listPeople, {})
  const openings = useCall(listAdminRoles, {}).data ?? []
  const [doing, setDoing] = useState<OpenAction>(null)
  const { save, perform, replace } = usePeople()
  const close = () => setDoing(null)
  // In the URL, so other screens can link here.
  const [search, setSearch] = useSearchParams()
  const setInviting = (isInviting: boolean) => setSearch(isInviting ? { invite: '' } : {}, { replace: true })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>People</Title>
        <Button onClick={() => setInviting(true)}>Invite a person</Button>
      </Group>
      <Text c="dimmed">Changes take effect on a person's next click, wherever they're signed in.</Text>
      <Loaded
        query={people}
        waiting={<Skeleton height={300} aria-label="Loading people" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
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

/** Owners from the configuration, who can't be changed here, listed separately from everyone else. */
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

type ConfirmedAction = Exclude<PersonAction, 'change' | 'replace' | 'end-sessions'>

const CONFIRMATIONS: Record<ConfirmedAction, { title: string; text: string; button: string }> = {
  suspend: { title: 'Suspend', text: "They're signed out everywhere and can't sign in until you reinstate them.", button: 'Suspend' },
  reinstate: { title: 'Reinstate', text: 'They can sign in again with the role they had.', button: 'Reinstate' },
  remove: { title: 'Remove', text: "They lose their role and openings, and they're signed out everywhere.", button: 'Remove' },
}

const OWNER = "They won't be an owner anymore, and they'll be signed out everywhere. We'll email the other owners."

type Props = { action: ConfirmedAction; person: Person; onConfirm: () => Promise<void>; onClose: () => void }

function ConfirmDialog({ action, person, onConfirm, onClose }: Props): ReactNode {
  const { title, text, button } = CONFIRMATIONS[action]
  const isOwner = person.roles.includes('admin')
  return (
    <Modal opened onClose={onClose} title={`${title}: ${person.email}`} centered>
      <Text mb="md">{isOwner ? OWNER : text}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color={action === 'reinstate' ? undefined : 'red'} onClick={() => void onConfirm()}>
          {button}
        </Button>
      </Group>
    </Modal>
  )
}

type DirectAction = Exclude<PersonAction, 'change' | 'replace'>

/** Saves changes to people and reloads the list. */
function usePeople() {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listPeople) })

  async function save(person: Person | null, words: PersonDraft): Promise<void> {
    try {
      await send(person, words)
    } catch (failure) {
      // It may have been saved, so the list shows what's stored.
      if (isServerUnavailable(failure)) void reread()
      throw failure
    }
    notify(savedMessage(person, words))
    await reread()
  }

  async function perform(action: DirectAction, person: Person): Promise<void> {
    await ACTIONS[action](person).then(notify, (failure: unknown) => warn(errorMessage(failure)))
    await reread()
  }

  async function replace({ staff_account_id }: Person, { email, name }: { email: string; name: string }): Promise<Duties> {
    const moved = await call(replacePerson, { id: staff_account_id!, email, ...(name.trim() && { name }) }, { retries: 0 })
    for (const changed of [listPeople, listAdminRoles]) await memory.invalidateQueries({ queryKey: keyOf(changed) })
    return moved
  }
  return { save, perform, replace }
}

/** Sends a change only once: a retry after a lost response would be rejected as someone else's. */
function send(person: Person | null, words: PersonDraft): Promise<unknown> {
  const { email, role } = words
  if (role === 'admin') return call(addOwner, { email }, { retries: 0 })
  const wanted = toRequest(words, role)
  if (person) return call(updatePerson, { id: person.staff_account_id!, ...wanted, version: person.version }, { retries: 0 })
  return call(invitePerson, { email, ...wanted }, { retries: 0 })
}

function savedMessage(person: Person | null, { role, email }: PersonDraft): string {
  if (role === 'admin') return `${email.trim()} is now an owner. We emailed them and the other owners.`
  return person ? "Changes saved. They take effect on this person's next click." : `We emailed an invitation to ${email.trim()}.`
}

const ACTIONS: Record<DirectAction, (person: Person) => Promise<string>> = {
  async suspend({ staff_account_id, email }) {
    await call(updatePerson, { id: staff_account_id!, is_suspended: true })
    return `${email} is suspended and signed out.`
  },
  async reinstate({ staff_account_id, email }) {
    await call(updatePerson, { id: staff_account_id!, is_suspended: false })
    return `${email} can sign in again.`
  },
  async remove({ staff_account_id, email }) {
    await call(removePerson, { id: staff_account_id! })
    return `${email} no longer has a role here.`
  },
  'end-sessions': async ({ email }) => (await call(revokeAccess, { email })).message,
}

type SessionsDialogProps = { person: Person; onEndAll: () => Promise<void>; onClose: () => void }

/** Where a person is signed in, with buttons to end one session or all of them. */
function SessionsDialog({ person, onEndAll, onClose }: SessionsDialogProps): ReactNode {
  const id = person.staff_account_id!
  const sessions = useCall(listSessionsOf, { id })
  const memory = useQueryClient()

  async function end(session_id: number): Promise<void> {
    await call(endSessionOf, { id, session_id }).catch((failure: unknown) => warn(errorMessage(failure)))
    await Promise.all([listSessionsOf, listPeople].map((one) => memory.invalidateQueries({ queryKey: keyOf(one) })))
  }

  async function resetPasskeys(): Promise<void> {
    await call(removePasskeysOf, { id }).then(
      () => notify(`${person.email} signs in without a passkey next time, and can add a new one.`),
      (failure: unknown) => warn(errorMessage(failure)),
    )
    await memory.invalidateQueries({ queryKey: keyOf(listPeople) })
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Sessions: ${person.email}`} centered size="lg">
      <Loaded
        query={sessions}
        waiting={<Skeleton height={120} aria-label="Loading sessions" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(all) => <SessionList sessions={all} onEnd={({ auth_session_id }) => void end(auth_session_id)} />}
      </Loaded>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {person.passkeys > 0 && (
          <Button variant="default" onClick={() => void resetPasskeys()}>
            Remove passkeys
          </Button>
        )}
        <Button color="red" onClick={() => void onEndAll()}>
          End all sessions
        </Button>
      </Group>
    </Modal>
  )
}

type PersonAction = 'change' | 'replace' | 'suspend' | 'reinstate' | 'remove' | 'end-sessions'
type PeopleTableProps = { label: string; people: Person[]; openings: FunctionRole[]; onAction: (action: PersonAction, person: Person) => void }

const COLUMNS = ['Email', 'Role', 'Applicants for', 'Last active', 'Sessions', 'Actions']

function PeopleTable({ label, people, openings, onAction }: PeopleTableProps): ReactNode {
  return (
    <div className={classes['people']}>
      <BlockTable label={label} columns={COLUMNS} pinsLast>
        {people.map((person) => (
          <Row key={person.email} person={person} openings={openings} onAction={onAction} />
        ))}
      </BlockTable>
    </div>
  )
}

function Row({ person, openings, onAction }: { person: Person; openings: FunctionRole[]; onAction: PeopleTableProps['onAction'] }): ReactNode {
  const { email, last_seen_at, live_sessions } = person
  const seen = last_seen_at ? timeOf(last_seen_at) : 'Never'
  return (
    <Table.Tr role="row">
      <Table.Th scope="row" role="rowheader" className={classes['email'] ?? ''}>
        <Address>{email}</Address>
      </Table.Th>
      <Table.Td role="cell">{rolesSummary(person)}</Table.Td>
      <Table.Td role="cell" data-label="Applicants for">
        {accessSummary(person, openings)}
      </Table.Td>
      <Table.Td role="cell" data-label="Last active">
        {seen}
      </Table.Td>
      <Table.Td role="cell" data-label="Sessions">
        {live_sessions}
      </Table.Td>
      <Table.Td role="cell" className={classes['actions'] ?? ''}>
        <Actions person={person} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  )
}

function Actions({ person, onAction }: { person: Person; onAction: PeopleTableProps['onAction'] }): ReactNode {
  const { email, roles, is_from_settings, given_role, suspended_at, live_sessions, passkeys } = person
  const button = (action: PersonAction, label: string) => (
    <Button size="compact-sm" variant="default" aria-label={`${label}: ${email}`} onClick={() => onAction(action, person)}>
      {label}
    </Button>
  )
  const isOwner = roles.includes('admin')
  return (
    <Group gap="xs">
      {given_role && button('change', 'Change')}
      {person.staff_account_id !== null && !is_from_settings && button('replace', 'Replace')}
      {!isOwner && !suspended_at && button('suspend', 'Suspend')}
      {!isOwner && suspended_at && button('reinstate', 'Reinstate')}
      {(given_role || (isOwner && !is_from_settings)) && button('remove', 'Remove')}
      {(live_sessions > 0 || passkeys > 0) && button('end-sessions', 'Sessions')}
    </Group>
  )
}

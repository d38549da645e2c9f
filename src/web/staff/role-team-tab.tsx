import { Anchor, Button, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { listAdminRoles } from '#contract/roles.ts'
import { isLimited, listPeople, type Person } from '#contract/staff/staff.ts'
import { readRoleTeam, saveRoleTeam, TEAM_PARTS, TeamPart, type RoleTeam, type TeamMember } from '#contract/staff/team.ts'
import { call } from '#web/call.ts'
import { Address } from '#web/layout/address.tsx'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing } from '#web/ui/editor/use-editing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FRESH, keyOf, useCall, readAgain } from '#web/ui/use-call.ts'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { Empty } from '#web/ui/message/empty.tsx'

type Draft = { members: TeamMember[] }
const LABELS = { members: 'Team' }

/** Who hires for a role, and what each of them sees and is emailed about. */
export function RoleTeamTab({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const team = useCall(readRoleTeam, { id }, FRESH)
  const people = useCall(listPeople, {})
  usePageLoading(team.isPending)
  const failed = [team, people].find((one) => one.isError && one.data === undefined)
  if (failed) return <ErrorNotice again={() => void failed.refetch()}>{errorMessage(failed.error)}</ErrorNotice>
  if (!team.data || !people.data) return <Skeleton height={300} aria-label="Loading the team" />
  return <Team id={id} stored={team.data} people={people.data} />
}

function wordsOf({ version, members }: RoleTeam): Versioned<Draft> {
  return { version, text: { members } }
}

/** The server sorts the members. */
const partsIn = ({ members }: Draft) => JSON.stringify(members.map(({ staff_account_id, part }) => `${staff_account_id} ${part}`).toSorted())

function useTeamEditing(id: number, stored: RoleTeam) {
  const memory = useQueryClient()
  async function show(now: RoleTeam): Promise<Versioned<Draft>> {
    memory.setQueryData<RoleTeam>(keyOf(readRoleTeam, { id }), now)
    await Promise.all([listAdminRoles, listPeople].map((changed) => memory.invalidateQueries({ queryKey: keyOf(changed) })))
    return wordsOf(now)
  }
  return useEditing<Draft>({
    draftKey: `role_team_${id}`,
    stored: wordsOf(stored),
    reread: async () => show(await readAgain(memory, readRoleTeam, { id })),
    isSame: (now, sent) => partsIn(now) === partsIn(sent),
    save: async ({ members }, version) => {
      const asked = members.map(({ staff_account_id, part }) => ({ staff_account_id, part }))
      return show(await call(saveRoleTeam, { id, version, members: asked }, { retries: 0 }))
    },
  })
}

function Team({ id, stored, people }: { id: number; stored: RoleTeam; people: Person[] }): ReactNode {
  const editing = useTeamEditing(id, stored)
  const { text, set } = editing
  const heading = useId()
  const describeMembers = (members: TeamMember[]) => members.map(({ email, part }) => `${email}: ${TEAM_PARTS[part].name}`).join('\n')
  return (
    <Stack>
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      <Paper withBorder p="lg" pb={0} maw={760}>
        <EditorForm editing={editing} labels={LABELS} aria-labelledby={heading}>
          <Title order={2} size="h3" id={heading}>
            Team
          </Title>
          <Lead id={id} team={stored} />
          <Members members={text.members} people={people} onChange={(members) => set({ members })} />
          <AddPerson
            fieldId={editing.idOf('members')}
            error={editing.faults['members']}
            members={text.members}
            people={people}
            onAdd={(members) => set({ members })}
          />
          {stored.through_department.length > 0 && (
            <Text size="sm">Also see the applicants, through their department: {stored.through_department.join(', ')}.</Text>
          )}
          <Outcome saved={editing.isSaved && 'Team updated successfully.'} failed={editing.failure && `Failed to update the team. ${editing.failure}`} />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      </Paper>
      <ConflictDialog conflict={editing.conflict} mine={text} labels={LABELS} reads={(_field, value) => describeMembers(value)} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} />
    </Stack>
  )
}

function PartText({ part }: { part: TeamPart | 'lead' }): ReactNode {
  const { sees, tells } = TEAM_PARTS[part]
  return (
    <Text size="sm" c="dimmed">
      {sees}. Emailed about {tells}.
    </Text>
  )
}

/** The lead is part of the role itself, so it's changed there. */
function Lead({ id, team: { hiring_lead_name, hiring_lead_email, lead_has_access } }: { id: number; team: RoleTeam }): ReactNode {
  return (
    <div>
      <Text>
        Hiring lead: {hiring_lead_name}, <Address>{hiring_lead_email}</Address>
      </Text>
      <PartText part="lead" />
      <Text size="sm">
        {!lead_has_access && "This address can't sign in to see applicants. Invite it under People. "}
        <Anchor component={Link} to={`?role=${id}`} inherit>
          Change the hiring lead
        </Anchor>
      </Text>
    </div>
  )
}

/** Owners can have any part; no part allows more than the person's staff role. */
function partsFor(person: Person | undefined): TeamPart[] {
  if (!person || person.roles.includes('admin')) return TeamPart.options
  return TeamPart.options.filter((part) => part === 'coordinator' || part === person.given_role)
}

type MembersProps = { members: TeamMember[]; people: Person[]; onChange: (members: TeamMember[]) => void }

function Members({ members, people, onChange }: MembersProps): ReactNode {
  if (members.length === 0) return <Empty isPart>There's no one else on this role's team yet.</Empty>
  const partOf = (id: number) => partsFor(people.find((one) => one.staff_account_id === id))
  return members.map(({ staff_account_id: id, email, part }) => (
    <Stack key={id} gap={4}>
      <Group justify="space-between" align="end" gap="xs">
        <Select
          label={email}
          allowDeselect={false}
          value={part}
          data={[...new Set([part, ...partOf(id)])].map((one) => ({ value: one, label: TEAM_PARTS[one].name }))}
          onChange={(chosen) => onChange(members.map((one) => (one.staff_account_id === id ? { ...one, part: TeamPart.parse(chosen) } : one)))}
          flex={1}
          miw={220}
        />
        <Button variant="default" aria-label={`Remove ${email}`} onClick={() => onChange(members.filter((one) => one.staff_account_id !== id))}>
          Remove
        </Button>
      </Group>
      <PartText part={part} />
    </Stack>
  ))
}

type AddProps = { fieldId: string; error: string | undefined; members: TeamMember[]; people: Person[]; onAdd: (members: TeamMember[]) => void }

function AddPerson({ fieldId, error, members, people, onAdd }: AddProps): ReactNode {
  const readers = people.filter(({ given_role, roles, suspended_at }) => !suspended_at && (roles.includes('admin') || (given_role && isLimited(given_role))))
  const others = readers.filter((one) => one.staff_account_id !== null && !members.some(({ staff_account_id }) => staff_account_id === one.staff_account_id))
  return (
    <Select
      id={fieldId}
      label="Add a person"
      description="Only people whose role lets them see applicants are listed. To add someone else, invite them under People first."
      error={error}
      searchable
      nothingFoundMessage="No results"
      value={null}
      data={others.map(({ email }) => email)}
      onChange={(chosen) => {
        const person = others.find(({ email }) => email === chosen)
        if (person) onAdd([...members, { staff_account_id: person.staff_account_id!, email: person.email, part: partsFor(person)[0]! }])
      }}
    />
  )
}

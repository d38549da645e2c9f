import { Button, Group, Paper, Select, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type FunctionRole, listAdminRoles, ROLE_STATES, type RoleState } from '#contract/roles.ts'
import { errorMessage, Loaded } from '#web/ui/loaded.tsx'
import { Empty, NothingSelected } from '#web/ui/message/empty.tsx'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { RoleBar } from './role-bar.tsx'
import { RoleForm, type RoleFormSlots } from './role-form.tsx'
import { RoleQuestionsTab } from './role-questions.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { DuplicateRole } from './duplicate-role.tsx'
import { isScheduled, openingsLeft } from './role-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { renderSVG } from 'uqr'
import { createRoleLink, MIN_COUNT_SHOWN, readRoleLinks, type RoleLink } from '#contract/role-links.ts'
import { call, isCallFailure } from '#web/call.ts'
import { save } from '#web/ui/save-file.ts'
import { copyAndNotify, notify, warn } from '#web/ui/toast.ts'
import { Address } from '#web/layout/address.tsx'

const NEW = 'new'

type Tab = ComponentType<{ ref_function_role_id: number }>
type Screen = RoleFormSlots & { RolePlanTab: Tab; RoleTeamTab: Tab; RoleFiguresTab: Tab; ProspectsTab: Tab }

export function RoleEditorScreen(handed: Screen): ReactNode {
  const roles = useCall(listAdminRoles, {})
  usePageLoading(roles.isPending)
  return (
    <Stack>
      <Title order={1}>Function Role Editor</Title>
      <Loaded
        query={roles}
        waiting={<Skeleton height={400} aria-label="Loading the roles" />}
        failed={(_, again) => <ErrorNotice again={again}>Failed to load function roles. Please try again later.</ErrorNotice>}
      >
        {(all) => <RoleChoice all={all} {...handed} />}
      </Loaded>
    </Stack>
  )
}

function RoleChoice({ all, RolePlanTab, RoleTeamTab, RoleFiguresTab, ProspectsTab, ...handed }: { all: FunctionRole[] } & Screen): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('role')
  const tab = search.get('tab')
  const role = all.find((one) => String(one.ref_function_role_id) === chosen)
  return (
    <>
      <Group align="end">
        <Select
          label="Role to edit"
          placeholder="Pick a role"
          w="32rem"
          maw="100%"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matching roles"
          value={role || chosen === NEW ? chosen : null}
          onChange={(picked) => picked && picked !== chosen && setSearch({ role: picked })}
          data={[{ value: NEW, label: 'Create New Role' }, ...all.map(optionOf)]}
        />
        {chosen !== NEW && (
          <Button component={Link} to={`?role=${NEW}`}>
            Create New Role
          </Button>
        )}
      </Group>
      {role && (tab === 'questions' || tab === 'interviews' || tab === 'team' || tab === 'links' || tab === 'people' || tab === 'figures') ? (
        <>
          <RoleBar role={role} tab={tab} onClose={null} />
          {tab === 'questions' && <RoleQuestionsTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'interviews' && <RolePlanTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'team' && <RoleTeamTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'figures' && <RoleFiguresTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'people' && <ProspectsTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
          {tab === 'links' && <RoleLinksTab key={chosen} ref_function_role_id={role.ref_function_role_id} />}
        </>
      ) : role || chosen === NEW ? (
        <RoleForm key={chosen} role={role ?? null} {...handed} />
      ) : (
        <>
          {all.length === 0 ? (
            <Empty title="No roles yet">Create a role, and it appears on your careers site once it's published.</Empty>
          ) : (
            <RolesTable roles={all} />
          )}
          <NothingSelected label="Save Changes" refusal="Please select a role to update">
            Pick a role to edit, or create a new one.
          </NothingSelected>
        </>
      )}
    </>
  )
}

function optionOf(role: FunctionRole): { value: string; label: string } {
  return { value: String(role.ref_function_role_id), label: role.disabled_flag ? `${role.function_role_name} (${role.state})` : role.function_role_name }
}

const ORDER: RoleState[] = ['published', 'paused', 'draft', 'closed']
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Every role, shown while none is selected: its state, when it opened, who is waiting, and when it closes. */
function RolesTable({ roles }: { roles: FunctionRole[] }): ReactNode {
  const [now] = useState(() => Date.now())
  const inOrder = roles.toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.function_role_name.localeCompare(other.function_role_name),
  )
  return (
    <BlockTable label="Roles" columns={['Role', 'State', 'Open since', 'Applicants waiting', 'Closes', 'Copy']} spacing="xs">
      {inOrder.map((role) => {
        const { ref_function_role_id: id, function_role_name, published_at, unanswered_applicants, closes_at } = role
        return (
          <Table.Tr key={id} role="row">
            <Table.Th scope="row" role="rowheader">
              <Link to={`?role=${id}`}>{function_role_name}</Link>
            </Table.Th>
            <Table.Td role="cell">{stateOf(role)}</Table.Td>
            <Table.Td role="cell" data-label="Open since">
              {published_at && Date.parse(published_at) <= now ? DAY.format(new Date(published_at)) : '–'}
            </Table.Td>
            <Table.Td role="cell" data-label="Applicants waiting">
              {unanswered_applicants.toLocaleString('en-US')}
            </Table.Td>
            <Table.Td role="cell" data-label="Closes">
              {closes_at ? DAY.format(new Date(closes_at)) : '–'}
            </Table.Td>
            <Table.Td role="cell">
              <DuplicateRole role={role} size="compact-sm" />
            </Table.Td>
          </Table.Tr>
        )
      })}
    </BlockTable>
  )
}

function stateOf(role: FunctionRole): string {
  const left = role.openings === null ? '' : `, ${openingsLeft(role)}`
  return isScheduled(role) ? `Draft, publishes ${DAY.format(new Date(role.published_at!))}` : ROLE_STATES[role.state].label + left
}

/** A role's links: one for each place where it's posted. */
function RoleLinksTab({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const query = useCall(readRoleLinks, { id })
  usePageLoading(query.isPending)
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h3">
          Links
        </Title>
        <Text size="sm">
          Create a link for each place you post this role. Each application records the link it came through; unknown link names count as ‘other’.
        </Text>
        <NewLink id={id} />
        <Loaded
          query={query}
          waiting={<Skeleton height={120} aria-label="Loading the links" />}
          failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
        >
          {(links) => (links.length > 0 ? <LinksTable links={links} /> : <Text>This role has no links yet.</Text>)}
        </Loaded>
      </Stack>
    </Paper>
  )
}

function NewLink({ id }: { id: number }): ReactNode {
  const memory = useQueryClient()
  const [via, setVia] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    const checked = createRoleLink.body.safeParse({ via })
    if (!checked.success) return setFault(checked.error.issues[0]!.message)
    setMaking(true)
    try {
      const link = await call(createRoleLink, { id, via }, { retries: 0 })
      memory.setQueryData<RoleLink[]>(keyOf(readRoleLinks, { id }), (all = []) => [link, ...all])
      setVia('')
      notify(`Link '${link.via}' created.`)
    } catch (failure) {
      if (isCallFailure(failure) && failure.errors.length > 0) setFault(failure.message)
      else warn(`We couldn't create the link. ${errorMessage(failure)}`)
    } finally {
      setMaking(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void make(event)}>
      <Group align="start" gap="sm">
        <TextInput
          label="Name of the link"
          description="Letters, digits and hyphens, such as nurse-fair"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={via}
          error={fault}
          onChange={(event) => {
            setVia(event.currentTarget.value)
            setFault(null)
          }}
        />
        <Button type="submit" mt="1.6rem" loading={isMaking}>
          Create link
        </Button>
      </Group>
    </form>
  )
}

function LinksTable({ links }: { links: RoleLink[] }): ReactNode {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <BlockTable label="Links" columns={['Name', 'Address', 'Applications', 'Copy']} spacing="xs">
      {links.map((link) => (
        <Table.Tr key={link.via} role="row">
          <Table.Th scope="row" role="rowheader">
            {link.via}
          </Table.Th>
          <Table.Td role="cell" style={{ overflowWrap: 'anywhere' }}>
            <Address>{link.url}</Address>
            {shown === link.via && <Code link={link} />}
          </Table.Td>
          <Table.Td role="cell" data-label="Applications">
            {link.applications?.toLocaleString('en-US') ?? `fewer than ${MIN_COUNT_SHOWN}`}
          </Table.Td>
          <Table.Td role="cell">
            <Group gap="xs">
              <Button size="compact-md" variant="default" aria-label={`Copy link ${link.via}`} onClick={() => void copy(link)}>
                Copy link
              </Button>
              <Button
                size="compact-md"
                variant="default"
                aria-label={`QR code of ${link.via}`}
                aria-expanded={shown === link.via}
                onClick={() => setShown(shown === link.via ? null : link.via)}
              >
                QR code
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </BlockTable>
  )
}

function copy({ url, via }: RoleLink): Promise<void> {
  return copyAndNotify(url, { copied: `Link '${via}' copied.`, failed: "The link couldn't be copied. Select its address and copy it." })
}

/** Generated in this browser, so the URL isn't sent to anyone. */
function Code({ link: { url, via } }: { link: RoleLink }): ReactNode {
  const svg = renderSVG(url, { border: 4, ecc: 'M' })
  return (
    <Stack gap="xs" mt="sm" align="start">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={`QR code of ${url}`} width={200} height={200} />
      <Button size="compact-md" variant="default" onClick={() => save(new Blob([svg], { type: 'image/svg+xml' }), `qr-${via}.svg`)}>
        Download the QR code
      </Button>
    </Stack>
  )
}

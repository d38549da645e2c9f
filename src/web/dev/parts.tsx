import { Box, Badge, Button, Checkbox, Group, Menu, Modal, Paper, Radio, Select, Skeleton, Table, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { NO_ACCESS } from '#contract/endpoint.ts'
import { STATUS_MEANINGS } from '#contract/statuses/status-meanings.ts'
import { DueBadge } from '#web/applicants/due-badge.tsx'
import { NoAccess } from '#web/layout/no-access.tsx'
import { StaffFailure } from '#web/layout/staff-failure.tsx'
import { StatusBadge } from '#web/statuses/status-badge.tsx'
import { Bars, Chart, Columns } from '#web/ui/chart.tsx'
import { AsPublished, PreviewFrame, ScaledPreview } from '#web/ui/editor/as-published.tsx'
import { ChooseMany } from '#web/ui/editor/choose-many.tsx'
import { EditorForm, textField } from '#web/ui/editor/editor-form.tsx'
import { Editor } from '#web/ui/editor/editor.tsx'
import { MomentField } from '#web/ui/editor/moment-field.tsx'
import { MoveButtons } from '#web/ui/editor/move-buttons.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { SavedBanner } from '#web/ui/editor/saved-banner.tsx'
import { useEditing, type FieldErrors } from '#web/ui/editor/use-editing.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Empty, NothingSelected } from '#web/ui/message/empty.tsx'
import { Message } from '#web/ui/message/message.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { ScrollingTable } from '#web/ui/table/scrolling-table.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

function Buttons(): ReactNode {
  const looks = ['filled', 'default', 'subtle'] as const
  return looks.map((variant) => (
    <Group key={variant}>
      <Button variant={variant}>{variant}</Button>
      <Button variant={variant} size="compact-sm">
        Compact
      </Button>
      <Button variant={variant} loading>
        Loading
      </Button>
      <Button variant={variant} disabled>
        Disabled
      </Button>
      <Button variant={variant} color="red">
        Danger
      </Button>
    </Group>
  ))
}

function Messages(): ReactNode {
  const tones = ['note', 'good', 'warn', 'bad'] as const
  return (
    <>
      {tones.map((tone) => (
        <Message key={tone} tone={tone} role="presentation" title={`Title of a ${tone} message`}>
          One sentence about what's on the screen.
        </Message>
      ))}
      <ErrorNotice again={() => {}}>The applicants couldn't be loaded.</ErrorNotice>
      <ErrorNotice again={() => {}}>{NO_ACCESS}</ErrorNotice>
      <Outcome saved="Saved." failed="Failed to save." />
      <SavedBanner dismiss={() => {}}>Template saved.</SavedBanner>
      <Group>
        <Button onClick={() => notify('Moved to Under Review.', { offer: { label: 'Undo', run: () => {} } })}>Show a toast</Button>
        <Button variant="default" onClick={() => warn('The link could not be copied.')}>
          Show a failure
        </Button>
      </Group>
    </>
  )
}

const APPLICANTS = [
  ['Rosa Delgado', 'Registered Nurse', 5],
  ['Amara Okafor', 'Care Coordinator', 2],
  ['Miguel Santos', 'Medical Assistant', 3],
] as const

function Tables(): ReactNode {
  const [sorted, setSorted] = useState<'ascending' | 'descending'>('ascending')
  const onSort = () => setSorted(sorted === 'ascending' ? 'descending' : 'ascending')
  const rows = sorted === 'ascending' ? APPLICANTS : APPLICANTS.toReversed()
  return (
    <>
      <BlockTable label="Applicants" columns={[{ title: 'Applicant', sorted, onSort }, 'Role', 'Status']}>
        {rows.map(([name, role, status]) => (
          <Table.Tr key={name} role="row">
            <Table.Th scope="row" role="rowheader">
              {name}
            </Table.Th>
            <Table.Td role="cell" data-label="Role">
              {role}
            </Table.Td>
            <Table.Td role="cell" data-label="Status">
              <StatusBadge ref_application_status_id={status} application_status={STATUS_MEANINGS[status].application_status} />
            </Table.Td>
          </Table.Tr>
        ))}
      </BlockTable>
      <ScrollingTable label="Week" columns={['Interviewer', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']}>
        <Table.Tr>
          <Table.Th scope="row">Ambrose Kittredge</Table.Th>
          <Table.Td colSpan={5}>Free</Table.Td>
        </Table.Tr>
      </ScrollingTable>
    </>
  )
}

function Charts(): ReactNode {
  const weeks = [3, 8, 5, 12].map((value, place) => ({ name: `Week ${place + 1}`, short: String(place + 1), value }))
  return (
    <>
      <Chart title="Applications per week" summary="28 in four weeks." columns={['Week', 'Applications']} rows={weeks.map(({ name, value }) => [name, value])}>
        <Columns columns={weeks} />
      </Chart>
      <Chart title="Days in a status" summary="One is over its limit." columns={['Status', 'Days']} rows={[['Submitted', 9]]}>
        <Bars
          bars={[
            { name: 'Submitted', value: 9, says: '9 days', limit: 5, note: 'Limit: 5 days' },
            { name: 'Under Review', value: 2, says: '2 days' },
          ]}
        />
      </Chart>
      <Sparkline values={weeks.map(({ value }) => value)} says="Applications in four weeks" />
    </>
  )
}

function Badges(): ReactNode {
  const statuses = Object.entries(STATUS_MEANINGS).map(([id, { application_status }]) => ({ ref_application_status_id: Number(id), application_status }))
  return (
    <>
      <Group>
        {statuses.map((status) => (
          <StatusBadge key={status.ref_application_status_id} {...status} />
        ))}
        <Badge>Plain</Badge>
      </Group>
      <Group>
        {(['late', 'soon', 'later'] as const).map((due) => (
          <DueBadge key={due} due={due} reply_by="2027-05-04T12:00:00Z" ref_application_status_id={5} has_emailed_application_status={false} />
        ))}
      </Group>
    </>
  )
}

type Text = { title: string; notes: string }
const LABELS = { title: 'Title', notes: 'Notes' }
const STORED = { text: { title: 'Registered Nurse', notes: '' }, version: 1 }

/** A real editor that rejects an empty title and simulates a conflict on request. */
function Forms(): ReactNode {
  const conflict = { status: 409, detail: 'dana@meridianhealth.example saved at 2:29 AM.', errors: [] }
  const save = async (text: Text) => {
    if (text.title === 'conflict') throw Object.assign(new Error(conflict.detail), conflict)
    return { text, version: 1 }
  }
  const reread = async () => ({ text: { title: 'Registered Nurse, nights', notes: 'Saved by someone else' }, version: 2 })
  const check = (text: Text): FieldErrors => (text.title === '' ? { title: 'Enter a title.' } : {})
  const editing = useEditing<Text>({ draftKey: 'dev', stored: STORED, check, save, reread })
  return (
    <Editor editing={editing} labels={LABELS} previewLabel="Preview" preview={<Paper p="lg">{editing.text.title}</Paper>}>
      {() => (
        <EditorForm editing={editing} labels={LABELS} aria-label="Example">
          <TextInput label="Title" description="Empty it to see the error; enter conflict to see the dialog." {...textField(editing, 'title')} />
          <Textarea label="Notes (optional)" {...textField(editing, 'notes')} />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      )}
    </Editor>
  )
}

function Fields(): ReactNode {
  const [moment, setMoment] = useState('')
  return (
    <>
      <TextInput label="Plain" description="A hint below the label" placeholder="Placeholder" />
      <TextInput label="With an error" error="Enter an address like name@example.com." defaultValue="name" />
      <TextInput label="Disabled" disabled defaultValue="Can't be changed" />
      <TextInput label="Read-only" readOnly defaultValue="Can be copied" />
      <Select label="Choice" data={['One', 'Two']} defaultValue="One" />
      <MomentField id="moment" label="Date and time" value={moment} error={undefined} onChange={setMoment} />
      <Checkbox label="Checkbox" defaultChecked />
      <Radio label="Radio button" defaultChecked />
      <SomeStates />
      <Group>
        <MoveButtons name="the first" isFirst isLast={false} onMove={() => {}} />
      </Group>
    </>
  )
}

function SomeStates(): ReactNode {
  const [chosen, setChosen] = useState(['TX'])
  const states = { CO: 'Colorado', NY: 'New York', TX: 'Texas' }
  return (
    <ChooseMany
      id="some-states"
      label="Several from a list"
      placeholder="Choose states"
      clearLabel="Choose other states"
      data={Object.entries(states).map(([value, label]) => ({ value, label }))}
      value={chosen}
      onChange={setChosen}
    />
  )
}

function Dialogs(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Reject Rosa Delgado?" centered>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button onClick={() => setOpen(false)}>Reject</Button>
        </Group>
      </Modal>
      <Menu>
        <Menu.Target>
          <Button variant="default">Open a menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Edit</Menu.Item>
          <Menu.Item disabled>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function EmptyStates(): ReactNode {
  return (
    <>
      <Empty title="No applicants yet" next={<Button variant="default">Share the role</Button>}>
        Applicants will appear here.
      </Empty>
      <Empty isPart>No interviews this week.</Empty>
      <NothingSelected label="Save Changes" refusal="Select a role first.">
        Select a role to edit it.
      </NothingSelected>
      <Skeleton height={48} />
    </>
  )
}

function Published(): ReactNode {
  const summary = <ErrorSummary attempt={0} faults={[{ path: 'email', message: 'Enter your email address.', label: 'Email' }]} />
  return (
    <>
      <AsPublished>{summary}</AsPublished>
      <Box h={240}>
        <PreviewFrame title="On a phone" width={390} scheme="light" look={{}}>
          {summary}
        </PreviewFrame>
      </Box>
      <Box h={48}>
        <ScaledPreview width={1600}>
          <Message tone="good">At half size</Message>
        </ScaledPreview>
      </Box>
    </>
  )
}

/** Each shared part of the screens, in every state. */
export const PARTS: Record<string, () => ReactNode> = {
  Buttons,
  Messages,
  'Empty and waiting': EmptyStates,
  Tables,
  Charts,
  Badges,
  Fields,
  Editor: Forms,
  'Dialogs and menus': Dialogs,
  'On public pages': Published,
  'No access': NoAccess,
  'Page failed': StaffFailure,
}

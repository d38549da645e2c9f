import { Button, Grid, Group, Paper, Select, Skeleton, Stack, Table, Text, Textarea, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  listBookingsInterviewers,
  listInterviewers,
  withoutAdded,
  byName,
  type BookingsInterviewer,
  type Interviewer,
  addInterviewer,
  updateInterviewer,
} from '#contract/interviewers.ts'
import { Address } from '#web/layout/address.tsx'
import { isAnswered, Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { UnsavedGuard, type GuardOptions } from '#web/ui/editor/unsaved-guard.tsx'
import { useCall, keyOf, readAgain } from '#web/ui/use-call.ts'
import { type EditState, useEditing } from '#web/ui/editor/use-editing.ts'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { EditorForm, textField } from '#web/ui/editor/editor-form.tsx'
import { useGoToForm } from '#web/ui/editor/use-go-to-form.ts'
import { Empty } from '#web/ui/message/empty.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'

/** The list, with two forms next to it that fail independently: interviewers come from our database, staff from the bookings service. */
export function InterviewersScreen(): ReactNode {
  const interviewers = useCall(listInterviewers, {})
  const bookings = useCall(listBookingsInterviewers, {})
  const staff = withoutAdded(bookings.data ?? [], interviewers.data ?? [])
  const adding = useAddInterviewer(staff)
  const isChosen = useSearchParams()[0].has('interviewer')
  const also: GuardOptions = { isChanged: adding.isChanged, save: adding.submit, discard: adding.discard }
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>Interviewer Management</Title>
        <Button component="a" href={`#${ADDING}`} variant="default" hiddenFrom="lg" style={{ visibility: isAnswered(interviewers) ? 'visible' : 'hidden' }}>
          Add an interviewer
        </Button>
      </Group>
      <Grid gap="lg">
        {(interviewers.data || !interviewers.isError) && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            {interviewers.data ? <InterviewersTable interviewers={interviewers.data} /> : <Skeleton height={300} />}
          </Grid.Col>
        )}
        {/* Below the list on a phone, the forms would move when it appears. */}
        <Grid.Col span={{ base: 12, lg: 4 }} hidden={!interviewers.data && !interviewers.isError}>
          <Stack pos={{ lg: 'sticky' }} top="var(--space-4)">
            <FormColumn id={UPDATING} title="Update Existing Interviewer">
              <Loaded query={interviewers} waiting={<Skeleton height={120} />} failed={(why, again) => <NotFetched why={why} again={again} />}>
                {(all) => <UpdateSection interviewers={all} also={also} />}
              </Loaded>
            </FormColumn>
            {isAnswered(interviewers) && (
              <FormColumn id={ADDING} title="Add New Interviewer">
                <Loaded query={bookings} waiting={<Skeleton height={120} />} failed={(why, again) => <NotFetched why={why} again={again} />}>
                  {() => <AddSection staff={staff} adding={adding} isQuiet={isChosen} />}
                </Loaded>
                {isAnswered(bookings) && <MissingHint onRefresh={() => void bookings.refetch()} isRefreshing={bookings.isFetching} />}
              </FormColumn>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

const UPDATING = 'interviewer-form'
const ADDING = 'new-interviewer'

function FormColumn({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactNode {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm" id={id} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function NotFetched({ why, again }: { why: string; again: () => void }): ReactNode {
  return (
    <ErrorNotice title="Failed to fetch interviewers." again={again}>
      {why}
    </ErrorNotice>
  )
}

type Props = { staff: BookingsInterviewer[]; adding: EditState<NewInterviewerDraft>; isQuiet: boolean }

function AddSection({ staff, adding, isQuiet }: Props): ReactNode {
  const { text, faults, set, idOf } = adding
  const isKnown = staff.some((one) => one.interviewer_email === text.interviewer_email)
  return (
    <BioForm
      editing={adding}
      button="Add Interviewer"
      isQuiet={isQuiet}
      help="Optional."
      saved="Interviewer added successfully."
      failed="Failed to add interviewer."
    >
      <Select
        id={idOf('interviewer_email')}
        label={LABELS.interviewer_email}
        placeholder={staff.length === 0 ? 'Everyone on the Bookings pages is already an interviewer' : 'Pick a person'}
        searchable
        nothingFoundMessage="No results."
        value={isKnown ? text.interviewer_email : null}
        error={faults['interviewer_email']}
        onChange={(picked) => set({ interviewer_email: picked ?? '' })}
        data={staff.map((one) => ({ value: one.interviewer_email, label: `${one.interviewer_name} (${one.interviewer_email})` }))}
      />
    </BioForm>
  )
}

function MissingHint({ onRefresh, isRefreshing }: { onRefresh: () => void; isRefreshing: boolean }): ReactNode {
  return (
    <Text size="sm" c="dimmed" component="div" mt="md">
      Don't see someone? They must first be added as staff on a connected Bookings page. Registered interviewers are in the other list.{' '}
      <Button size="compact-sm" variant="default" ml="xs" onClick={onRefresh} loading={isRefreshing}>
        Refresh
      </Button>
    </Text>
  )
}

/** Every registered interviewer; each opens for editing. */
function InterviewersTable({ interviewers }: { interviewers: Interviewer[] }): ReactNode {
  const chosen = useSearchParams()[0].get('interviewer')
  const goToForm = useGoToForm(chosen, UPDATING)
  if (interviewers.length === 0) return <Empty title="No interviewers yet">Add the first one from the staff on your Bookings pages.</Empty>
  return (
    <BlockTable label="Interviewers" columns={['Interviewer', 'Bio', 'Hours']}>
      {byName(interviewers).map(({ ref_interviewer_id: id, interviewer_name, interviewer_email, interviewer_bio: bio }) => (
        <Table.Tr key={id} role="row" data-chosen={String(id) === chosen || undefined}>
          <Table.Th scope="row" role="rowheader">
            <Link to={`?interviewer=${id}`} aria-current={String(id) === chosen || undefined} onClick={() => goToForm(String(id))}>
              {interviewer_name}
            </Link>
            <Text size="sm" c="dimmed" miw={{ lg: '18rem' }}>
              <Address>{interviewer_email}</Address>
            </Text>
          </Table.Th>
          <Table.Td role="cell">
            {bio === '' ? (
              <Text size="sm" c="dimmed">
                No bio yet
              </Text>
            ) : (
              <Text size="sm">{bio}</Text>
            )}
          </Table.Td>
          <Table.Td role="cell">
            <Link to={`/admin/interviews?hours=${id}`} aria-label={`Hours of ${interviewer_name}`}>
              Hours
            </Link>
          </Table.Td>
        </Table.Tr>
      ))}
    </BlockTable>
  )
}

type UpdateSectionProps = { interviewers: Interviewer[]; also: GuardOptions }

function UpdateSection({ interviewers, also }: UpdateSectionProps): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('interviewer')
  const interviewer = interviewers.find((one) => String(one.ref_interviewer_id) === chosen)
  return (
    <Stack>
      <Select
        label="Interviewer"
        placeholder={interviewers.length === 0 ? 'No interviewers yet' : 'Pick an interviewer'}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching interviewers"
        value={interviewer ? chosen : null}
        onChange={(picked) => picked && picked !== chosen && setSearch({ interviewer: picked })}
        data={byName(interviewers).map((one) => ({ value: String(one.ref_interviewer_id), label: `${one.interviewer_name} (${one.interviewer_email})` }))}
      />
      {interviewer ? (
        <UpdateForm key={chosen} interviewer={interviewer} also={also} />
      ) : (
        <UnsavedGuard isChanged={false} save={also.save} discard={also.discard} also={also} />
      )}
    </Stack>
  )
}

function UpdateForm({ interviewer, also }: { interviewer: Interviewer; also: GuardOptions }): ReactNode {
  const editing = useBioEditing(interviewer)
  return (
    <>
      <BioForm
        editing={editing}
        button="Update Bio"
        help="Shown next to the interviewer's name. Optional."
        saved="Bio updated successfully."
        failed="Failed to update interviewer."
      />
      <ConflictDialog conflict={editing.conflict} mine={editing.text} labels={LABELS} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} also={also} />
    </>
  )
}

type BioFormProps<Words extends BioDraft> = {
  editing: EditState<Words>
  button: string
  /** Another form's button is the primary one. */
  isQuiet?: boolean
  /** The bio's status when nothing is unsaved. */
  help: string
  saved: string
  failed: string
  /** The field that selects whose bio it is, if there's a choice. */
  children?: ReactNode
}

const LABELS = { interviewer_email: 'Staff on the Bookings pages', interviewer_bio: 'Bio' }

/** A bio and the result of saving it, for interviewers and people about to become one. */
function BioForm<Words extends BioDraft>({ editing, button, isQuiet = false, help, saved, failed, children }: BioFormProps<Words>): ReactNode {
  const bio = textField(editing as unknown as EditState<BioDraft>, 'interviewer_bio')
  return (
    <EditorForm editing={editing} labels={LABELS}>
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      {children}
      <Textarea label={LABELS.interviewer_bio} description={editing.isChanged ? 'Unsaved changes' : help} rows={4} {...bio} />
      <Outcome saved={editing.isSaved && saved} failed={editing.failure && `${failed} ${editing.failure}`} />
      <Button type="submit" variant={isQuiet ? 'default' : 'filled'} loading={editing.isSaving} style={{ alignSelf: 'start' }}>
        {button}
      </Button>
    </EditorForm>
  )
}

type BioDraft = { interviewer_bio: string }
type NewInterviewerDraft = { interviewer_email: string; interviewer_bio: string }
const EMPTY_FORM: Versioned<NewInterviewerDraft> = { version: 0, text: { interviewer_email: '', interviewer_bio: '' } }

function useBioEditing(interviewer: Interviewer): EditState<BioDraft> {
  const memory = useQueryClient()
  const { ref_interviewer_id: id } = interviewer

  async function save(words: BioDraft, version: number): Promise<Versioned<BioDraft>> {
    // Sent only once: a retry after a lost response would be rejected as someone else's change.
    const stored = await call(updateInterviewer, { id, version, ...words }, { retries: 0 })
    void memory.invalidateQueries({ queryKey: keyOf(listInterviewers) })
    return toDraft(stored)
  }

  async function reread(): Promise<Versioned<BioDraft>> {
    const all = await readAgain(memory, listInterviewers, {})
    return toDraft(all.find((one) => one.ref_interviewer_id === id)!)
  }

  return useEditing<BioDraft>({ draftKey: `interviewer_${id}`, stored: toDraft(interviewer), save, reread })
}

/** The form for adding an interviewer, selected from `staff`. */
function useAddInterviewer(staff: BookingsInterviewer[]): EditState<NewInterviewerDraft> {
  const memory = useQueryClient()

  async function save({ interviewer_email, interviewer_bio }: NewInterviewerDraft): Promise<Versioned<NewInterviewerDraft>> {
    const { interviewer_name } = staff.find((one) => one.interviewer_email === interviewer_email)!
    await call(addInterviewer, { interviewer_name, interviewer_email, interviewer_bio }, { retries: 0 })
    await memory.invalidateQueries({ queryKey: keyOf(listInterviewers) })
    return EMPTY_FORM
  }

  return useEditing<NewInterviewerDraft>({
    draftKey: 'interviewer_new',
    stored: EMPTY_FORM,
    check: ({ interviewer_email }): Record<string, string> =>
      staff.some((one) => one.interviewer_email === interviewer_email) ? {} : { interviewer_email: 'Select an interviewer to add' },
    save,
  })
}

function toDraft({ interviewer_bio, version }: Interviewer): Versioned<BioDraft> {
  return { version, text: { interviewer_bio } }
}

import { Button, Group, Input, Modal, SegmentedControl, Stack, Text, TextInput, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PLACES } from '#contract/licenses/places.ts'
import { duplicateRole, listAdminRoles, type FunctionRole } from '#contract/roles.ts'
import { sessionOf } from '#web/auth/session.ts'
import { call, isCallFailure, isServerUnavailable } from '#web/call.ts'
import { ChooseMany } from '#web/ui/editor/choose-many.tsx'
import { textField } from '#web/ui/editor/editor-form.tsx'
import type { EditState } from '#web/ui/editor/use-editing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf, readAgain } from '#web/ui/use-call.ts'
import { LABELS, statesIn, type RoleWords } from './role-text.ts'
import { usePublishing } from './use-publishing.ts'

/** Creates a draft copy with everything except applicants and dates, and opens it for editing. */
export function DuplicateRole({ role, size = 'sm' }: { role: FunctionRole } & Pick<ButtonProps, 'size'>): ReactNode {
  const [isCopying, setCopying] = useState(false)
  const memory = useQueryClient()
  const navigate = useNavigate()

  /** Sent only once, because a retry would create a second copy. If the response is lost, it looks for the copy. */
  async function duplicate(): Promise<FunctionRole> {
    const known = (memory.getQueryData<FunctionRole[]>(keyOf(listAdminRoles, {})) ?? []).map((one) => one.ref_function_role_id)
    try {
      const copied = await call(duplicateRole, { id: role.ref_function_role_id }, { retries: 0 })
      memory.setQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}), (all = []) => [...all, copied])
      void memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
      return copied
    } catch (failure) {
      const all = isServerUnavailable(failure) ? await readAgain(memory, listAdminRoles, {}).catch(() => []) : []
      const isOwn = ({ function_role_name: name, state, modified_by_email }: FunctionRole) =>
        state === 'draft' && `Copy of ${role.function_role_name}`.startsWith(name) && modified_by_email === sessionOf('admin')?.email
      const copied = all.find((one) => !known.includes(one.ref_function_role_id) && isOwn(one))
      if (copied) return copied
      throw failure
    }
  }

  async function copy(): Promise<void> {
    setCopying(true)
    try {
      const copied = await duplicate()
      await navigate(`?role=${copied.ref_function_role_id}`, { state: { saved: `Draft '${copied.function_role_name}' created.`, isNewCopy: true } })
    } catch (failure) {
      warn(`We couldn't duplicate the role. ${errorMessage(failure)}`)
    } finally {
      setCopying(false)
    }
  }
  return (
    <Button variant="default" size={size} loading={isCopying} aria-label={`Duplicate ${role.function_role_name}`} onClick={() => void copy()}>
      Duplicate
    </Button>
  )
}

/** Whether this role was just copied. True only once, so reloading the page doesn't ask for a name again. */
export function useNewCopy(): [boolean, () => void] {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: { saved?: string; isNewCopy?: boolean } | null }
  const [isNew, setNew] = useState(state?.isNewCopy === true)
  const saved = state?.saved
  const mustForget = state?.isNewCopy === true
  useEffect(() => {
    if (mustForget) void navigate(search, { replace: true, state: { saved } })
  }, [mustForget, navigate, saved, search])
  return [isNew, () => setNew(false)]
}

/** Saves another panel for a role of this version. */
export type SavePanel = (version: number) => Promise<unknown>
/**
 * The copied role's interviewers. Passed in by the table of screens because roles don't know about interviews. `onShown` is called once they're on
 * screen.
 */
export type ChoosePanel = ComponentType<{ ref_function_role_id: number; onShown: () => void; onChange: (save: SavePanel) => void }>

type Props = { id: number; editing: EditState<RoleWords>; CopyPanel: ChoosePanel; onClose: () => void }

/** Saves what differs in the copy: its fields, then its panel, and publishes it last, so candidates never see half of it. */
function useSaveCopy({ id, editing, onClose }: Omit<Props, 'CopyPanel'>) {
  const memory = useQueryClient()
  const publish = usePublishing()
  const [savePanel, setSavePanel] = useState<SavePanel | null>(null)
  const [isPanelShown, setPanelShown] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const copy = () => memory.getQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}))!.find((one) => one.ref_function_role_id === id)!

  async function saveAll(isPublishing: boolean): Promise<void> {
    if (!(await editing.submit())) return
    try {
      await savePanel?.(copy().version)
    } catch (failure) {
      return setFailure(panelFailure(failure))
    } finally {
      // After a failure too: the panel may have been saved, which gives the role a new version.
      if (savePanel) await memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
    }
    if (isPublishing) await publish(copy())
    onClose()
  }
  async function save(isPublishing: boolean): Promise<void> {
    if (isSaving) return
    setSaving(true)
    setFailure(null)
    await saveAll(isPublishing).finally(() => setSaving(false))
  }
  return {
    save,
    isSaving,
    isPanelShown,
    failure,
    onShown: () => setPanelShown(true),
    onChange: (save: SavePanel) => setSavePanel(() => save),
  }
}

function panelFailure(failure: unknown): string {
  const isRejected = isCallFailure(failure) && failure.status >= 400 && failure.status < 500
  const outcome = isRejected ? 'The role is saved as a draft, but not its panel.' : "We couldn't confirm that the panel was saved."
  return `${outcome} ${errorMessage(failure)}`
}

const SHOWN_FIELDS = ['function_role_name', 'license_states', 'openings']

/** What usually differs in a copy, on one screen, so it can be published from here. Its text fields are those of the form behind the dialog. */
export function SetUpCopy({ id, editing, CopyPanel, onClose }: Props): ReactNode {
  const { save, isSaving, isPanelShown, failure, onShown, onChange } = useSaveCopy({ id, editing, onClose })
  const elsewhere = Object.entries(editing.faults).filter(([name]) => !SHOWN_FIELDS.includes(name))
  const problem = [editing.failure, ...elsewhere.map(([, fault]) => fault), failure].find(Boolean)
  // Closing wouldn't stop the save, or keep the role from being published.
  const close = () => !isSaving && onClose()
  return (
    <Modal opened onClose={close} title="Set up this copy" size="lg" centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(false)
        }}
      >
        <Stack>
          <TextInput
            label={LABELS.function_role_name}
            required
            data-autofocus
            {...textField(editing, 'function_role_name')}
            id={`${editing.idOf('function_role_name')}-of-copy`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <OpeningsChoice {...editing} />
          <StatesChoice {...editing} />
          <CopyPanel ref_function_role_id={id} onShown={onShown} onChange={onChange} />
          {problem && (
            <Text c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="subtle" aria-disabled={isSaving} onClick={close}>
              Not now
            </Button>
            <Button type="submit" variant="default" aria-disabled={isSaving}>
              Save draft
            </Button>
            <Button disabled={!isPanelShown} aria-disabled={isSaving} onClick={() => void save(true)}>
              Publish
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type Fields = Pick<EditState<RoleWords>, 'text' | 'faults' | 'set' | 'idOf'>
const USUAL_OPENINGS = ['1', '2', '3', '4', '5']

/** The usual numbers, one click each; others are typed on the role's page. */
function OpeningsChoice({ text: { openings }, faults, set, idOf }: Fields): ReactNode {
  const numbers = openings === '' || USUAL_OPENINGS.includes(openings) ? USUAL_OPENINGS : [...USUAL_OPENINGS, openings]
  const id = `${idOf('openings')}-of-copy`
  return (
    <Input.Wrapper label={LABELS.openings} labelElement="div" labelProps={{ id }} error={faults['openings']}>
      <SegmentedControl
        fullWidth
        styles={{ label: { paddingInline: 'var(--space-1)' } }}
        aria-labelledby={id}
        value={openings}
        onChange={(chosen) => set({ openings: chosen })}
        data={[{ value: '', label: 'No limit' }, ...numbers.map((number) => ({ value: number, label: number }))]}
      />
    </Input.Wrapper>
  )
}

const STATES = Object.entries(PLACES).map(([value, name]) => ({ value, label: `${value} ${name}` }))

function StatesChoice({ text: { license_states }, faults, set, idOf }: Fields): ReactNode {
  const chosen = statesIn(license_states)
  const unlisted = chosen.filter((state) => !(state in PLACES)).map((state) => ({ value: state, label: state }))
  return (
    <ChooseMany
      id={`${idOf('license_states')}-of-copy`}
      label={LABELS.license_states}
      placeholder="Choose states"
      clearLabel="Choose other states"
      error={faults['license_states']}
      data={[...STATES, ...unlisted]}
      value={chosen}
      onChange={(states) => set({ license_states: states.join(', ') })}
    />
  )
}

import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isFilled, ROLE_STATES, type FunctionRole } from '#contract/roles.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { useShowingCreated } from '#web/ui/editor/use-showing-created.ts'
import { DuplicateRole } from './duplicate-role.tsx'
import { FacetFields, LeadFields, OpeningFields, PayFields, RoleLicenses, SoftwareFields, TextFields, type WriteEmail } from './role-fields.tsx'
import { RolePreview, type ShowRole } from './role-preview.tsx'
import { isClosing, isScheduled, LABELS, openingsLeft, readable } from './role-words.ts'
import { useRoleEditing } from './use-role-editing.ts'

/** Parts of other rooms, handed in by the table of screens because roles know nothing of pages and applicants. */
export type Handed = { RoleText: ShowRole; ClosingEmail: WriteEmail }

/** One role: its form and, beside it, what candidates will see. `role` is null for a new one. */
export function RoleForm({ role, RoleText, ClosingEmail }: { role: FunctionRole | null } & Handed): ReactNode {
  const editing = useRoleEditing(role)
  const created = useShowingCreated(role ? null : createdAs(editing))
  const saved = editing.isSaved ? 'Role updated successfully.' : !editing.isChanged && created
  /** Leads to the choice of what to tell those who wait, with its email. */
  function close(): void {
    editing.set({ state: 'closed', waiting_applicants: 'email' })
    requestAnimationFrame(() =>
      ['waiting_applicants', 'state']
        .map((name) => document.getElementById(editing.idOf(name)))
        .find(Boolean)
        ?.focus(),
    )
  }
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={readable}
      above={role && <RoleBar role={role} onClose={editing.text.state === 'closed' ? null : close} />}
      previewLabel="Preview of the role"
      preview={<RolePreview words={editing.text} RoleText={RoleText} />}
    >
      {() => <Fields role={role} editing={editing} saved={saved || null} ClosingEmail={ClosingEmail} />}
    </Editor>
  )
}

/** The role as it's stored: its state, its page and a copy of it. */
function RoleBar({ role, onClose }: { role: FunctionRole; onClose: (() => void) | null }): ReactNode {
  const { state, ref_function_role_id, published_at, preview_path } = role
  const address = preview_path ?? (ROLE_STATES[state].page === 200 ? `/roles/${ref_function_role_id}` : null)
  const date = isScheduled(role) ? `, published ${new Date(published_at!).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}` : ''
  return (
    <Group gap="sm">
      <Text fw={600}>
        {ROLE_STATES[state].label}
        {date}
        {role.openings !== null && ` · ${openingsLeft(role)}`}
      </Text>
      {address && (
        <Button component="a" href={address} target="_blank" rel="noopener" variant="default">
          {preview_path ? 'Preview' : 'View page'}
        </Button>
      )}
      <DuplicateRole role={role} />
      {isFilled(role) && ROLE_STATES[state].page === 200 && onClose && <Button onClick={onClose}>Close this role</Button>}
    </Group>
  )
}

type FieldsProps = { role: FunctionRole | null; editing: ReturnType<typeof useRoleEditing>; saved: string | null } & Pick<Handed, 'ClosingEmail'>

function Fields({ role, editing, saved, ClosingEmail }: FieldsProps): ReactNode {
  return (
    <EditorForm editing={editing} labels={LABELS} aria-label={role ? `Edit ${role.function_role_name}` : 'Create New Role'}>
      <LeadFields {...editing} />
      <TextFields {...editing} />
      <FacetFields {...editing} />
      {role && <RoleLicenses ref_function_role_id={role.ref_function_role_id} />}
      <PayFields {...editing} />
      <OpeningFields {...editing} ClosingEmail={ClosingEmail} role={role} isClosing={role !== null && isClosing(editing.text, role)} />
      <SoftwareFields {...editing} />
      <Outcome saved={saved} failed={editing.failure && `Failed to ${role ? 'update' : 'create'} function role. ${editing.failure}`} />
      <SaveBar label={role ? 'Save Changes' : 'Create Role'} isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
    </EditorForm>
  )
}

function createdAs(editing: ReturnType<typeof useRoleEditing>) {
  if (!editing.isSaved || !editing.saved) return null
  const { ref_function_role_id, function_role_name } = editing.saved
  return { query: `role=${ref_function_role_id}`, words: `Role '${function_role_name}' created successfully.` }
}

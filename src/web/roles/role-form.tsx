import type { ReactNode } from 'react'
import type { FunctionRole } from '#contract/roles.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { useShowingCreated } from '#web/ui/editor/use-showing-created.ts'
import { NameCopy, useNewCopy } from './duplicate-role.tsx'
import { RoleBar } from './role-bar.tsx'
import { FacetFields, LeadFields, OpeningFields, PayFields, RoleLicenses, SoftwareFields, TextFields, type WriteEmail } from './role-fields.tsx'
import { RolePreview, type ShowRole } from './role-preview.tsx'
import { isClosing, LABELS, readable } from './role-words.ts'
import { useRoleEditing } from './use-role-editing.ts'

/** Components from other domains, passed in by the table of screens because roles don't know about pages and applicants. */
export type Handed = { RoleText: ShowRole; ClosingEmail: WriteEmail }

/** One role: its form and, beside it, a preview of what candidates will see. `role` is null for a new one. */
export function RoleForm({ role, RoleText, ClosingEmail }: { role: FunctionRole | null } & Handed): ReactNode {
  const editing = useRoleEditing(role)
  const [isNewCopy, closeCopy] = useNewCopy()
  const created = useShowingCreated(role ? null : createdAs(editing))
  const saved = editing.isSaved ? 'Role updated successfully.' : !editing.isChanged && created
  /** Leads to the choice of what to tell waiting applicants, with its email. */
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
    <>
      {isNewCopy && !editing.conflict && <NameCopy editing={editing} onClose={closeCopy} />}
      <Editor
        editing={editing}
        labels={LABELS}
        reads={readable}
        above={role && <RoleBar role={role} tab="text" onClose={editing.text.state === 'closed' ? null : close} />}
        previewLabel="Preview of the role"
        preview={<RolePreview words={editing.text} RoleText={RoleText} />}
      >
        {() => <Fields role={role} editing={editing} saved={saved || null} ClosingEmail={ClosingEmail} />}
      </Editor>
    </>
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

import { useRef, useState, type ReactNode, type ComponentType } from 'react'
import { payRange, createRole, listAdminRoles, updateRole, type FunctionRole, type OpenRoleDetail } from '#contract/roles.ts'
import { sessionOf } from '#web/auth/session.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { useCreatedNotice } from '#web/ui/editor/use-created-notice.ts'
import { SetUpCopy, useNewCopy, type ChoosePanel } from './duplicate-role.tsx'
import { RoleBar } from './role-bar.tsx'
import { FacetFields, LeadFields, OpeningFields, PayFields, RoleLicenses, SoftwareFields, TextFields, NoPay, type WriteEmail } from './role-fields.tsx'
import { Paper } from '@mantine/core'
import { useCompany } from '#web/layout/staff-places.ts'
import { AsPublished } from '#web/ui/editor/as-published.tsx'
import { isClosing, isSameRole, LABELS, displayValue, toPreview, hasPay, toRequest, EMPTY, findErrors, wordsOf, type RoleWords } from './role-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readRoleCoverage } from '#contract/licenses/role-coverage.ts'
import { call } from '#web/call.ts'
import { keyOf, readAgain } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type EditState } from '#web/ui/editor/use-editing.ts'

/** Components from other domains, passed in by the table of screens because roles don't know about pages and applicants. */
export type RoleFormSlots = { RoleText: ShowRole; ClosingEmail: WriteEmail; CopyPanel: ChoosePanel }

/** One role: its form, next to a preview of what candidates will see. `role` is null for a new one. */
export function RoleForm({ role, RoleText, ClosingEmail, CopyPanel }: { role: FunctionRole | null } & RoleFormSlots): ReactNode {
  const editing = useRoleEditing(role)
  const [isNewCopy, closeCopy] = useNewCopy()
  const created = useCreatedNotice(role ? null : createdAs(editing))
  const saved = editing.isSaved ? 'Role updated successfully.' : !editing.isChanged && created
  /** Goes to the choice of what to tell waiting applicants, with its email. */
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
      {role && isNewCopy && !editing.conflict && <SetUpCopy id={role.ref_function_role_id} editing={editing} CopyPanel={CopyPanel} onClose={closeCopy} />}
      <Editor
        editing={editing}
        labels={LABELS}
        reads={displayValue}
        above={role && <RoleBar role={role} tab="text" onClose={editing.text.state === 'closed' ? null : close} />}
        previewLabel="Preview of the role"
        preview={<RolePreview words={editing.text} RoleText={RoleText} />}
      >
        {() => <Fields role={role} editing={editing} saved={saved || null} ClosingEmail={ClosingEmail} />}
      </Editor>
    </>
  )
}

type FieldsProps = { role: FunctionRole | null; editing: ReturnType<typeof useRoleEditing>; saved: string | null } & Pick<RoleFormSlots, 'ClosingEmail'>

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
  return { query: `role=${ref_function_role_id}`, message: `Role '${function_role_name}' created successfully.` }
}

/** A role's text as shown on its public page. */
type ShowRole = ComponentType<{ role: OpenRoleDetail; company_name: string }>

/** What candidates will see, rendered with the public page's component and styles. */
function RolePreview({ words, RoleText }: { words: RoleWords; RoleText: ShowRole }): ReactNode {
  const role = toPreview(words)
  const pay = payRange(role)
  const { name } = useCompany()
  return (
    <>
      <Paper withBorder p="lg" tabIndex={0} role="group" aria-label="As candidates see it">
        <AsPublished>
          <div className="role">
            <header className="role-head">
              <h2>{role.function_role_name || 'Role name'}</h2>
              <ul className="chips" aria-label="At a glance">
                <li>Remote</li>
                <li>Full Time</li>
                {pay && <li className="chip-pay">{pay}</li>}
              </ul>
            </header>
            <div className="prose">
              <RoleText role={role} company_name={name} />
            </div>
          </div>
        </AsPublished>
      </Paper>
      {!hasPay(words) && <NoPay />}
    </>
  )
}

/** A role being edited; `role` is null for a new one. `saved` is the last saved version. */
function useRoleEditing(role: FunctionRole | null): EditState<RoleWords> & { saved: FunctionRole | null } {
  const memory = useQueryClient()
  const [saved, setSaved] = useState<FunctionRole | null>(null)
  const id = role?.ref_function_role_id
  /** The roles before this one was created. */
  const known = useRef<number[]>([])

  async function save(words: RoleWords, version: number): Promise<Versioned<RoleWords>> {
    // Sent only once: a retry after a lost response would create it twice, or be rejected.
    const once = { retries: 0 }
    known.current = (memory.getQueryData<FunctionRole[]>(keyOf(listAdminRoles, {})) ?? []).map((one) => one.ref_function_role_id)
    const { published_at, state, ...asked } = toRequest(words)
    const stored =
      id === undefined
        ? await call(createRole, { ...asked, ...(state === 'draft' && { state }), ...(published_at && { published_at }) }, once)
        : await call(updateRole, { id, version, state, published_at, ...asked, ...closingEmailOf(words) }, once)
    memory.setQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}), (all = []) => [
      ...all.filter((one) => one.ref_function_role_id !== stored.ref_function_role_id),
      stored,
    ])
    void memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
    return show(stored)
  }

  function show(stored: FunctionRole): Versioned<RoleWords> {
    void memory.invalidateQueries({ queryKey: keyOf(readRoleCoverage) })
    setSaved(stored)
    return wordsOf(stored)
  }

  /** If the response to creating a role was lost, the new role is one that wasn't known before, by the same person. */
  async function reread(): Promise<Versioned<RoleWords>> {
    const all = await readAgain(memory, listAdminRoles, {})
    const isNew = (one: FunctionRole) => !known.current.includes(one.ref_function_role_id) && one.modified_by_email === sessionOf('admin')?.email
    return show(all.findLast((one) => (id === undefined ? isNew(one) : one.ref_function_role_id === id))!)
  }

  const editing = useEditing<RoleWords>({
    draftKey: `role_${id ?? 'new'}`,
    stored: role ? wordsOf(role) : EMPTY,
    check: findErrors,
    save,
    isSame: isSameRole,
    reread,
  })
  return { ...editing, saved }
}

function closingEmailOf({ waiting_applicants, waiting_email }: RoleWords) {
  return { ...(waiting_applicants && { waiting_applicants }), ...(waiting_applicants === 'email' && waiting_email && { waiting_email }) }
}

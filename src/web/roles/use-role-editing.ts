import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createRole, listAdminRoles, updateRole, type FunctionRole } from '#contract/roles.ts'
import { readRoleCoverage } from '#contract/licenses/licenses.ts'
import { call } from '#web/call.ts'
import { keyOf } from '#web/ui/use-call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type Editing } from '#web/ui/editor/use-editing.ts'
import { asAsked, EMPTY, faultsOf, wordsOf, type RoleWords } from './role-words.ts'

/** A role being edited; `role` is null for a new one. `saved` is what the last save stored. */
export function useRoleEditing(role: FunctionRole | null): Editing<RoleWords> & { saved: FunctionRole | null } {
  const memory = useQueryClient()
  const [saved, setSaved] = useState<FunctionRole | null>(null)
  const id = role?.ref_function_role_id

  async function save(words: RoleWords, version: number): Promise<Versioned<RoleWords>> {
    // Sent once: a retry after a lost response would create it twice, or be rejected as someone else's change.
    const once = { retries: 0 }
    const { published_at, state, ...asked } = asAsked(words)
    const stored =
      id === undefined
        ? await call(createRole, { ...asked, ...(state === 'draft' && { state }), ...(published_at && { published_at }) }, once)
        : await call(updateRole, { id, version, state, published_at, ...asked, ...toldOf(words) }, once)
    memory.setQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}), (all = []) => [
      ...all.filter((one) => one.ref_function_role_id !== stored.ref_function_role_id),
      stored,
    ])
    void memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
    void memory.invalidateQueries({ queryKey: keyOf(readRoleCoverage) })
    setSaved(stored)
    return wordsOf(stored)
  }

  async function reread(): Promise<Versioned<RoleWords>> {
    const all = await memory.fetchQuery({ queryKey: keyOf(listAdminRoles, {}), queryFn: () => call(listAdminRoles, {}), staleTime: 0 })
    return wordsOf(all.find((one) => one.ref_function_role_id === id)!)
  }

  const editing = useEditing<RoleWords>({
    draftKey: `role_${id ?? 'new'}`,
    stored: role ? wordsOf(role) : EMPTY,
    check: faultsOf,
    save,
    ...(role && { reread }),
  })
  return { ...editing, saved }
}

function toldOf({ waiting_applicants, waiting_email }: RoleWords) {
  return { ...(waiting_applicants && { waiting_applicants }), ...(waiting_applicants === 'email' && waiting_email && { waiting_email }) }
}

import type { FunctionRole } from '#contract/roles.ts'
import { sign, verify, type Keys } from '#server/http/keys.ts'
import type { findEditedRole } from './editing-store.ts'
import { safeRole } from './safe-role.ts'

const PREVIEW = 'role-preview'

/** Returns the role for staff: its texts with only the allowed markup and, for a draft, a link to preview it as candidates will see it. */
export function editedRole(keys: Keys, role: NonNullable<Awaited<ReturnType<typeof findEditedRole>>>): FunctionRole {
  const { ref_function_role_id: id, state } = role
  const preview_path = state === 'draft' ? `/roles/${id}/preview/${sign(keys, PREVIEW, String(id))}` : null
  return safeRole({ ...role, preview_path })
}

export function isPreviewKey(keys: Keys, ref_function_role_id: number, key: string): boolean {
  return verify(keys, PREVIEW, key) === String(ref_function_role_id)
}

import { useQueryClient } from '@tanstack/react-query'
import { listAdminRoles, updateRole, type FunctionRole } from '#contract/roles.ts'
import { call, isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'

const isConflict = (failure: unknown) => isCallFailure(failure) && failure.status === 409

/** Returns a function that publishes a draft and says whether it worked. */
export function usePublishing(): (role: FunctionRole) => Promise<void> {
  const memory = useQueryClient()
  return async (role) => {
    try {
      await call(updateRole, { id: role.ref_function_role_id, version: role.version, state: 'published' }, { retries: 0 })
      await memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
      notify(`'${role.function_role_name}' is published.`)
    } catch (failure) {
      warn(`We couldn't publish the role. ${errorMessage(failure)}`)
      if (isConflict(failure)) await memory.invalidateQueries()
    }
  }
}

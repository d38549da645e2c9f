import { useQueryClient } from '@tanstack/react-query'
import { listAdminRoles, updateRole, type FunctionRole } from '#contract/roles.ts'
import { call, isCallFailure, isServerUnavailable } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf, readAgain } from '#web/ui/use-call.ts'

const isConflict = (failure: unknown) => isCallFailure(failure) && failure.status === 409

/** Returns a function that publishes a draft and says whether that worked. */
export function usePublishing(): (role: FunctionRole) => Promise<void> {
  const memory = useQueryClient()

  /** The response may have been lost after the role was published, so this reloads it. */
  async function isPublishedAfter(failure: unknown, { ref_function_role_id: id }: FunctionRole): Promise<boolean> {
    if (!isServerUnavailable(failure) && !isConflict(failure)) return false
    const roles = await readAgain(memory, listAdminRoles, {}).catch(() => [])
    return roles.some((one) => one.ref_function_role_id === id && one.state === 'published')
  }

  return async (role) => {
    const asked = { id: role.ref_function_role_id, version: role.version, state: 'published' } as const
    const failure = await call(updateRole, asked, { retries: 0 }).then(
      () => null,
      (why: unknown) => why,
    )
    if (failure === null) await memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
    if (failure === null || (await isPublishedAfter(failure, role))) notify(`'${role.function_role_name}' is published.`)
    else {
      const outcome = isServerUnavailable(failure) ? "We couldn't confirm that the role was published." : "We couldn't publish the role."
      warn(`${outcome} ${errorMessage(failure)}`)
      if (isConflict(failure)) await memory.invalidateQueries()
    }
  }
}

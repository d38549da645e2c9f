import { Button, type ButtonProps } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { duplicateRole, listAdminRoles, type FunctionRole } from '#contract/roles.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'

/** Creates a draft with everything but applicants and dates in one click, and opens it for editing. */
export function DuplicateRole({ role, size = 'sm' }: { role: FunctionRole } & Pick<ButtonProps, 'size'>): ReactNode {
  const [isCopying, setCopying] = useState(false)
  const memory = useQueryClient()
  const navigate = useNavigate()

  async function copy(): Promise<void> {
    setCopying(true)
    try {
      const copied = await call(duplicateRole, { id: role.ref_function_role_id }, { retries: 0 })
      memory.setQueryData<FunctionRole[]>(keyOf(listAdminRoles, {}), (all = []) => [...all, copied])
      void memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
      await navigate(`?role=${copied.ref_function_role_id}`, { state: { saved: `Draft '${copied.function_role_name}' created.` } })
    } catch (failure) {
      warn(`We couldn't duplicate the role. ${whyOf(failure)}`)
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

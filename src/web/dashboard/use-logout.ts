import { useNavigate } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { signOut } from '#web/auth/sign-in.ts'
import { maySignOut } from '#web/ui/hold-sign-out.ts'
import { queryClient } from '#web/ui/query-client.ts'

/** Clears everything before leaving the page, so none of it can be seen afterward. */
export function useLogout(role: StaffRole): () => void {
  const navigate = useNavigate()
  return () => {
    if (!maySignOut()) return
    signOut(role)
    queryClient.clear()
    void navigate(`/${role}/login`)
  }
}

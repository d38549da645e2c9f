import { useQueryClient } from '@tanstack/react-query'
import { listPasskeys, removePasskey, renamePasskey, type Passkey } from '#contract/auth/passkeys.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { makePasskey } from './ceremony.ts'

/** Saves changes to the person's passkeys and reloads them. */
export function usePasskeys() {
  const memory = useQueryClient()
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listPasskeys) })
  const say = (failure: unknown) => warn(whyOf(failure))

  return {
    /** Throws with the message to show. */
    async add(name: string): Promise<void> {
      await makePasskey(name)
      notify('Passkey added.')
      await reread()
    },
    async rename({ passkey_id }: Passkey, passkey_name: string): Promise<void> {
      await call(renamePasskey, { id: passkey_id, passkey_name }).catch(say)
      await reread()
    },
    async remove({ passkey_id }: Passkey): Promise<void> {
      await call(removePasskey, { id: passkey_id }).then(() => notify('Passkey removed.'), say)
      await reread()
    },
  }
}

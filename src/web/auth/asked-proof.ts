import type { RecentProof } from '#contract/auth/passkeys.ts'
import { makeStore, useStoreValue } from '#web/external-store.ts'

/** What the dialog asks for, and the callback for the result. */
export type AskedProof = { proof: Exclude<RecentProof, 'passkey'>; end: (isProved: boolean) => void }
const asked = makeStore<AskedProof | null>(null)

/** Opens the dialog that confirms the person's identity; resolves true once confirmed, false if it's closed. */
export function askInDialog(proof: AskedProof['proof']): Promise<boolean> {
  return new Promise((resolve) => {
    asked.set({
      proof,
      end: (isProved) => {
        asked.set(null)
        resolve(isProved)
      },
    })
  })
}

export function useAskedProof(): AskedProof | null {
  return useStoreValue(asked)
}

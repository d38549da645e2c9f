import type { RecentProof } from '#contract/auth/passkeys.ts'
import { makeStore, useStoreValue } from '#web/external-store.ts'

/** What the dialog asks for, and the callback for the result. */
export type ProofRequest = { proof: Exclude<RecentProof, 'passkey'>; end: (isProved: boolean) => void }
const asked = makeStore<ProofRequest | null>(null)

/** Opens the dialog that confirms the person's identity; resolves true once confirmed, false if it's closed. */
export function requestProof(proof: ProofRequest['proof']): Promise<boolean> {
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

export function useProofRequest(): ProofRequest | null {
  return useStoreValue(asked)
}

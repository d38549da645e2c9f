import { useSyncExternalStore } from 'react'
import type { Proof } from '#contract/auth/passkeys.ts'

/** What the dialog asks for, and the callback for the result. */
export type AskedProof = { proof: Exclude<Proof, 'passkey'>; end: (isProved: boolean) => void }
let asked: AskedProof | null = null
const listeners = new Set<() => void>()

/** Opens the dialog that confirms the person's identity; resolves true once confirmed, false if it's closed. */
export function askInDialog(proof: AskedProof['proof']): Promise<boolean> {
  return new Promise((resolve) => {
    show({
      proof,
      end: (isProved) => {
        show(null)
        resolve(isProved)
      },
    })
  })
}

export function useAskedProof(): AskedProof | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => asked,
  )
}

function show(next: AskedProof | null): void {
  asked = next
  listeners.forEach((changed) => changed())
}

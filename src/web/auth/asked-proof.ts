import { useSyncExternalStore } from 'react'
import type { Proof } from '#contract/auth/passkeys.ts'

/** What the dialog asks for, and whom it tells how it ended. */
type Asked = { proof: Exclude<Proof, 'passkey'>; end: (isProved: boolean) => void }
let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Opens the dialog that asks again who is there; true once that's proved, false when it's closed. */
export function askInDialog(proof: Asked['proof']): Promise<boolean> {
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

export function useAskedProof(): Asked | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => asked,
  )
}

function show(next: Asked | null): void {
  asked = next
  listeners.forEach((changed) => changed())
}

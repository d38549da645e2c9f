import { useState, type ReactNode } from 'react'
import { copyText } from '#web/copy-text.ts'
import { makeStore, useStoreValue } from '#web/external-store.ts'

/** The message being shown; there's only one at a time. */
export type Toast = {
  id: number
  message: ReactNode
  isFailure: boolean
  /** Null if it stays until it's dismissed or replaced. */
  hidesAfterMs: number | null
  /** A button next to the message. */
  offer?: { label: string; key?: string; run: () => void } | undefined
}

const SHOWN_MS = 10_000
const shown = makeStore<Toast | null>(null)
let next = 1

type ToastOptions = { offer?: Toast['offer'] | undefined; hidesAfterMs?: number }

/** Shows a success message; replaces the previous one. */
export function notify(message: ReactNode, { offer, hidesAfterMs = SHOWN_MS }: ToastOptions = {}): void {
  shown.set({ id: next++, message, isFailure: false, hidesAfterMs, offer })
}

/** Shows an error message; stays until the next message. */
export function warn(message: ReactNode): void {
  shown.set({ id: next++, message, isFailure: true, hidesAfterMs: null })
}

/** Copies text, and shows `copied`, or `failed` if the browser refuses. */
export async function copyAndNotify(text: string, { copied, failed }: { copied: string; failed: string }): Promise<void> {
  if (await copyText(text)) notify(copied)
  else warn(failed)
}

/** Removes the message; with `id`, only if that message is still shown. */
export function dismiss(id?: number): void {
  if (id === undefined || shown.get()?.id === id) shown.set(null)
}

export function useToast(): Toast | null {
  return useStoreValue(shown)
}

/** Whether the pointer or focus is in a message that would disappear on its own, which keeps it open; `watch` goes on its element. */
export function useHold() {
  const [isHeld, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { isHeld, watch: { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release } }
}

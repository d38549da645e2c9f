import type { Message } from './message.ts'

/** Why a delivery was deferred, as counted in metrics. */
export type Cause = 'timeout' | 'dns' | 'tls' | 'sign-in' | 'protocol' | 'unreachable' | 'deferred' | 'file' | 'signing-key'

/** The outcome of one attempt. `reason` is for staff and logs, and never contains an address. `final` means a retry would fail the same way. */
export type Delivery =
  | { sent: true }
  | { sent: false; final: true; reason: string; /** The address doesn't exist. */ isDead?: boolean }
  | { sent: false; final: true; reason: string; /** Withdrawn instead of sent, because it's no longer true or wanted. */ isObsolete: true }
  | { sent: false; final: false; cause: Cause; reason: string; /** It may have arrived. */ isInDoubt?: true }

/** Delivers one email. Never throws; stops on `interrupt`. Calls `onWhole` once the server has the whole message. */
export type Transport = { send: (message: Message, interrupt: AbortSignal, onWhole?: () => void) => Promise<Delivery> }

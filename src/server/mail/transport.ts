import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { fileTransport } from './file-transport.ts'
import { senderOf, type Message } from './message.ts'
import { smtpTransport } from './smtp-transport.ts'

/** Why a try was put off, as metrics count it. */
export type Cause = 'timeout' | 'dns' | 'tls' | 'sign-in' | 'protocol' | 'unreachable' | 'deferred' | 'file'

/** The outcome of one try. `reason` is for staff and logs and never holds an address. `final`: another try would end the same way. */
export type Delivery = { sent: true } | { sent: false; final: true; reason: string } | { sent: false; final: false; cause: Cause; reason: string }

/** Delivers one email. Does not throw; gives up when `signal` says so. */
export type Transport = { send: (message: Message, signal: AbortSignal) => Promise<Delivery> }

/** A mail server where one is configured, else files. Throws when MAIL_FROM is no sender. */
export function openTransport(env: Env): Transport {
  const from = senderOf(env.MAIL_FROM)
  if (env.SMTP_URL) return smtpTransport(env.SMTP_URL, from)
  return fileTransport(join(env.DATA_DIR, 'mail'), from, (line) => process.stdout.write(`${line}\n`))
}

import { asMail, type Mailbox } from './message.ts'
import { deliveryOf, NO_RECIPIENT, type SmtpFault } from './smtp-fault.ts'
import type { Transport } from './transport.ts'

/** The longest wait within one delivery; the outbox's signal ends the delivery as a whole. */
const WAIT = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Delivers to a mail server, one connection per email: on a pooled connection that the server had dropped, the library would resend by
 * itself, and no one could say how often an email was sent.
 */
export function smtpTransport(url: string, from: Mailbox, waits: Partial<typeof WAIT> = {}): Transport {
  const open = async () => (await import('nodemailer')).createTransport({ url, ...WAIT, ...waits, disableFileAccess: true, disableUrlAccess: true })
  let transporter: ReturnType<typeof open> | undefined
  return {
    async send(message, signal) {
      const mail = asMail(message, from)
      if (!mail) return NO_RECIPIENT
      try {
        await (await (transporter ??= open())).sendMail({ ...mail, signal })
        return { sent: true }
      } catch (fault) {
        return deliveryOf(fault as SmtpFault, signal)
      }
    },
  }
}

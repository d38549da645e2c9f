import { asMail, type Mailbox } from './message.ts'
import { deliveryOf, NO_RECIPIENT, type SmtpFault } from './smtp-fault.ts'
import type { Transport } from './transport.ts'

/** No wait inside one delivery is longer than this, and the outbox ends the whole of it with its signal. */
const WAIT = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/**
 * Delivers to a mail server, one connection for each email: a pooled connection that the server has dropped would make the library
 * send again on its own, and then nobody could say how often an email went out.
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

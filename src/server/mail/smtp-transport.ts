import { Readable } from 'node:stream'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { isLoopback } from '#server/env-values.ts'
import { once } from '#server/once.ts'
import type { DkimKey } from './dkim/dkim-key.ts'
import { asMail, senderOf, type Message, type Sender } from './message.ts'
import { deliveryOf, IN_DOUBT, NO_RECIPIENT, NO_SIGNING_KEY, NOT_LOADED, type SmtpError } from './smtp-error.ts'
import type { Transport } from './transport.ts'

const SECOND = 1000
/** A server may take this long to respond after the final dot (RFC 5321, 4.5.3.2.6); `sending` covers everything before it. */
const WAIT = { dnsTimeout: 10 * SECOND, connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, sending: 60 * SECOND, acknowledging: 600 * SECOND }

type Settings = Partial<typeof WAIT> & {
  /** Allows sending passwords and codes in clear text to a server that doesn't offer encryption. */
  isPlainAllowed?: boolean
  /** Returns the key to sign messages with; null leaves them unsigned. */
  findDkimKey?: () => Promise<DkimKey | null>
}

/**
 * Delivers to a mail server, with one connection per email: if the server dropped a pooled connection, the library would resend on its own, and we
 * couldn't tell how often an email was sent. Except on loopback, the connection must be encrypted.
 */
export function smtpTransport(url: string, from: Sender, { isPlainAllowed = false, findDkimKey = async () => null, ...waits }: Settings = {}): Transport {
  const { sending, acknowledging, ...connecting } = { ...WAIT, ...waits }
  const requireTLS = !isPlainAllowed && !isLoopback(url)
  const open = () => createTransporters({ url, ...connecting, socketTimeout: acknowledging + 5 * SECOND, requireTLS })
  const transporters = once(open)
  return {
    async send(message, interrupt, onWhole = () => {}) {
      const mail = asMail(message, from)
      if (!mail) return NO_RECIPIENT
      const opened = await transporters().catch(() => null)
      if (!opened) return NOT_LOADED
      const { composer, server } = opened
      const signature = await signatureOf(from, findDkimKey).catch(() => 'unreadable' as const)
      if (signature === 'unreadable') return NO_SIGNING_KEY
      const { message: composed } = await composer.sendMail({ ...mail, ...signature })
      const content = Readable.from([composed as Buffer])
      const timeout = new AbortController()
      const signal = AbortSignal.any([interrupt, timeout.signal])
      let isWhole = false
      let timer = setTimeout(() => timeout.abort(), sending)
      content.once('end', () => {
        isWhole = true
        clearTimeout(timer)
        timer = setTimeout(() => timeout.abort(), acknowledging)
        onWhole()
      })
      try {
        // Servers with this extension (RFC 3461) quote the ID in bounces, even if a bounce omits the email's headers.
        const dsn = { id: message.message_id, return: 'headers' }
        await server.sendMail({ envelope: mail.envelope!, raw: content, signal, dsn } as object)
        return { sent: true }
      } catch (error) {
        const isAnswered = (error as SmtpError).responseCode !== undefined
        return isWhole && !isAnswered ? IN_DOUBT : deliveryOf(error as SmtpError, signal)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * Connects and signs in the way sending does and, if there's a message, sends it. Returns null or the server's own error text, which is only for the person
 * setting it up because it can quote addresses.
 */
export async function tryServer(url: string, { isPlainAllowed = false }: Settings, message: { from: string; test: Message } | null): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const { dnsTimeout, connectionTimeout, greetingTimeout } = WAIT
  const waits = { dnsTimeout, connectionTimeout, greetingTimeout, socketTimeout: 20 * SECOND }
  const server = createTransport({ url, ...waits, requireTLS: !isPlainAllowed && !isLoopback(url) })
  const mail = message && asMail(message.test, senderOf(message.from))
  try {
    await (mail ? server.sendMail(mail) : server.verify())
    return null
  } catch (error) {
    const { response, message: words } = error as SmtpError
    return response ?? words
  } finally {
    server.close()
  }
}

async function signatureOf({ address }: Sender, find: () => Promise<DkimKey | null>) {
  const key = await find()
  return key && { dkim: { domainName: address.split('@')[1]!, ...key } }
}

/** One transporter composes the message and the other sends it as a stream, so we know when it ends. */
async function createTransporters(server: SMTPTransport.Options) {
  const { createTransport } = await import('nodemailer')
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  return {
    composer: createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closed }),
    server: createTransport({ ...server, ...closed }),
  }
}

import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** `envelope_id` is what a bounce would quote (RFC 3461). */
export type ReceivedMail = { from: string; to: string[]; envelope_id: string | null; mail: Email }
/** How the server responds to a recipient and a message; by default, it accepts both. */
export type MailResponses = {
  recipient?: (address: string) => number | undefined
  message?: (received: ReceivedMail) => number | 'die' | 'silence' | undefined | Promise<undefined>
}

/** Delivery status notifications (RFC 3461), which the library's types leave out. */
const EXTENSIONS: object = { hideDSN: false }

/** Starts a real SMTP server that records what it accepted. `manner` can be changed while it runs. */
export async function startMailServer(manner: MailResponses = {}, port = 0) {
  const received: ReceivedMail[] = []
  const current = { manner }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...EXTENSIONS,
    onRcptTo: ({ address }, _session, done) => done(smtpError(current.manner.recipient?.(address))),
    async onData(stream, session, done) {
      // If the sender disconnects partway, the message doesn't count as sent.
      const whole = await buffer(stream).catch(() => null)
      if (!whole) return
      const mail = await PostalMime.parse(whole)
      const { mailFrom, rcptTo, dsn } = session.envelope as typeof session.envelope & { dsn?: { envid: string | null } }
      const one: ReceivedMail = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), envelope_id: dsn?.envid ?? null, mail }
      const answer = await current.manner.message?.(one)
      if (typeof answer === 'number') return done(smtpError(answer))
      received.push(one)
      if (answer === 'silence') return
      if (answer === 'die') return destroySockets(server)
      done()
    },
  })
  server.on('error', () => {})
  trackSockets(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: listensOn } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${listensOn}`,
    port: listensOn,
    received,
    behave: (manner: MailResponses) => void (current.manner = manner),
    stop: () =>
      new Promise<void>((resolve) => {
        destroySockets(server)
        server.close(() => resolve())
      }),
  }
}

const socketsOf = new WeakMap<SMTPServer, Set<Socket>>()

function trackSockets(server: SMTPServer): void {
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
}

function destroySockets(server: SMTPServer): void {
  for (const socket of socketsOf.get(server) ?? []) socket.destroy()
}

function smtpError(code: number | undefined): Error | undefined {
  return code === undefined ? undefined : Object.assign(new Error('5.1.1 <somebody@example.org> says no'), { responseCode: code })
}

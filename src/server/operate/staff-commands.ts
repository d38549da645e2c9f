import { canonicalAddress } from '#server/auth/address.ts'
import { revokeSessions } from '#server/auth/end-sessions.ts'
import { openTransport } from '#server/mail/transport.ts'
import { diagnose } from './diagnose.ts'
import type { Command, Given, Operator } from './operator.ts'

const MAIL_SECONDS = 30

export const STAFF_COMMANDS: Command[] = [
  {
    usage: 'session revoke EMAIL',
    about: 'Ends every session of an admin or interviewer, and the code that may be on its way.',
    whileRunning: true,
    check: address,
    async run({ db, say }, given) {
      const ended = await revokeSessions(db, address(given))
      say(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
      return true
    },
  },
  {
    usage: 'mail test EMAIL',
    about: 'Sends one e-mail at once, past the queue, and says how that went.',
    whileRunning: true,
    check: address,
    run: sendTest,
  },
  {
    usage: 'doctor',
    about: 'Looks at what the product needs and says what to do where something is missing.',
    whileRunning: true,
    anySchema: true,
    run: diagnose,
  },
]

async function sendTest({ env, say, warn }: Operator, given: Given): Promise<boolean> {
  const to_address = address(given)
  const text = `This is a test of the outgoing mail of ${env.COMPANY_NAME} Careers.`
  const message = {
    email_id: 0,
    purpose: 'test' as const,
    message_id: crypto.randomUUID(),
    to_address,
    to_name: '',
    subject: 'A test from Rounds',
    text,
    html: `<p>${text}</p>`,
  }
  const delivery = await openTransport(env).send(message, AbortSignal.timeout(MAIL_SECONDS * 1000))
  if (delivery.sent) say(env.SMTP_URL ? 'The mail server took it.' : `Written to ${env.DATA_DIR}/mail: no mail server is configured (SMTP_URL).`)
  else warn(`It was not sent: ${delivery.reason}`)
  return delivery.sent
}

function address({ operands }: Given): string {
  const found = canonicalAddress(operands[0]!)
  if (!found) throw new TypeError(`'${operands[0]}' is no e-mail address.`)
  return found
}

import { canonicalAddress } from '#server/auth/address.ts'
import { revokeSessions } from '#server/auth/end-sessions.ts'
import { unlinkSso } from '#server/auth/sso/finish-sso.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { openTransport } from '#server/mail/open-transport.ts'
import { LINK_MINUTES, makeFirstRunLink } from '#server/first-run/first-run-link.ts'
import { testMessage } from '#server/operate/mail/test-message.ts'
import { addOwner } from '#server/staff/save-person.ts'
import { diagnose, diagnoseClosed } from './diagnose.ts'
import type { Command, Arguments, Operator } from './operator.ts'
import { makeSignInCode } from './sign-in-code.ts'

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
    usage: 'owner add EMAIL',
    about: 'Makes an address an owner, whatever role it had. It and every other owner get an email. Owners are removed on the People screen.',
    whileRunning: true,
    check: address,
    async run({ db, env, say }, given) {
      const { email } = await addOwner({ db, env }, null, address(given))
      say(`${email} is now an owner and can sign in at ${env.BASE_URL}/admin/login. We emailed the other owners.`)
      return true
    },
  },
  {
    usage: 'first-run link',
    about: 'Prints a link to the page where a new installation is set up, as its log does. It works once, within an hour, until there is an owner.',
    whileRunning: true,
    async run({ db, env, say, warn }) {
      const link = await makeFirstRunLink({ db, env })
      if (link) {
        say(link)
        warn(`It works once, within ${LINK_MINUTES} minutes. If this machine has another address for you, put that in its place.`)
      } else warn(env.FIRST_RUN ? "There's an owner already, who opens the first run under System Status." : 'Set FIRST_RUN=yes first.')
      return link !== null
    },
  },
  {
    usage: 'sign-in code EMAIL',
    about: "Prints a sign-in code for an admin who isn't getting email. It works once, within ten minutes, and is recorded in the audit trail.",
    whileRunning: true,
    check: address,
    async run(operator, given) {
      const { code, minutes } = await makeSignInCode(operator, address(given))
      operator.say(code)
      operator.warn(`Enter it at ${operator.env.BASE_URL}/admin/login within ${minutes} minutes, where the page asks for the code.`)
      return true
    },
  },
  {
    usage: 'sign-in unlink EMAIL',
    about: 'Lets the next single sign-on with this address belong to another account at the provider, for example a new hire with a reused address.',
    whileRunning: true,
    check: address,
    async run({ db, say, warn }, given) {
      const isReleased = await unlinkSso(db, address(given))
      if (isReleased) say('Unlinked. The next single sign-on with this address links it again.')
      else warn("This address isn't linked to an account at the provider.")
      return isReleased
    },
  },
  {
    usage: 'mail test EMAIL',
    about: 'Sends one email immediately, bypassing the queue, and reports the result.',
    whileRunning: true,
    check: address,
    run: sendTest,
  },
  {
    usage: 'doctor [--json]',
    about: "Checks what Rounds needs and says how to fix what's missing. Also npm run doctor.",
    options: { json: { type: 'boolean', about: 'every finding in one JSON object' } },
    whileRunning: true,
    anySchema: () => true,
    timeoutMs: 3_000,
    run: diagnose,
    runClosed: diagnoseClosed,
  },
]

async function sendTest({ db, env, say, warn }: Operator, given: Arguments): Promise<boolean> {
  const to_address = address(given)
  const message = await testMessage(env, db, to_address)
  const delivery = await openTransport({ db, env, keys: await loadKeys(db, env.SECRET_KEY) }).send(message, AbortSignal.timeout(MAIL_SECONDS * 1000))
  if (delivery.sent) say(env.SMTP_URL ? 'The mail server accepted it.' : `Written to ${env.DATA_DIR}/mail: no mail server is configured (SMTP_URL).`)
  else warn(`It wasn't sent: ${delivery.reason}`)
  return delivery.sent
}

function address({ operands }: Arguments): string {
  const found = canonicalAddress(operands[0]!)
  if (!found) throw new TypeError(`'${operands[0]}' isn't an email address.`)
  return found
}

import { canonicalAddress } from '#server/auth/address.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { allowAddress } from '#server/mail/returned-store.ts'
import type { Command, Given } from '#server/operate/commands/operator.ts'
import { recordReport } from './record-report.ts'

/** A report contains the returned email at most once; a longer one isn't from a mail server. */
const MAX_BYTES = 5 * 1024 * 1024

export const MAIL_COMMANDS: Command[] = [
  {
    usage: 'mail bounced',
    about: 'Reads one bounce (RFC 3464) or spam complaint (ARF) from stdin and records it on the email it returns. For an alias of your mail server.',
    whileRunning: true,
    prepare: async () => ({ text: await readStdin() }),
    async run({ db, text, say }) {
      say(await recordReport(db, text ?? ''))
      return true
    },
  },
  {
    usage: 'mail allow EMAIL',
    about: 'Sends to an address again after a bounce or complaint stopped that. Retrying one of its emails in the product does the same.',
    whileRunning: true,
    check: address,
    async run({ db, say, warn }, given) {
      const personal = { address: address(given) }
      const isAllowed = await db.transaction(async (tx) => {
        if (!(await allowAddress(tx, personal.address))) return false
        await recordAudit(tx, { actor: null, action: 'email.address-allowed', subject_kind: 'installation', personal })
        return true
      })
      if (isAllowed) say('Emails go to this address again. Retry the ones that failed in the product.')
      else warn('Nothing keeps emails from this address.')
      return isAllowed
    },
  },
]

function address({ operands }: Given): string {
  const found = canonicalAddress(operands[0]!)
  if (!found) throw new TypeError(`'${operands[0]}' isn't an email address.`)
  return found
}

async function readStdin(): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BYTES) throw new Error('The message is longer than 5 MB, so it was not read.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

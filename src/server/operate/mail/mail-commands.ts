import { canonicalAddress } from '#server/auth/address.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { ensureDkimKey } from '#server/mail/dkim/dkim-key.ts'
import { senderOf } from '#server/mail/message.ts'
import { allowAddress } from '#server/mail/returned-store.ts'
import type { Command, Arguments, Operator } from '#server/operate/commands/operator.ts'
import { MAX_REPORT_BYTES } from './read-report.ts'
import { recordReport } from './record-report.ts'

export const MAIL_COMMANDS: Command[] = [
  {
    usage: 'mail bounced',
    about: 'Reads one bounce (RFC 3464) or spam complaint (ARF) from stdin and records it on the email it returns. For an alias of your mail server.',
    whileRunning: true,
    prepare: async () => ({ text: await readStdin() }),
    async run({ db, env, text, say }) {
      say((await recordReport({ db, keys: await loadKeys(db, env.SECRET_KEY) }, text ?? '')).sentence)
      return true
    },
  },
  {
    usage: 'mail key',
    about: 'Prints the DNS record of the key that signs mail with DKIM under DKIM_SELECTOR; makes the key if there is none.',
    whileRunning: true,
    run: printKey,
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

async function printKey({ db, env, say, warn }: Operator): Promise<boolean> {
  const { DKIM_SELECTOR, DKIM_SIGNING, MAIL_FROM } = env
  if (!DKIM_SELECTOR) {
    warn('Set DKIM_SELECTOR to a name for the key first, such as rounds2026.')
    return false
  }
  const keys = await loadKeys(db, env.SECRET_KEY)
  const { record, isNew } = await db.transaction(async (tx) => {
    const record = await ensureDkimKey(tx, keys, DKIM_SELECTOR)
    if (record.isNew) await recordAudit(tx, { actor: null, action: 'email.key-made', subject_kind: 'installation', facts: { selector: DKIM_SELECTOR } })
    return record
  })
  say(`${DKIM_SELECTOR}._domainkey.${senderOf(MAIL_FROM).address.split('@')[1]} TXT "${record}"`)
  warn(
    `${isNew ? 'Made a key. ' : ''}${DKIM_SIGNING ? 'Publish this record' : 'Publish this record, then set DKIM_SIGNING=yes and restart'}; doctor says when it is found.`,
  )
  return true
}

function address({ operands }: Arguments): string {
  const found = canonicalAddress(operands[0]!)
  if (!found) throw new TypeError(`'${operands[0]}' isn't an email address.`)
  return found
}

async function readStdin(): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_REPORT_BYTES) throw new Error('The message is longer than 5 MB, so it was not read.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

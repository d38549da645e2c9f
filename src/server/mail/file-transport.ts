import { join } from 'node:path'
import { writeDurably } from '#server/files/durable-write.ts'
import { asMail, type Mailbox, type Message } from './message.ts'
import { NO_RECIPIENT } from './smtp-fault.ts'
import type { Transport } from './transport.ts'

const SIGN_IN_CODE = /\b\d{8}\b/

/** Writes each email to a file in `folder`, as a mail server would have received it. Calls `print` with each sign-in code. */
export function fileTransport(folder: string, from: Mailbox, print: (line: string) => void): Transport {
  const open = async () => (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let composer: ReturnType<typeof open> | undefined
  return {
    async send(message) {
      const mail = asMail(message, from)
      if (!mail) return NO_RECIPIENT
      const composed = await (await (composer ??= open())).sendMail(mail)
      try {
        await writeDurably(folder, join(folder, fileNameOf(message)), composed.message as Buffer)
      } catch (fault) {
        return {
          sent: false,
          final: false,
          cause: 'file',
          reason: `The email couldn't be written to a file (${(fault as { code?: string }).code ?? 'unknown'}).`,
        }
      }
      const code = message.purpose === 'sign-in' && SIGN_IN_CODE.exec(message.text)?.[0]
      if (code) print(`Sign-in code for ${message.to_address}: ${code}`)
      return { sent: true }
    },
  }
}

function fileNameOf(message: Message): string {
  const time = new Date().toISOString().replaceAll(':', '-')
  return `${time}_${message.email_id}.eml`
}

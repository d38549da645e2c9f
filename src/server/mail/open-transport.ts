import { join } from 'node:path'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Keys } from '#server/http/keys.ts'
import { once } from '#server/once.ts'
import { findDkimKey } from './dkim/dkim-key.ts'
import { writeDurably } from '#server/files/durable-write.ts'
import { NO_RECIPIENT, NOT_LOADED } from './smtp-error.ts'
import { senderOf, asMail, type Mailbox, type Message } from './message.ts'
import { smtpTransport } from './smtp-transport.ts'
import type { Transport } from './transport.ts'

type Context = { db: Db; env: Env; keys: Keys }

/** Returns whether emails can be sent: production without a mail server (`FIRST_RUN`) keeps them waiting, because files would show sign-in codes. */
export function canSend({ isProduction, SMTP_URL }: Env): boolean {
  return !isProduction || SMTP_URL !== undefined
}

/** Opens the mail server if one is configured, otherwise files, and follows changed settings. Throws if MAIL_FROM isn't a valid sender. */
export function openTransport(desk: Context): Transport {
  let lastSettings = settingsOf(desk.env)
  let transport = transportFor(desk)
  return {
    send(...email) {
      const now = settingsOf(desk.env)
      if (now !== lastSettings) transport = transportFor(desk)
      lastSettings = now
      return transport.send(...email)
    },
  }
}

const settingsOf = ({ SMTP_URL, SMTP_PLAINTEXT, MAIL_FROM, BOUNCE_ADDRESS }: Env) => [SMTP_URL, SMTP_PLAINTEXT, MAIL_FROM, BOUNCE_ADDRESS].join('\n')

function transportFor({ db, env, keys }: Context): Transport {
  const from = senderOf(env.MAIL_FROM)
  if (env.SMTP_URL)
    return smtpTransport(
      env.SMTP_URL,
      { ...from, bounces: env.BOUNCE_ADDRESS },
      { isPlainAllowed: env.SMTP_PLAINTEXT === 'yes', findDkimKey: () => findDkimKey({ db, env, keys }) },
    )
  return fileTransport(join(env.DATA_DIR, 'mail'), from, (line) => process.stdout.write(`${line}\n`))
}

const SIGN_IN_CODE = /\b\d{8}\b/

/** Writes each email to a file in `folder`, as a mail server would have received it. Calls `print` with each sign-in code. */
function fileTransport(folder: string, from: Mailbox, print: (line: string) => void): Transport {
  const open = async () => (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const composer = once(open)
  return {
    async send(message) {
      const mail = asMail(message, from)
      if (!mail) return NO_RECIPIENT
      const opened = await composer().catch(() => null)
      if (!opened) return NOT_LOADED
      const composed = await opened.sendMail(mail)
      try {
        await writeDurably(folder, join(folder, fileNameOf(message)), composed.message as Buffer)
      } catch (error) {
        return {
          sent: false,
          final: false,
          cause: 'file',
          reason: `The email couldn't be written to a file (${(error as { code?: string }).code ?? 'unknown'}).`,
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

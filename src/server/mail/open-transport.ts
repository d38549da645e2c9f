import { join } from 'node:path'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Keys } from '#server/http/keys.ts'
import { findDkimKey } from './dkim/dkim-key.ts'
import { fileTransport } from './file-transport.ts'
import { senderOf } from './message.ts'
import { smtpTransport } from './smtp-transport.ts'
import type { Transport } from './transport.ts'

type Desk = { db: Db; env: Env; keys: Keys }

/** Returns whether emails can leave: production without a mail server (`FIRST_RUN`) keeps them waiting, because files would show sign-in codes. */
export function canSend({ isProduction, SMTP_URL }: Env): boolean {
  return !isProduction || SMTP_URL !== undefined
}

/** Opens the mail server if one is configured, otherwise files, and follows changed settings. Throws if MAIL_FROM isn't a valid sender. */
export function openTransport(desk: Desk): Transport {
  let used = settingsOf(desk.env)
  let transport = transportFor(desk)
  return {
    send(...email) {
      const now = settingsOf(desk.env)
      if (now !== used) transport = transportFor(desk)
      used = now
      return transport.send(...email)
    },
  }
}

const settingsOf = ({ SMTP_URL, SMTP_PLAINTEXT, MAIL_FROM, BOUNCE_ADDRESS }: Env) => [SMTP_URL, SMTP_PLAINTEXT, MAIL_FROM, BOUNCE_ADDRESS].join('\n')

function transportFor({ db, env, keys }: Desk): Transport {
  const from = senderOf(env.MAIL_FROM)
  if (env.SMTP_URL)
    return smtpTransport(
      env.SMTP_URL,
      { ...from, bounces: env.BOUNCE_ADDRESS },
      { isPlainAllowed: env.SMTP_PLAINTEXT === 'yes', findDkimKey: () => findDkimKey({ db, env, keys }) },
    )
  return fileTransport(join(env.DATA_DIR, 'mail'), from, (line) => process.stdout.write(`${line}\n`))
}

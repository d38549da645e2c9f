import { join } from 'node:path'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Keys } from '#server/http/keys.ts'
import { findDkimKey } from './dkim/dkim-key.ts'
import { fileTransport } from './file-transport.ts'
import { senderOf } from './message.ts'
import { smtpTransport } from './smtp-transport.ts'
import type { Transport } from './transport.ts'

/** Opens the mail server if one is configured, otherwise files. Throws if MAIL_FROM isn't a valid sender. */
export function openTransport({ db, env, keys }: { db: Db; env: Env; keys: Keys }): Transport {
  const from = senderOf(env.MAIL_FROM)
  if (env.SMTP_URL)
    return smtpTransport(
      env.SMTP_URL,
      { ...from, bounces: env.BOUNCE_ADDRESS },
      { isPlainAllowed: env.SMTP_PLAINTEXT === 'yes', findDkimKey: () => findDkimKey({ db, env, keys }) },
    )
  return fileTransport(join(env.DATA_DIR, 'mail'), from, (line) => process.stdout.write(`${line}\n`))
}

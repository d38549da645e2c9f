import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Db } from '#server/db/connect.ts'
import { isLoopback } from '#server/env-values.ts'
import type { Env } from '#server/env.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { findMinutesSinceRead } from './mailbox-store.ts'
import { MAX_REPORT_BYTES } from './read-report.ts'

const WAIT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

type Settings = Pick<Env, 'IMAP_URL' | 'IMAP_PLAINTEXT'>
type MailboxMode = { readOnly?: boolean; signal?: AbortSignal }
export type OpenMailbox = { client: ImapFlow; folder: MailboxObject }

/** Returns the folder, user and server in IMAP_URL without the password, such as 'bounces@example.com at mail.example.com:993, INBOX'. */
export function mailboxName({ IMAP_URL }: Settings): string {
  const { host, port, user, folder } = serverOf(IMAP_URL!)
  return `${user} at ${host}:${port}, ${folder}`
}

/**
 * Opens the folder in IMAP_URL. Beyond loopback, the connection must be encrypted unless IMAP_PLAINTEXT allows otherwise. Throws if the server can't be
 * reached, isn't secure, or rejects the sign-in; otherwise, the caller must close the client. `signal` cuts the connection off at any time.
 */
export async function openMailbox({ IMAP_URL, IMAP_PLAINTEXT }: Settings, { readOnly = false, signal }: MailboxMode = {}): Promise<OpenMailbox> {
  const { ImapFlow } = await import('imapflow')
  const { host, port, isTls, user, pass, folder } = serverOf(IMAP_URL!)
  const mustUpgrade = !isTls && IMAP_PLAINTEXT !== 'yes' && !isLoopback(IMAP_URL!)
  const client = new ImapFlow({
    host,
    port,
    secure: isTls,
    ...(mustUpgrade && { doSTARTTLS: true }),
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    maxLiteralSize: 2 * MAX_REPORT_BYTES,
    ...WAIT,
  })
  // A connection that breaks also rejects the command in progress.
  client.on('error', () => {})
  const cutOff = () => client.close()
  signal?.addEventListener('abort', cutOff)
  client.once('close', () => signal?.removeEventListener('abort', cutOff))
  try {
    await client.connect()
    return { client, folder: await client.mailboxOpen(folder, { readOnly }) }
  } catch (error) {
    client.close()
    throw error
  }
}

/** Returns the problem in the server's own words, for operators only: it can include the user name. */
export async function bounceMailbox(env: Env, db: Db | undefined): Promise<string | { note: string } | null> {
  if (!env.IMAP_URL) return null
  try {
    const { client, folder } = await openMailbox(env, { readOnly: true })
    await client.logout().catch(() => client.close())
    const minutes = db ? await findMinutesSinceRead(db, mailboxName(env)) : null
    const last = minutes === null ? 'not read yet' : `last read ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
    return { note: `${folder.exists} ${folder.exists === 1 ? 'message' : 'messages'}, ${last}` }
  } catch (error) {
    const { response, responseText } = error as { response?: unknown; responseText?: unknown }
    const serverText = [response, responseText].find((words) => typeof words === 'string' && words !== '') ?? sentenceOf(error)
    return `${mailboxName(env)} can't be read (${String(serverText)}): correct IMAP_URL, or open the firewall; a server that isn't on this machine needs TLS`
  }
}

function serverOf(address: string) {
  const { hostname, port, protocol, username, password, pathname } = new URL(address)
  const isTls = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (isTls ? 993 : 143),
    isTls,
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX',
  }
}

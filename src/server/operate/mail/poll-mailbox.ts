import type { ImapFlow } from 'imapflow'
import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { advance, claimMailbox, findPosition, setRoundEnded, type MailboxPosition } from './mailbox-store.ts'
import { mailboxName, openMailbox, type OpenMailbox } from './open-mailbox.ts'
import { MAX_REPORT_BYTES } from './read-report.ts'
import { recordReport } from './record-report.ts'

const CHECK_EVERY_MS = 60_000
const BATCH_SIZE = 100
const BY_UID = { uid: true }

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

/** Reads the mailbox in IMAP_URL every few minutes, in one process at a time. */
export function openMailboxPoller(services: Deps): Job {
  const work = async (signal: AbortSignal) => {
    await pollMailbox(services, signal).catch((error: Error & { code?: string; authenticationFailed?: true }) => {
      // The server's error text can contain addresses; doctor shows it.
      if (signal.aborted) return
      const { code, name: type, authenticationFailed } = error
      services.log.warn({ code, type, authenticationFailed }, 'the mailbox for bounces could not be read; rounds doctor says why')
    })
    return false
  }
  return openLoop({ work, everyMs: CHECK_EVERY_MS, breathMs: CHECK_EVERY_MS })
}

/**
 * Records the bounces and complaints that arrived since the last round, each exactly once: the position in the mailbox is saved with what a report
 * changes. Marks those about our emails as read and leaves every other message unchanged. Returns false if it isn't this process's turn.
 */
export async function pollMailbox(services: Deps, signal: AbortSignal): Promise<boolean> {
  const { db, env } = services
  const mailbox = mailboxName(env)
  if (!(await claimMailbox(db, mailbox))) return false
  let isRead = false
  try {
    const open = await openMailbox(env, { signal })
    try {
      await readNew(services, mailbox, open)
      isRead = true
    } finally {
      await open.client.logout().catch(() => open.client.close())
    }
  } finally {
    await setRoundEnded(db, mailbox, { isRead })
  }
  return true
}

async function readNew(services: Deps, mailbox: string, { client, folder }: OpenMailbox): Promise<void> {
  const { db } = services
  const place = await findPosition(db, mailbox, { uid_validity: Number(folder.uidValidity), first_uid: Number(folder.uidNext) || 1 })
  const uids = await listNew(client, place)
  for (let at = 0; at < uids.length; at += BATCH_SIZE) {
    const batch = uids.slice(at, at + BATCH_SIZE)
    for (const uid of await listReports(client, batch)) await readOne(services, { client, place, uid })
    await advance(db, place, batch.at(-1)!)
  }
}

/** Messages that were there before Rounds first looked count only if no one has read them. */
async function listNew(client: ImapFlow, { first_uid, last_uid }: MailboxPosition): Promise<number[]> {
  const found = await client.search({ uid: `${last_uid + 1}:*`, or: [{ uid: `${first_uid}:*` }, { seen: false }] }, BY_UID)
  if (!found) throw new Error("The mail server couldn't search the mailbox.")
  // A range that ends with * always includes the newest message (RFC 3501, 6.4.8).
  return found.filter((uid) => uid > last_uid).toSorted((a, b) => a - b)
}

/** Returns which messages are reports, judging by their structure, so other people's messages aren't downloaded. */
async function listReports(client: ImapFlow, uids: number[]): Promise<number[]> {
  const messages = await client.fetchAll(uids, { uid: true, size: true, bodyStructure: true }, BY_UID)
  const reports = messages.filter(({ bodyStructure, size = 0 }) => bodyStructure?.type === 'multipart/report' && size <= MAX_REPORT_BYTES)
  return reports.map(({ uid }) => uid).toSorted((a, b) => a - b)
}

type MailboxMessage = { client: ImapFlow; place: MailboxPosition; uid: number }

async function readOne({ db, keys, log }: Deps, { client, place, uid }: MailboxMessage): Promise<void> {
  const message = await client.fetchOne(String(uid), { source: { maxLength: MAX_REPORT_BYTES } }, BY_UID)
  const text = message ? (message.source?.toString('utf8') ?? '') : ''
  const recorded = await db.transaction(async (tx) => ((await advance(tx, place, uid)) ? recordReport({ db: tx, keys }, text) : null))
  if (!recorded || recorded.email_id === null) return
  log.info({ email_id: recorded.email_id }, 'a bounce or complaint was recorded')
  // It isn't processed again either way; if the server refuses, people just see it as unread.
  await client.messageFlagsAdd(String(uid), ['\\Seen'], BY_UID).catch(() => false)
}

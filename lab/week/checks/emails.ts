import { sql } from 'drizzle-orm'
import { canariesIn } from '#lab/between/cast.ts'
import { mayKnow } from '#lab/between/invariants.ts'
import type { Database } from '#server/db/connect.ts'
import type { Week } from '../week.ts'

type StoredEmail = { email_id: number; message_id: string; state: string; purpose: string; to_address: string; subject: string; last_error: string | null }

/**
 * Returns violations: every email must have been sent exactly once, to its address and with its text, or not at all, and must not reveal anything
 * about another person.
 */
export async function checkEmails(week: Week, { db }: Database): Promise<string[]> {
  const { rows } = await db.execute<StoredEmail>(sql`
    select email_id, message_id, state, purpose, to_address, subject, last_error from email_outbox order by email_id`)
  const received = Map.groupBy(week.site.mails.received, ({ mail }) => mail.messageId ?? '')
  const known = new Map(rows.map((row) => [[...received.keys()].find((id) => id.includes(row.message_id)) ?? row.message_id, row]))
  return [...[...known].flatMap(([id, row]) => checkDelivery(row, withoutRepeats(week, row, received.get(id) ?? []))), ...checkPromises(week), ...leaks(week)]
}

/** The number of emails the processes send at once. */
const MAX_SENDING = 10
type ArrivedEmails = Week['site']['mails']['received']

/**
 * Leaves out expected repeats: a process that's killed right after the mail server accepted an email can't know that, so the email is sent again with
 * the same Message-ID.
 */
function withoutRepeats({ killedAt, site, jumpedOver }: Week, { email_id }: StoredEmail, arrived: ArrivedEmails): ArrivedEmails {
  if (arrived.length === 2 && jumpedOver.has(email_id)) return arrived.slice(0, 1)
  const [first, second] = arrived.map((one) => site.mails.received.indexOf(one))
  const isRepeated = killedAt !== null && arrived.length === 2 && first! >= killedAt - MAX_SENDING && first! < killedAt && second! >= killedAt
  return isRepeated ? arrived.slice(0, 1) : arrived
}

function checkDelivery(row: StoredEmail, arrived: ArrivedEmails): string[] {
  const name = `Email ${row.email_id} (${row.purpose}, "${row.subject}", ${row.state})`
  if (row.state === 'queued' || row.state === 'failed') return [`${name} is ${row.state} at the end of the day: ${row.last_error}`]
  const times = row.state === 'sent' ? 1 : 0
  if (arrived.length !== times) return [`${name} arrived ${arrived.length} times instead of ${times}.`]
  return arrived.flatMap(({ to, mail }) => {
    const isRight = to.length === 1 && to[0]!.toLowerCase() === row.to_address.toLowerCase() && mail.subject === row.subject
    return isRight || row.to_address === '' ? [] : [`${name} to ${row.to_address} arrived at ${to.join(', ')} as "${mail.subject}".`]
  })
}

/** Returns violations: an email must arrive once, exactly as it was previewed, and one that was undone in time must never arrive. */
function checkPromises(week: Week): string[] {
  return week.promised.flatMap(({ to, text, times }) => {
    const arrived = week.site.mails.received.filter(({ to: [address], mail }) => address === to && `${mail.text}`.includes(text)).length
    return arrived === times ? [] : [`The email with "${text}" arrived at ${to} ${arrived} times instead of ${times}.`]
  })
}

/** Returns violations: candidates' emails must not contain anything they aren't allowed to know. */
function leaks(week: Week): string[] {
  return week.world.sent.flatMap(({ to_address, subject, text, html, at }) => {
    const reader = week.people.find(({ mailboxes }) => mailboxes.includes(to_address))
    if (!reader) return []
    const leaked = canariesIn(`${subject} ${text} ${html}`).filter((found) => !mayKnow(week, reader, { began: at, ended: at }, found))
    return leaked.map(({ word }) => `The email "${subject}" told ${reader.name} ${word}.`)
  })
}

import { sql } from 'drizzle-orm'
import { updateRole } from '#contract/roles.ts'
import { POSITION_CLOSED, PROCEED, SUBMITTED, UNDER_REVIEW, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { undoWithdrawal, withdrawApplication } from '#server/candidate/withdraw.ts'
import { apply } from '#test/applying.ts'
import { APPLICATIONS, DAYS, isAway, isWorkday, LEADS, ROLES } from './calendar.ts'
import { answerAll, move, resendEmail, type Admin } from './decide.ts'
import { isOpen, isOwed, newEntry, type Entry } from './ledger.ts'
import type { Office } from './office.ts'

const DAY = 24 * 60 * 60 * 1000

/** One person in 25 applies through the form; the others are inserted directly, with the same result. */
export async function receiveApplications(office: Office, day: number): Promise<void> {
  const { app, roles, entries, chance } = office
  const upTo = Math.round((APPLICATIONS * (day + 1)) / DAYS)
  const made: Pick<Entry, 'role' | 'address'>[] = []
  for (let n = entries.size; n < upTo; n++) {
    const open = ROLES.flatMap((one, role) => ('closed' in one && one.closed.day <= day ? [] : [role]))
    const [role, address] = [open[Math.floor(chance() * open.length)]!, `person${n}@example.com`]
    if (n % 25 > 0) {
      made.push({ role, address })
      entries.set(address, newEntry({ id: 0, role, address }))
      continue
    }
    const { user_session_id: id } = await apply(app, roles[role]!, { email: address, why_this_role: `Because ${n}` })
    entries.set(address, newEntry({ id, role, address }))
  }
  const rows = made.map(({ role, address }) => ({ role: roles[role]!, address, days: ROLES[role]!.reply_within_days }))
  const { rows: stored } = await app.db.execute<{ id: number; email: string }>(sql`
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, submitted_hash, reply_within_days,
      first_name, last_name, email, email_key, status_changed_at, last_action_at)
    select role, ${SUBMITTED}, address, now(), address, days, 'Ada', 'Archer', address, address, now(), now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as made(role int, address text, days int)
    returning user_session_id as id, email`)
  for (const { id, email } of stored) entries.get(email)!.id = id
}

/** A few candidates withdraw, and some of them undo it within the same second. */
export async function withdrawSome({ app, entries, chance }: Office): Promise<void> {
  for (const entry of entries.values()) {
    if (!isOpen(entry) || chance() > 0.001) continue
    const own = { email_key: entry.address, user_session_id: entry.id }
    await withdrawApplication(app.services, own, '')
    if (chance() < 0.3) {
      await undoWithdrawal(app.services, own)
      continue
    }
    Object.assign(entry, { status: WITHDRAWN, withdrawnAt: Date.now() })
  }
}

/** A workday for the hiring leads who are in: each handles as many people as they can, most urgent first. */
export async function work(office: Office, day: number): Promise<void> {
  if (!isWorkday(day)) return
  for (const [lead, { email, aDay }] of LEADS.entries()) {
    if (isAway(lead, day)) continue
    const as = await office.app.admin(email)
    await closeRoles(office, { lead, day, as })
    const mine = [...office.entries.values()].filter((one) => ROLES[one.role]!.lead === lead)
    for (const entry of mine.filter((one) => one.failed !== null)) await resendEmail(office, as, entry)
    const waiting = mine.filter((one) => isOwed(one) && isReady(one, office.chance)).toSorted((one, other) => one.dueAt - other.dueAt)
    await answerAll(office, as, waiting.slice(0, aDay))
  }
}

/** Interviews take a week; some people on hold wait another day. */
function isReady({ status, lastActionAt }: Entry, chance: () => number): boolean {
  if (status === PROCEED) return lastActionAt < Date.now() - 8 * DAY
  return status !== UNDER_REVIEW || chance() < 0.3
}

async function closeRoles({ app, roles, entries }: Office, { lead, day, as }: { lead: number; day: number; as: Admin }): Promise<void> {
  for (const [role, one] of ROLES.entries()) {
    if (one.lead !== lead || !('closed' in one) || one.closed.day !== day) continue
    const { waiting_applicants } = one.closed
    const { status } = await app.call(updateRole, { id: roles[role]!, disabled_flag: true, waiting_applicants }, as)
    if (status !== 200) throw new Error('The role could not be closed.')
    if (waiting_applicants === 'stay-due') continue
    const { rows } = await app.db.execute<{ id: number; email_id: number }>(
      sql`select user_session_id as id, email_id from email_outbox where template_name = 'Position Closed' and state = 'queued' order by email_id`,
    )
    const emails = new Map(rows.map((row) => [row.id, row.email_id]))
    for (const entry of entries.values())
      if (entry.role === role && isOwed(entry) && emails.has(entry.id))
        move(entry, POSITION_CLOSED, { email_id: emails.get(entry.id)!, at: Date.now() + 30_000 })
  }
}

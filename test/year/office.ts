import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import type { Message } from '#server/mail/message.ts'
import type { Delivery } from '#server/mail/transport.ts'
import { makeRole } from '#test/make.ts'
import type { TestApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'
import { at, isMailDown, LEADS, ROLES, seededChance } from './calendar.ts'
import { recordArrival, recordDrop, type Entry } from './ledger.ts'

/** Opens the product with clocks a test controls, a mail server that's sometimes down, and a ledger that records everything independently. */
export async function openOffice(app: TestApp) {
  const clocks = await stopClocks(app.services.database, at(0, 0))
  const roles: number[] = []
  for (const { lead, reply_within_days } of ROLES) {
    const hiring_lead_email = LEADS[lead]!.email
    roles.push((await makeRole(app.db, { hiring_lead_email, hiring_lead_name: 'Lead', reply_within_days })).ref_function_role_id)
  }
  const entries = new Map<string, Entry>()
  const toStaff: Message[] = []
  const outbox = openOutbox({
    ...app.services,
    transport: { send: async (message) => receive({ entries, toStaff }, message) },
    onSettled: settleCandidateEmail,
  })
  const close = async () => {
    clocks.go()
    await app.close()
  }
  return { app, clocks, roles, entries, toStaff, outbox, chance: seededChance(), close }
}
export type Office = Awaited<ReturnType<typeof openOffice>>

const OF_EMPLOYER = /^(We'd like to meet you|Your application to|After our interviews|Welcome to|The .* opening has closed|We need more time)/

function receive({ entries, toStaff }: { entries: Map<string, Entry>; toStaff: Message[] }, message: Message): Delivery {
  const entry = entries.get(message.to_address)
  if (isMailDown()) {
    if (entry) recordDrop(entry, message.subject)
    return { sent: false, final: false, cause: 'unreachable', reason: 'The mail server is down.' }
  }
  if (!entry) toStaff.push(message)
  else if (OF_EMPLOYER.test(message.subject)) recordArrival(entry, message.subject)
  return { sent: true }
}

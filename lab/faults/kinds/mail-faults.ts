import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer } from '#test/setup/mail-server.ts'
import { applyOnce, ask } from '../client.ts'
import { fault, round } from '../fault.ts'
import { freePort } from '../product.ts'
import { openStage, type Stage } from '../stage.ts'

type Email = { message_id: string; to_address: string; state: string; tries: number }
type Sent = { message_id: string; to: string }
type MailResults = { decided: number[]; emails: Email[]; received: Sent[]; expectedFailed: string[]; mayTwice: string[]; extra?: string }

const FROM = 'careers@meridianhealth.example'
const sentBy = (server: Awaited<ReturnType<typeof startMailServer>>): Sent[] =>
  server.received.map(({ mail, to }) => ({ message_id: (mail.messageId ?? '').replace(/^<|@.*$/g, ''), to: to[0]! }))
const emails = (stage: Stage) => stage.ask<Email>('select message_id, to_address, state, tries from email_outbox order by email_id')
const makeEmailsDue = (stage: Stage) => stage.ask(`update email_outbox set send_after = now() where state = 'queued' and leased_until is null`)

function checkMail({ decided, emails: all, received, expectedFailed, mayTwice }: MailResults): string[] {
  const copies = (email: Email) => received.filter((one) => one.message_id === email.message_id).length
  return all
    .flatMap((email) => {
      const isMeantToFail = expectedFailed.includes(email.to_address)
      if (isMeantToFail) return email.state === 'failed' && copies(email) === 0 ? [] : [`${email.to_address}: ${email.state}, ${copies(email)} copies`]
      const most = mayTwice.includes(email.to_address) ? 2 : 1
      return email.state === 'sent' && copies(email) >= 1 && copies(email) <= most
        ? []
        : [`${email.to_address}: ${email.state} after ${email.tries} tries, ${copies(email)} copies`]
    })
    .concat(decided.filter((status) => status !== 200 && status !== 202).map((status) => `a decision returned ${status}`))
}

const duplicate = (seen: MailResults) => void seen.received.push(seen.received[0]!, seen.received[0]!)

async function waitForEmails(stage: Stage, longestMs: number): Promise<void> {
  for (const deadline = Date.now() + longestMs; Date.now() < deadline; await pause(500)) {
    await makeEmailsDue(stage)
    if ((await emails(stage)).every((one) => one.state !== 'queued')) return
  }
}

/** Has an admin invite the first applicant, with a status and an email. */
async function inviteFirst(stage: Stage, url: string): Promise<number[]> {
  const [first] = await stage.ask<{ id: number }>('select min(user_session_id) as id from user_session')
  const user_session_id = first!.id
  const call = async (path: string, body: object) => (await ask(`${url}/api/user-session/${path}`, { token: stage.token, body })).status
  return [
    await call('update_status', { user_session_id, ref_application_status_id: 2 }),
    await call('send_candidate_email', { candidate_info: { user_session_id }, template_name: 'Schedule Panel Interview' }),
  ]
}

/**
 * Starts a mail server that answers one address with 451 three times and another with 550, drops the connection twice after a third one's data, and
 * twice stops responding for a fourth.
 */
function startUnreliableServer(port: number) {
  const seen = new Map<string, number>()
  return startMailServer(
    {
      recipient: (address) => (address.includes('unknown') ? 550 : address.includes('grey') && count(seen, 'grey') < 3 ? 451 : undefined),
      message: ({ to }) =>
        to[0]!.includes('dies') && count(seen, 'dies') < 2 ? 'die' : to[0]!.includes('silence') && count(seen, 'silence') < 2 ? 'silence' : undefined,
    },
    port,
  )
}

export const F4 = fault<MailResults>({
  id: 'F4',
  what: 'mail server down, then 451, 550, death after DATA, silence; then healthy',
  kinds: ['postgres'],
  async collect(kind) {
    const port = await freePort()
    const stage = await openStage(kind, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM, MAIL_DELAY_SECONDS: '0' })
    const product = await stage.start()
    try {
      for (const name of ['well', 'grey', 'unknown', 'dies', 'silence']) await applyOnce(product.url, stage.role, `f4-${name}@example.com`)
      const decided = await inviteFirst(stage, product.url)
      await pause(3_000)
      const waiting = (await emails(stage)).filter((one) => one.state === 'queued').length
      const mails = await startUnreliableServer(port)
      try {
        await waitForEmails(stage, 100_000)
        return {
          decided,
          emails: await emails(stage),
          received: sentBy(mails),
          expectedFailed: ['f4-unknown@example.com'],
          mayTwice: ['f4-dies@example.com', 'f4-silence@example.com'],
          extra: `${waiting} waited while it was down`,
        }
      } finally {
        await mails.stop()
      }
    } finally {
      await stage.close()
    }
  },
  judge: checkMail,
  tamper: duplicate,
  describe: (seen) =>
    `${seen.extra}; decisions ${seen.decided.join(', ')}; 550 failed at once, all others once (twice with one Message-ID only where the server took it and did not say so: ${seen.received.length} messages for ${seen.emails.length - 1} emails)`,
})

function count(seen: Map<string, number>, what: string): number {
  seen.set(what, (seen.get(what) ?? 0) + 1)
  return seen.get(what)!
}

export const F23 = fault<MailResults & { firstMs: number }>({
  id: 'F23',
  what: 'a poisoned email at the head of the queue',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const mails = await startMailServer()
    const stage = await openStage(kind, { SMTP_URL: mails.url, MAIL_FROM: FROM })
    try {
      const poison = [`'not an address'`, `E'a@x.example\\r\\nBcc: z@evil.example'`, `'a@x.example, b@evil.example'`]
      const values = poison.map((address) => `('notice', gen_random_uuid()::text, ${address}, 's', 'h', 't', now() - interval '1 hour')`)
      await stage.ask(`insert into email_outbox (purpose, message_id, to_address, subject, html, text, send_after) values ${values.join(', ')}`)
      await stage.ask(
        `insert into email_outbox (purpose, message_id, to_address, subject, html, text) select 'notice', gen_random_uuid()::text, 'good-' || n || '@example.com', 's', 'h', 't' from generate_series(1, 20) n`,
      )
      const product = await stage.start()
      const began = performance.now()
      for (const deadline = Date.now() + 30_000; mails.received.length < 20 && Date.now() < deadline;) await pause(50)
      const firstMs = performance.now() - began
      await pause(500)
      await product.stop()
      const all = await emails(stage)
      return {
        decided: [],
        emails: all,
        received: sentBy(mails),
        expectedFailed: all.map((one) => one.to_address).filter((address) => !address.startsWith('good-')),
        mayTwice: [],
        firstMs,
      }
    } finally {
      await stage.close()
      await mails.stop()
    }
  },
  judge: (seen) => [...checkMail(seen), ...(seen.received.length === 20 ? [] : [`${seen.received.length} messages for 20 good emails`])],
  tamper: (seen) => void seen.received.push({ message_id: 'x', to: 'z@evil.example' }),
  describe: (seen) => `3 poisoned emails failed for good, 20 good ones went within ${round(seen.firstMs)} ms, no one else got one`,
})

async function leasedByDeadProcess(stage: Stage): Promise<string[]> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(300)) {
    const waiting = await stage.ask<{ to_address: string; is_leased: boolean }>(
      `select to_address, coalesce(leased_until > now(), false) as is_leased from email_outbox where state = 'queued'`,
    )
    const isOver = waiting.every((one) => one.is_leased)
    await pause(1_500)
    const still = await emails(stage)
    if (isOver && waiting.every((one) => still.some((email) => email.to_address === one.to_address && email.state === 'queued')))
      return waiting.map((one) => one.to_address)
  }
  throw new Error('The other processes did not finish.')
}

export const F24 = fault<MailResults>({
  id: 'F24',
  what: 'three processes send from one outbox, one is killed',
  kinds: ['postgres'],
  async collect(kind) {
    const mails = await startMailServer()
    const stage = await openStage(kind, { SMTP_URL: mails.url, MAIL_FROM: FROM })
    try {
      const processes = [await stage.start(), await stage.start(), await stage.start()]
      await stage.ask(
        `insert into email_outbox (purpose, message_id, to_address, subject, html, text) select 'notice', gen_random_uuid()::text, 'many-' || n || '@example.com', 's', 'h', 't' from generate_series(1, 400) n`,
      )
      for (const deadline = Date.now() + 20_000; mails.received.length < 100 && Date.now() < deadline;) await pause(20)
      await processes[0]!.kill()
      // The other processes finish everything else, so whatever is still leased belonged to the dead process.
      const held = await leasedByDeadProcess(stage)
      // The dead process's leases would expire after two minutes; this makes them expire now.
      await stage.ask(`update email_outbox set leased_until = now() - interval '1 second' where state = 'queued' and leased_until is not null`)
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(200)) if ((await emails(stage)).every((one) => one.state === 'sent')) break
      const all = await emails(stage)
      const sent = sentBy(mails)
      const twice = all.filter((one) => sent.filter((other) => other.message_id === one.message_id).length > 1)
      return {
        decided: [],
        emails: all,
        received: sent,
        expectedFailed: [],
        mayTwice: held,
        extra: `${held.length} in the hands of the dead one, ${twice.length} sent twice`,
      }
    } finally {
      await stage.close()
      await mails.stop()
    }
  },
  judge: checkMail,
  tamper: duplicate,
  describe: (seen) => `${seen.emails.length} emails, ${seen.received.length} messages; ${seen.extra}`,
})

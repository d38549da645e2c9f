import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer } from '#test/setup/mail-server.ts'
import { ask, openApplication, skipResume, submit } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { CLOCK_LIBRARY, type Product } from '../product.ts'
import { ADMIN, openStage, type Stage } from '../stage.ts'

/** The clock's offset at each step: jumps both ways, then a clock that runs 10% fast, then the right time. */
const JUMPS = ['+1h', '-1h', '+24h', '-24h', '+0 x1.1', '+0']

type Probe = { clock: string; session: number; code: number; applied: number; readyz: number; ms: number; skewSeconds: number; oldest: number }
type JumpResults = { kind: string; probes: Probe[]; sent: number; negative: string[] }

type ClockStage = { stage: Stage; product: Product; mails: Awaited<ReturnType<typeof startMailServer>>; setClock: (clock: string) => void }

const newestCode = ({ mails }: ClockStage) =>
  /\b\d{8}\b/.exec(mails.received.findLast(({ to, mail }) => to[0] === ADMIN && /\b\d{8}\b/.test(mail.text ?? ''))?.mail.text ?? '')?.[0]

/** Requests a code while the clock is right; then, on the given clock, uses the code, the session and the form. */
async function probeAt(clocked: ClockStage, clock: string, email: string): Promise<Probe> {
  const { stage, product, mails, setClock } = clocked
  const status = (path: string, how = {}) => ask(`${product.url}${path}`, { timeoutMs: 20_000, ...how }).then((said) => said.status)
  setClock('+0')
  const before = mails.received.length
  await status('/api/auth/send-code', { body: { email: ADMIN, role: 'admin' } })
  for (const deadline = performance.now() + 15_000; mails.received.length === before && performance.now() < deadline;) await pause(50)
  setClock(clock)
  await pause(1_200)
  const began = performance.now()
  const session = await status('/api/auth/session', { token: stage.token })
  const code = await status('/api/auth/verify-code', { body: { email: ADMIN, code: newestCode(clocked), role: 'admin' } })
  const opened = await openApplication(product.url, stage.role, { email })
  const applied = opened ? (await submit(product.url, opened)).status : 0
  if (opened) await skipResume(product.url, stage.role, opened)
  const readyz = await status('/readyz')
  const ms = performance.now() - began
  const numbers = String((await ask(`${product.url}/metrics`)).body)
  // Queueing and sending share a clock.
  await pause(1_500)
  return { clock, session, code, applied, readyz, ms, skewSeconds: 0, oldest: Number(/^rounds_outbox_oldest_seconds (\S+)/m.exec(numbers)?.[1]) }
}

async function probeJumps(clocked: ClockStage): Promise<Pick<JumpResults, 'probes' | 'negative'>> {
  const { stage, product } = clocked
  const probes: Probe[] = []
  for (const clock of JUMPS) probes.push(await probeAt(clocked, clock, `f6-${probes.length}@example.com`))
  const numbers = String((await ask(`${product.url}/metrics`)).body)
  const negative = numbers.split('\n').filter((line) => /^rounds_http_seconds_(sum|count)\b.* (-|[1-9]\d{3})/.test(line))
  await pause(3_000)
  await product.stop()
  const stored = await stage.ask<{ email: string; skew: number }>(
    `select email, abs(extract(epoch from now() - application_submitted_datetime_utc))::int as skew from user_session where email like 'f6-%'`,
  )
  const skewOf = (at: number) => stored.find((row) => row.email === `f6-${at}@example.com`)?.skew ?? Number.NaN
  return { negative, probes: probes.map((probe, at) => ({ ...probe, skewSeconds: skewOf(at) })) }
}

/**
 * The process's clock jumps while it runs. A database server keeps the right time, so no one may notice. The embedded database has only this clock,
 * so a session may count as too old when it's a day ahead, but must be valid again once it's back.
 */
export const F6 = fault<JumpResults>({
  id: 'F6',
  what: 'the clock jumps an hour and a day in both directions, and runs fast',
  kinds: ['embedded', 'postgres'],
  lacks: () => (CLOCK_LIBRARY ? null : 'needs libfaketime (Debian: libfaketime)'),
  async collect(kind) {
    const mails = await startMailServer()
    const stage = await openStage(kind, { SMTP_URL: mails.url, MAIL_FROM: 'careers@meridianhealth.example', MAIL_DELAY_SECONDS: '0' })
    const stamp = join(stage.folder, 'clock')
    const setClock = (clock: string) => writeFileSync(stamp, `${clock}\n`)
    setClock('+0')
    const faked = { LD_PRELOAD: CLOCK_LIBRARY!, FAKETIME_TIMESTAMP_FILE: stamp, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    try {
      // The role must be open even if the clock is a day behind.
      await stage.ask(`update function_role set published_at = now() - interval '30 days'`)
      const product = await stage.start(faked)
      const jumped = await probeJumps({ stage, product, mails, setClock })
      return { kind, ...jumped, sent: mails.received.filter(({ to }) => to[0]!.startsWith('f6-')).length }
    } finally {
      await stage.close()
      await mails.stop()
    }
  },
  judge: ({ kind, probes, negative, sent }) => [
    ...probes.flatMap((probe) => checkProbe(kind, probe)),
    ...(sent === probes.length ? [] : [`${sent} confirmations for ${probes.length} applications`]),
    ...negative.slice(0, 2).map((line) => `a duration that cannot be: ${line}`),
  ],
  tamper: (seen) => void (seen.probes.at(-1)!.session = 401),
  describe: ({ kind, probes, sent }) =>
    `${probes.map(({ clock, session, code }) => `${clock}: session ${session}, code ${code}`).join('; ')}; always ready, every application taken, ${kind === 'postgres' ? 'stored with the right time, ' : ''}slowest ${round(
      percentile(
        probes.map(({ ms }) => ms),
        1,
      ),
    )} ms, all ${sent} emails sent`,
})

function checkProbe(kind: string, { clock, session, code, applied, readyz, ms, skewSeconds, oldest }: Probe): string[] {
  const isTrueClock = kind === 'postgres'
  const mayBeTooOld = !isTrueClock && clock.startsWith('+')
  const isAllowed = (status: number, refused: boolean) => status === 200 || (refused && status === 401)
  return [
    ...(isAllowed(session, mayBeTooOld && clock === '+24h') ? [] : [`${clock}: a session returned ${session}`]),
    ...(isAllowed(code, mayBeTooOld && clock.endsWith('h')) ? [] : [`${clock}: a code returned ${code}`]),
    ...(applied === 200 ? [] : [`${clock}: an application returned ${applied}`]),
    ...(readyz === 200 ? [] : [`${clock}: readyz ${readyz}`]),
    ...(ms < 10_000 ? [] : [`${clock}: five requests took ${round(ms)} ms`]),
    ...(isTrueClock && !(skewSeconds < 300) ? [`${clock}: stored with a time that is off by ${skewSeconds} s`] : []),
    ...(isTrueClock && oldest < 0 ? [`${clock}: an email has waited ${oldest} s`] : []),
  ]
}

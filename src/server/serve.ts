import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { payRange } from '#contract/roles.ts'
import { openAppAndOutbox } from './app.ts'
import { openTextWriter } from './applicants/search/open-text-writer.ts'
import type { EmbeddedDatabase } from './db/embedded/embedded.ts'
import type { Env } from './env.ts'
import { summaryOf } from './settings/summary.ts'
import { openKeyWatcher } from './http/watch-keys.ts'
import { stopListening } from './http/watch/stop-listening.ts'
import { flushLog } from './log.ts'
import { resealDkimKeys } from './mail/dkim/dkim-key.ts'
import { openServices } from './open-services.ts'
import { openCommandSocket } from './operate/commands/command-socket.ts'
import { openMailboxPoller } from './operate/mail/poll-mailbox.ts'
import { openNightly } from './operate/privacy/nightly.ts'
import { openSealer } from './packet/seal-due.ts'
import { resealSigningKeyNow } from './packet/signing-key.ts'
import { listOpenRoles } from './roles/store.ts'
import { openReminders } from './scheduling/notifications/reminders.ts'
import type { Services } from './services.ts'
import { LINK_MINUTES, makeFirstRunLink } from './first-run/first-run-link.ts'
import { openSettingsFollower, resealStoredSettings } from './settings/stored.ts'
import { recordSettingsOwnersSafely, openOwnersWatcher } from './staff/record-settings-owners.ts'
import { openTracing } from './tracing/open-tracing.ts'

/**
 * Set by `rounds-upgrade` while it tries out a new version, because a backup may replace the data afterward: no email is sent, nothing is deleted, and no
 * reminder is marked as sent.
 */
const isTrial = process.env['ROUNDS_TRIAL'] === 'yes'

type StartedServer = { env: Env; log: Logger; opening: Promise<EmbeddedDatabase> | null }

/** Serves until a signal stops this process. `opening` is the embedded database, which opens while these modules load. */
export async function serve({ env, log, opening }: StartedServer): Promise<void> {
  const loaded = performance.now()
  const services = await openServices(env, log, { opening, report: (what) => process.stdout.write(`${what} …\n`) })
  const startedAt = performance.now()
  await warnAboutMissingPay(services)
  if (!isTrial) await recordSettingsOwnersSafely(services)
  const tracing = await openTracing(process.env)
  const { app, outbox } = await openAppAndOutbox(services, { tracing, isTrial })
  await app.listen({ port: env.PORT, host: env.HOST })
  const jobs = isTrial ? [] : [outbox, ...jobsOf(services)]
  for (const job of jobs) job.start()
  const commandSocket = services.database.embedded ? await openCommandSocket(services) : null
  printWelcome(env, isTrial ? null : await makeFirstRunLink(services))
  notifySupervisor('READY=1', log)
  log.info(toWholeMs({ modules_ms: loaded, database_ms: startedAt - loaded, app_ms: performance.now() - startedAt }), 'started')

  stopOnSignals(env, async () => {
    commandSocket?.close()
    await handOver(app, services)
    await Promise.all([app.close(), ...jobs.map((job) => job.stop())])
    await Promise.all([services.database.close(), tracing?.close()])
    await flushLog(log)
  })
}

/** Waits until requests are no longer routed to this process. */
async function handOver(app: FastifyInstance, services: Services): Promise<void> {
  const { env, log } = services
  app.announceStop()
  notifySupervisor('STOPPING=1', log)
  // Cuts off responses still in progress shortly before the timeout, so everything else can stop cleanly.
  setTimeout(() => app.server.closeAllConnections(), env.SHUTDOWN_TIMEOUT * 800).unref()
  const { noticeMs, drainMs } = handoverOf(services)
  await pause(noticeMs)
  await stopListening(app.server, drainMs)
}

function jobsOf(services: Services) {
  const followKeys = openKeyWatcher(services, async () => {
    await resealSigningKeyNow(services)
    await resealDkimKeys(services)
    await resealStoredSettings(services)
  })
  const jobs = [
    openNightly(services),
    openReminders(services),
    openTextWriter(services),
    openSealer(services),
    openSettingsFollower(services),
    openOwnersWatcher(services),
    followKeys,
  ]
  return services.env.IMAP_URL ? [...jobs, openMailboxPoller(services)] : jobs
}

/**
 * Returns how long to wait for load balancers to notice `/readyz` and proxies to close idle connections. With an embedded database, there's no other
 * process to hand over to.
 */
function handoverOf({ database, env: { SHUTDOWN_TIMEOUT } }: Services) {
  if (database.embedded) return { noticeMs: 100, drainMs: 0 }
  return { noticeMs: Math.min(1_500, SHUTDOWN_TIMEOUT * 200), drainMs: Math.min(3_000, SHUTDOWN_TIMEOUT * 300) }
}

const toWholeMs = (took: Record<string, number>) => Object.fromEntries(Object.entries(took).map(([part, ms]) => [part, Math.round(ms)]))

function printWelcome(env: Env, firstRunLink: string | null): void {
  // Settings made in the product are known only once the database is open.
  const lines = [...(env.FIRST_RUN ? [summaryOf(env)] : []), `Rounds is ready: ${env.BASE_URL}`]
  if (env.isDemo) {
    lines.push(
      `Demo data. Staff sign in at ${env.BASE_URL}/admin/login as ${env.ADMIN_EMAILS[0]}; the code is printed here`,
      `and shown, like every email, at ${env.BASE_URL}/dev/mail.`,
    )
  }
  if (firstRunLink) lines.push(`Set it up here, once and within ${LINK_MINUTES} minutes (with the address that you reach this machine at):`, firstRunLink)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Pay-transparency laws in many US states require a range in the posting, including for remote jobs. */
async function warnAboutMissingPay({ db }: Pick<Services, 'db'>): Promise<void> {
  const without = (await listOpenRoles(db)).filter((role) => payRange(role) === null)
  if (without.length > 0) process.stdout.write(`No pay range is set for: ${without.map((role) => role.function_role_name).join(', ')}.\n`)
}

/** Ctrl+C reaches the terminal's whole process group, and npm passes it on, too, so two signals this close together count as one. */
const SAME_SIGNAL_MS = 500

/** The first signal stops the app cleanly within SHUTDOWN_TIMEOUT; a second one stops it immediately. */
function stopOnSignals(env: Env, stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const onSignal = () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    const endAnyway = () => {
      const msg = `the process did not stop within ${env.SHUTDOWN_TIMEOUT} s (SHUTDOWN_TIMEOUT) and ends anyway`
      process.stderr.write(`${JSON.stringify({ level: 50, msg })}\n`)
      process.exit(1)
    }
    setTimeout(endAnyway, env.SHUTDOWN_TIMEOUT * 1000).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/**
 * Reports this process's state to systemd if it was started by a unit with `Type=notify`. Node doesn't support that kind of socket, so this runs a
 * program.
 */
function notifySupervisor(state: 'READY=1' | 'STOPPING=1', log: Logger): void {
  if (!process.env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', [state], (error) => {
    if (error) log.error({ err: error }, 'systemd was not told the state of this process')
  })
}

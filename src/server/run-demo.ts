import { existsSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAppAndOutbox } from './app.ts'
import { openTextWriter } from './applicants/search/open-text-writer.ts'
import { shortcutTo } from './db/embedded/short-folder.ts'
import { readEnv } from './env.ts'
import { SOCKET, KEYS } from './first-run/demo/demo.ts'
import { openLog } from './log.ts'
import { openServices } from './open-services.ts'
import { openSealer } from './packet/seal-due.ts'
import { openReminders } from './scheduling/notifications/reminders.ts'

const CHECK_EVERY_MS = 500
const HOUR_MS = 60 * 60_000
/** How long the demo runs without a request, and in total. */
const LIMITS_MS = { unused: 2 * HOUR_MS, ever: 12 * HOUR_MS }

/** Runs the demo in `folder` until someone leaves it, no one uses it, or the process that started this one is gone. `origin` is what browsers see. */
export async function runDemo({ folder, origin }: { folder: string; origin: string }): Promise<void> {
  process.on('disconnect', () => process.exit(0))
  const clock = stopAfterTimeout(folder)
  preferOomKill()
  const read = readEnv(process.env)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const { env } = read
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const services = await openServices(env, openLog(env))
  // Set here, because as a setting, a public address would require a mail server.
  env.BASE_URL = origin
  const { app, outbox } = await openAppAndOutbox(services, { tracing: null, isTrial: false })
  app.server.on('request', clock.use)
  // A Unix socket has no remote address, but the limits and the mailbox need one.
  app.server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' }))
  await app.listen({ path: join((await shortcutTo(folder)).path, SOCKET) })
  for (const job of [outbox, openReminders(services), openTextWriter(services), openSealer(services)]) job.start()
}

function stopAfterTimeout(folder: string): { use: () => void } {
  const startedAt = Date.now()
  let usedAt = startedAt
  setInterval(() => {
    const now = Date.now()
    if (!existsSync(join(folder, KEYS)) || now - usedAt > LIMITS_MS.unused || now - startedAt > LIMITS_MS.ever) process.exit(0)
  }, CHECK_EVERY_MS)
  return { use: () => void (usedAt = Date.now()) }
}

/** If memory runs out, Linux ends this process rather than the installation's. */
function preferOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux.
  }
}

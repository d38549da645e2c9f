import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '#test/setup/postgres.ts'
import { applyOnce, ask, openLedger } from '../client.ts'
import { fault, round } from '../fault.ts'
import { smallDiskSkipReason, smallDisk } from '../small-disk.ts'
import {
  readApplications,
  runClients,
  dropOneApplication,
  openStage,
  describeApplications,
  checkApplications,
  type Applications,
  type Stage,
} from '../stage.ts'

type FullLogResults = Applications & {
  whileDown: number
  healthz: number
  isAlive: boolean
  hasEnded: boolean
  fellBy: string
  readyMs: number
  afterwards: number
}

/** PostgreSQL's write-ahead log is on a separate disk, which fills up: the server stops, and starts again once there's space. */
export const F5b = fault<FullLogResults>({
  id: 'F5b',
  what: "PostgreSQL's log disk fills up and it panics; the operator frees space and restarts it",
  kinds: ['postgres'],
  lacks: smallDiskSkipReason,
  async collect(kind) {
    const stage = await openStage(kind)
    const { dataDir, url } = stage.server!
    const start = () => startPostgres({ durable: true, dataDir, port: Number(new URL(url).port) })
    await stage.server!.stop({ keep: true })
    const disk = moveToSmallDisk(join(dataDir, 'pg_wal'), '40m')
    let server = await start()
    try {
      const product = await stage.start()
      const ledger = openLedger()
      const clients = runClients(4, async (at) => {
        const email = `f5b-${at}@example.com`
        const said = await ledger.note(email, () => applyOnce(product.url, stage.role, email))
        if (said?.status !== 200) await pause(50)
      })
      await pause(1_500)
      const fellBy = await fillLog(stage)
      const whileDown = await waitForResult(() => ask(`${product.url}/readyz`).then(({ status }) => status), 503, 10_000)
      const healthz = (await ask(`${product.url}/healthz`)).status
      await pause(1_000)
      const hasEnded = !isRunning(server.pid)
      await server.stop({ keep: true })
      disk.grow('400m')
      server = await start()
      const began = performance.now()
      await waitForResult(() => ask(`${product.url}/readyz`).then(({ status }) => status), 200, 20_000)
      const readyMs = performance.now() - began
      await clients.stop()
      const last = await ledger.note('f5b-last@example.com', () => applyOnce(product.url, stage.role, 'f5b-last@example.com'))
      const isAlive = product.process.exitCode === null
      return { ...(await readApplications(stage, ledger)), whileDown, healthz, isAlive, hasEnded, fellBy, readyMs, afterwards: last?.status ?? 0 }
    } finally {
      await stage.close()
      await server.stop()
      disk.remove()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.whileDown === 503 && seen.healthz === 200 ? [] : [`while it was down: readyz ${seen.whileDown}, healthz ${seen.healthz}`]),
    ...(seen.isAlive ? [] : ['the process died']),
    ...(seen.readyMs > 5_000 ? [`ready again after ${round(seen.readyMs)} ms`] : []),
    ...(seen.afterwards === 200 ? [] : [`afterwards: ${seen.afterwards}`]),
  ],
  tamper: dropOneApplication,
  describe: (seen) =>
    `PostgreSQL panicked (${seen.fellBy})${seen.hasEnded ? ' and ended itself' : ', restarted and panicked again until there was room'}; readyz 503, the process lived, ready ${round(seen.readyMs)} ms after the server; ${describeApplications(seen)}`,
})

function moveToSmallDisk(folder: string, size: string) {
  const mountPoint = mkdtempSync(join(tmpdir(), 'rounds-wal-'))
  const disk = smallDisk(mountPoint, size)
  execFileSync('sh', [
    '-c',
    'cp -a "$1/." "$2" && rm -rf "$1" && ln -s "$2" "$1" && chown -h --reference="$2/archive_status" "$1" "$2" && chmod 700 "$2"',
    'sh',
    folder,
    mountPoint,
  ])
  return {
    grow: disk.grow,
    remove() {
      disk.remove()
      rmSync(mountPoint, { recursive: true, force: true })
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Writes until the server stops; returns its last message. */
async function fillLog(stage: Stage): Promise<string> {
  await stage.ask('create table ballast (filler text)')
  for (let at = 0; at < 400; at++) {
    const failed = await stage.ask(`insert into ballast select repeat(md5(n::text), 50) from generate_series(1, 1000) n`).then(
      () => null,
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    if (failed) return failed
  }
  throw new Error('The disk of the log did not fill up.')
}

/** Repeats `look` until it returns the expected result or time is up; returns the last result. */
async function waitForResult(look: () => Promise<number>, expected: number, longestMs: number): Promise<number> {
  for (const deadline = performance.now() + longestMs; ; await pause(100)) {
    const seen = await look().catch(() => 0)
    if (seen === expected || performance.now() > deadline) return seen
  }
}

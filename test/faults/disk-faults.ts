import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '#server/operate/archive.ts'
import { sweepFiles } from '#server/operate/sweep-files.ts'
import { openFiles } from '#server/files/open-files.ts'
import { applyOnce, ask, openApplication, openLedger, submit, upload } from './client.ts'
import { fault, round } from './fault.ts'
import { freePort } from './product.ts'
import { applicationsSeen, openStage, tellApplications, wrongApplications, type Applications } from './stage.ts'

/** A small disk of its own; needs root. */
function smallDisk(place: string, size: string) {
  mkdirSync(place, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place])
  return { grow: (to: string) => execFileSync('mount', ['-o', `remount,size=${to}`, place]), remove: () => execFileSync('umount', ['-l', place]) }
}

type Full = { full: number[]; healthz: number; reads: number; rows: number; leftovers: number; after: number; submitted: number }

export const F5c = fault<Full>({
  id: 'F5c',
  what: 'the disk for uploads is full, and then is not',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const disk = smallDisk(join(stage.folder, 'files'), '400k')
    try {
      const product = await stage.start()
      writeFileSync(join(stage.folder, 'files', 'ballast'), Buffer.alloc(300_000))
      const opened = (await openApplication(product.url, stage.role, { email: 'f5c@example.com' }))!
      const submitted = (await submit(product.url, opened)).status
      const full: number[] = []
      for (let at = 0; at < 3; at++) full.push((await upload(product.url, opened, 'x'.repeat(200_000))).status)
      const reads = (await ask(`${product.url}/api/open-roles`)).status
      const healthz = (await ask(`${product.url}/healthz`)).status
      const [row] = await stage.ask<{ count: number }>('select count(*)::int as count from resume')
      const leftovers = ['.incoming', 'resumes'].flatMap((name) => list(join(stage.folder, 'files', name))).length
      disk.grow('20m')
      return { full, healthz, reads, rows: row!.count, leftovers, submitted, after: (await upload(product.url, opened, 'x'.repeat(200_000))).status }
    } finally {
      disk.remove()
      await stage.close()
    }
  },
  judge: (seen) => [
    ...seen.full.filter((status) => status !== 507 && status !== 503).map((status) => `an upload was answered ${status}`),
    ...(seen.submitted === 200 && seen.reads === 200 && seen.healthz === 200 ? [] : ['the rest did not go on']),
    ...(seen.rows === 0 ? [] : [`${seen.rows} rows without bytes`]),
    ...(seen.leftovers === 0 ? [] : [`${seen.leftovers} partial files`]),
    ...(seen.after === 201 ? [] : [`with room again: ${seen.after}`]),
  ],
  spoil: (seen) => void (seen.rows = 1),
  tell: (seen) => `uploads ${seen.full.join(', ')}, no row, no partial file; answers, pages and health go on; 201 as soon as there is room`,
})

const list = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

type Orphans = { kills: number; acknowledged: number; rowsWithoutBytes: string[]; lostUploads: number; orphans: number; afterSweep: number }

export const F20 = fault<Orphans>({
  id: 'F20',
  what: 'kill -9 between the bytes of a resume and its row',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const port = String(await freePort())
    try {
      const acknowledged = new Map<number, string>()
      const KILLS = 6
      for (let kill = 0; kill < KILLS; kill++) {
        const product = await stage.start({ PORT: port })
        const over = new AbortController()
        const clients = Promise.all(
          Array.from({ length: 6 }, async (_, client) => {
            for (let at = 0; !over.signal.aborted; at++) {
              try {
                const words = `f20-${kill}-${client}-${at}`
                const opened = (await openApplication(product.url, stage.role, { email: `${words}@example.com` }))!
                if ((await submit(product.url, opened)).status !== 200) continue
                if ((await upload(product.url, opened, words)).status === 201) acknowledged.set(opened.user_session_id, words)
              } catch {
                await pause(5)
              }
            }
          }),
        )
        const before = acknowledged.size
        for (const deadline = Date.now() + 15_000; acknowledged.size < before + 3 && Date.now() < deadline;) await pause(10)
        await pause(Math.random() * 300)
        over.abort()
        await product.kill()
        await clients
      }
      return await stage.look(async (database) => {
        const files = await openFiles({ DATA_DIR: stage.folder })
        const { rows } = await database.pool.query<{ user_session_id: number; storage_key: string; sha256: string }>(
          'select user_session_id, storage_key, sha256 from resume',
        )
        const broken: string[] = []
        for (const row of rows) {
          const content = await files.read(row.storage_key)
          if (!content || sha256(content) !== row.sha256) broken.push(row.storage_key)
        }
        const lostUploads = [...acknowledged.keys()].filter((id) => !rows.some((row) => row.user_session_id === id)).length
        const orphans = await sweepFiles({ db: database.db, files }, 0)
        let left = 0
        for await (const { key } of files.list('resumes/')) if (!rows.some((row) => row.storage_key === key)) left++
        return { kills: KILLS, acknowledged: acknowledged.size, rowsWithoutBytes: broken, lostUploads, orphans, afterSweep: left }
      })
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.acknowledged === 0 ? ['nothing was acknowledged'] : []),
    ...seen.rowsWithoutBytes.map((key) => `no whole file for ${key}`),
    ...(seen.lostUploads === 0 ? [] : [`${seen.lostUploads} acknowledged uploads lost`]),
    ...(seen.afterSweep === 0 ? [] : [`${seen.afterSweep} unused files after the sweep`]),
  ],
  spoil: (seen) => void seen.rowsWithoutBytes.push('resumes/planted.pdf'),
  tell: (seen) => `${seen.kills} kills, ${seen.acknowledged} uploads acknowledged, all with whole bytes; ${seen.orphans} unused files left, 0 after the sweep`,
})

type Mute = { stopped: number[]; devFull: number[]; slowest: number; code: number | null }

export const F26 = fault<Mute>({
  id: 'F26',
  what: 'nobody reads the log, or its disk is full (/dev/full)',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start({ LOG_LEVEL: 'trace' }, { muted: true })
      const visit = async (url: string, times: number) => {
        const seen: { status: number; ms: number }[] = []
        for (let at = 0; at < times; at++) {
          const began = performance.now()
          const { status } = await ask(`${url}/api/open-roles?x=${'y'.repeat(200)}`, { timeoutMs: 5_000 }).catch(() => ({ status: 0 }))
          seen.push({ status, ms: performance.now() - began })
        }
        return seen
      }
      const first = await visit(product.url, 1_500)
      const code = await Promise.race([product.stop(), pause(15_000, null)])
      const full = await stage.start({ LOG_LEVEL: 'trace' }, { stdout: openSync('/dev/full', 'w') })
      const second = await visit(full.url, 200)
      return { stopped: first.map((one) => one.status), devFull: second.map((one) => one.status), slowest: Math.max(...first.map((one) => one.ms)), code }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...[...seen.stopped, ...seen.devFull]
      .filter((status) => status !== 200)
      .slice(0, 3)
      .map((status) => `answered ${status}`),
    ...(seen.code === 0 ? [] : [`a stop ended with ${seen.code}`]),
    ...(seen.slowest > 2_000 ? [`a request waited ${round(seen.slowest)} ms for the log`] : []),
  ],
  spoil: (seen) => void seen.stopped.push(0),
  tell: (seen) => `1,500 requests with a stopped reader and 200 with a full disk all served, slowest ${round(seen.slowest)} ms; stop ended with ${seen.code}`,
})

type FullDatabase = Applications & { whileFull: number; reads: number; afterwards: number; readyz: number }

/** PostgreSQL's data on a disk of its own that fills up. */
export const F5 = fault<FullDatabase>({
  id: 'F5',
  what: "the disk of PostgreSQL's data is full, and then is not",
  kinds: ['postgres'],
  async collect(kind) {
    const place = mkdtempSync(join(tmpdir(), 'rounds-disk-'))
    const stage = await openStage(kind)
    const disk = smallDisk(place, '200m')
    try {
      execFileSync('chown', ['postgres', place])
      await stage.ask(`create table ballast (filler text)`)
      await stage.ask(`alter table ballast alter filler set storage external`)
      await stage.ask(`create tablespace small location '${place}'`)
      for (const table of ['user_session', 'user_session_answer', 'email_outbox', 'ballast']) await stage.ask(`alter table ${table} set tablespace small`)
      const product = await stage.start()
      const ledger = openLedger()
      for (let at = 0; at < 5; at++) await ledger.note(`f5-${at}@example.com`, () => applyOnce(product.url, stage.role, `f5-${at}@example.com`))
      for (let size = 8_000_000; size > 4_000;) {
        const isRoom = await stage.ask(`insert into ballast select repeat('x', 7000) from generate_series(1, ${Math.ceil(size / 8000)})`).then(
          () => true,
          () => false,
        )
        if (!isRoom) size = Math.floor(size / 2)
      }
      let whileFull = 0
      for (let at = 5; at < 40 && whileFull < 400; at++)
        whileFull = (await ledger.note(`f5-${at}@example.com`, () => applyOnce(product.url, stage.role, `f5-${at}@example.com`)))?.status ?? 503
      const reads = (await ask(`${product.url}/api/open-roles`)).status
      disk.grow('400m')
      const last = await ledger.note('f5-last@example.com', () => applyOnce(product.url, stage.role, 'f5-last@example.com'))
      return {
        ...(await applicationsSeen(stage, ledger)),
        whileFull,
        reads,
        afterwards: last?.status ?? 0,
        readyz: (await ask(`${product.url}/readyz`)).status,
      }
    } finally {
      await stage.close()
      disk.remove()
      rmSync(place, { recursive: true, force: true })
    }
  },
  judge: (seen) => [
    ...wrongApplications(seen),
    ...(seen.whileFull >= 500 ? [] : [`while full: ${seen.whileFull}: nothing was tested`]),
    ...(seen.reads === 200 ? [] : [`reads: ${seen.reads}`]),
    ...(seen.afterwards === 200 ? [] : [`with room again: ${seen.afterwards}`]),
  ],
  spoil: (seen) => void (seen.afterwards = 500),
  tell: (seen) => `while full: writes ${seen.whileFull}, reads ${seen.reads}; with room again ${seen.afterwards}, same process; ${tellApplications(seen)}`,
})

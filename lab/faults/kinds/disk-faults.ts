import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyOnce, ask, openApplication, openLedger, submit, upload } from '../client.ts'
import { fault } from '../fault.ts'
import { smallDiskSkipReason, smallDisk } from '../small-disk.ts'
import { readApplications, openStage, describeApplications, checkApplications, type Applications } from '../stage.ts'

type FullDiskResults = { full: number[]; healthz: number; reads: number; rows: number; leftovers: number; after: number; submitted: number }

export const F5c = fault<FullDiskResults>({
  id: 'F5c',
  what: 'the upload disk fills up, then has space again',
  kinds: ['postgres'],
  lacks: smallDiskSkipReason,
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
    ...seen.full.filter((status) => status !== 503).map((status) => `an upload returned ${status}`),
    ...(seen.submitted === 200 && seen.reads === 200 && seen.healthz === 200 ? [] : ['the rest did not go on']),
    ...(seen.rows === 0 ? [] : [`${seen.rows} rows without bytes`]),
    ...(seen.leftovers === 0 ? [] : [`${seen.leftovers} partial files`]),
    ...(seen.after === 201 ? [] : [`with room again: ${seen.after}`]),
  ],
  tamper: (seen) => void (seen.rows = 1),
  describe: (seen) => `uploads ${seen.full.join(', ')}, no row, no partial file; answers, pages and health go on; 201 as soon as there is room`,
})

const list = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

type FullDatabase = Applications & { whileFull: number; reads: number; afterwards: number; readyz: number }

/** PostgreSQL's data is on a separate disk, which fills up. */
export const F5 = fault<FullDatabase>({
  id: 'F5',
  what: "PostgreSQL's data disk fills up, then has space again",
  kinds: ['postgres'],
  lacks: smallDiskSkipReason,
  async collect(kind) {
    const mountPoint = mkdtempSync(join(tmpdir(), 'rounds-disk-'))
    const stage = await openStage(kind)
    const disk = smallDisk(mountPoint, '200m')
    try {
      execFileSync('chown', ['postgres', mountPoint])
      await stage.ask(`create table ballast (filler text)`)
      await stage.ask(`alter table ballast alter filler set storage external`)
      await stage.ask(`create tablespace small location '${mountPoint}'`)
      for (const table of ['user_session', 'user_session_answer', 'email_outbox', 'ballast']) await stage.ask(`alter table ${table} set tablespace small`)
      const product = await stage.start()
      const ledger = openLedger()
      for (let at = 0; at < 5; at++) await ledger.note(`f5-${at}@example.com`, () => applyOnce(product.url, stage.role, `f5-${at}@example.com`))
      for (let size = 8_000_000; size > 4_000;) {
        const hasRoom = await stage.ask(`insert into ballast select repeat('x', 7000) from generate_series(1, ${Math.ceil(size / 8000)})`).then(
          () => true,
          () => false,
        )
        if (!hasRoom) size = Math.floor(size / 2)
      }
      let whileFull = 0
      for (let at = 5; at < 40 && whileFull < 400; at++)
        whileFull = (await ledger.note(`f5-${at}@example.com`, () => applyOnce(product.url, stage.role, `f5-${at}@example.com`)))?.status ?? 503
      const reads = (await ask(`${product.url}/api/open-roles`)).status
      disk.grow('400m')
      const last = await ledger.note('f5-last@example.com', () => applyOnce(product.url, stage.role, 'f5-last@example.com'))
      return {
        ...(await readApplications(stage, ledger)),
        whileFull,
        reads,
        afterwards: last?.status ?? 0,
        readyz: (await ask(`${product.url}/readyz`)).status,
      }
    } finally {
      await stage.close()
      disk.remove()
      rmSync(mountPoint, { recursive: true, force: true })
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...(seen.whileFull >= 500 ? [] : [`while full: ${seen.whileFull}: nothing was tested`]),
    ...(seen.reads === 200 ? [] : [`reads: ${seen.reads}`]),
    ...(seen.afterwards === 200 ? [] : [`with room again: ${seen.afterwards}`]),
  ],
  tamper: (seen) => void (seen.afterwards = 500),
  describe: (seen) =>
    `while full: writes ${seen.whileFull}, reads ${seen.reads}; with room again ${seen.afterwards}, same process; ${describeApplications(seen)}`,
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memoryOf, startProduct } from '#lab/faults/product.ts'
import { freshDatabase, kindOfRun } from '#test/setup/database.ts'

/** In MB: 1.5 times the measured value (docs/decisions/0013-speed.md), so a leak fails the test but a new dependency doesn't. */
const LIMITS = { embedded: { rest: 300, peak: 400 }, postgres: { rest: 180, peak: 260 } }[kindOfRun()]

test(`one process peaks at ${LIMITS.peak} MB during startup and idles at ${LIMITS.rest} MB at most`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-memory-'))
  const database = kindOfRun() === 'postgres' ? await freshDatabase() : null
  const settings = {
    DATA_DIR: folder,
    SEED: 'reference',
    ADMIN_EMAILS: 'admin@meridianhealth.example',
    ...(database && { DATABASE_URL: database.databaseUrl! }),
  }
  // Only the first start creates the embedded database.
  if (!database) await (await startProduct(settings)).stop()
  const product = await startProduct(settings)
  const pid = product.process.pid!
  try {
    for (const path of ['/', '/readyz', '/api/open-roles']) expect((await fetch(product.url + path)).status).toBe(200)
    for (const deadline = Date.now() + 15_000; memoryOf(pid) > LIMITS.rest && Date.now() < deadline;) await pause(100)
    expect(memoryOf(pid)).toBeLessThanOrEqual(LIMITS.rest)
    expect(memoryOf(pid, { peak: true })).toBeLessThanOrEqual(LIMITS.peak)
  } finally {
    await product.stop()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})

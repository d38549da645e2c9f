import { eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { packet_edition } from '#server/db/tables.ts'
import { backUp } from '#server/operate/backup/back-up.ts'
import { openOutput } from '#server/operate/backup/output.ts'
import { damagedPackets } from '#server/operate/commands/operating-checks.ts'
import { makeDecided } from '#test/packet/packets.ts'
import { startApp } from '#test/setup/app.ts'
import { sealNext } from './seal-due.ts'

test('a sealed packet that is lost or changed in storage is reported by a backup and by doctor', async () => {
  await using app = await startApp({ MAIL_DELAY_SECONDS: '0' })
  const admin = await app.admin()
  const user_session_id = await makeDecided(app, admin)
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED_AFTER_A }, admin)
  expect(await sealNext(app.services)).toBe(true)
  const [lost, changed] = await app.db.select().from(packet_edition).where(eq(packet_edition.user_session_id, user_session_id))
  const folder = await mkdtemp(join(tmpdir(), 'rounds-packets-'))
  const back = async (name: string) => backUp(app.services, await openOutput(join(folder, name)))
  try {
    expect(await back('whole.tar.zst')).toMatchObject({ missing_files: [], changed_files: [] })
    expect(await damagedPackets(app.db, app.env)).toBeNull()

    await app.services.files.remove(lost!.storage_key)
    await app.services.files.remove(changed!.storage_key)
    await app.services.files.put(changed!.storage_key, Buffer.from('Something else.'))
    expect(await back('damaged.tar.zst')).toMatchObject({ missing_files: [lost!.storage_key], changed_files: [changed!.storage_key] })
    const said = await damagedPackets(app.db, app.env)
    expect(said).toContain(`${lost!.storage_key} (missing)`)
    expect(said).toContain(`${changed!.storage_key} (changed)`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordAudit } from '#server/audit/record-audit.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/db/seed.ts'
import { openFiles } from '#server/files/open-files.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { silent } from '#test/setup/database.ts'
import { eraseApplicant } from './erase-applicant.ts'

const CANARY = 'Zanzibarius'

/** Counts how often the canary appears in a folder's files, as is or in UTF-16. */
async function countIn(folder: string): Promise<number> {
  let found = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = (await readFile(join(entry.parentPath, entry.name))).toString('latin1')
    found += text.split(new RegExp(CANARY, 'i')).length - 1
  }
  return found
}

test("after an erasure, no byte of the applicant is left in the embedded database's files", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-traces-'))
  const database = await connect({ dataDir: folder, log: silent })
  try {
    const { db } = database
    const files = await openFiles({ DATA_DIR: folder })
    await migrate(database)
    await seed({ database, files, env: { isProduction: true } as never }, 'reference')
    const answers = { why_this_role: `${CANARY} wrote this. `.repeat(200), care_story: `${CANARY} cared.` }
    const { user_session_id } = await makeApplicant(db, {
      first_name: CANARY,
      last_name: `${CANARY}son`,
      email: `${CANARY.toLowerCase()}@example.com`,
      answers,
    })
    for (const round of [1, 2, 3]) {
      await db.transaction((tx) =>
        recordAudit(tx, { actor: null, action: 'test.done', subject_kind: 'applicant', subject_id: user_session_id, personal: { name: CANARY, round } }),
      )
    }
    await database.pool.query('checkpoint')
    expect(await countIn(folder)).toBeGreaterThan(5)

    await eraseApplicant(
      { db, database, files, env: { DATA_DIR: folder, RETENTION_DAYS: 0 } as never },
      { user_session_id, reason: 'asked for', insideMandatory: 'erase' },
    )
    expect(await countIn(folder)).toBe(0)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})

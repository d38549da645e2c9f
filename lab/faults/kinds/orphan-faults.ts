import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '#server/operate/backup/archive.ts'
import { sweepFiles } from '#server/operate/privacy/sweep-files.ts'
import { openFiles } from '#server/files/open-files.ts'
import { openApplication, submit, upload } from '../client.ts'
import { fault } from '../fault.ts'
import { freePort } from '../product.ts'
import { openStage, type Stage } from '../stage.ts'

type OrphanResults = {
  kills: number
  acknowledged: number
  files: { key: string; expected: string; found: string | null }[]
  lostUploads: number
  orphans: number
  afterSweep: number
}

const KILLS = 6

/** Applies and uploads until the process is killed, recording each acknowledged upload. */
async function uploadUntilKilled(at: { url: string; role: number; acknowledged: Map<number, string> }, name: string, over: AbortSignal): Promise<void> {
  for (let turn = 0; !over.aborted; turn++) {
    try {
      const words = `${name}-${turn}`
      const opened = (await openApplication(at.url, at.role, { email: `${words}@example.com` }))!
      if ((await submit(at.url, opened)).status !== 200) continue
      if ((await upload(at.url, opened, words)).status === 201) at.acknowledged.set(opened.user_session_id, words)
    } catch {
      await pause(5)
    }
  }
}

async function killDuringUploads(stage: Stage): Promise<Map<number, string>> {
  const port = String(await freePort())
  const acknowledged = new Map<number, string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const product = await stage.start({ PORT: port })
    const over = new AbortController()
    const at = { url: product.url, role: stage.role, acknowledged }
    const clients = Promise.all(Array.from({ length: 6 }, (_, client) => uploadUntilKilled(at, `f20-${kill}-${client}`, over.signal)))
    const before = acknowledged.size
    for (const deadline = Date.now() + 15_000; acknowledged.size < before + 3 && Date.now() < deadline;) await pause(10)
    await pause(Math.random() * 300)
    over.abort()
    await product.kill()
    await clients
  }
  return acknowledged
}

async function filesAfter(stage: Stage, acknowledged: Map<number, string>): Promise<OrphanResults> {
  return stage.look(async (database) => {
    const files = await openFiles({ DATA_DIR: stage.folder })
    const { rows: named } = await database.pool.query<{ user_session_id: number; storage_key: string; sha256: string; stored_at: string | null }>(
      'select user_session_id, storage_key, sha256, stored_at from resume',
    )
    // The other rows reserve space for uploads in transit and don't count as resumes.
    const rows = named.filter(({ stored_at }) => stored_at !== null)
    const kept: OrphanResults['files'] = []
    for (const row of rows) {
      const content = await files.read(row.storage_key)
      kept.push({ key: row.storage_key, expected: row.sha256, found: content && sha256(content) })
    }
    const lostUploads = [...acknowledged.keys()].filter((id) => !rows.some((row) => row.user_session_id === id)).length
    const orphans = await sweepFiles({ db: database.db, files }, 0)
    let left = 0
    for await (const { key } of files.list('resumes/')) if (!named.some((row) => row.storage_key === key)) left++
    return { kills: KILLS, acknowledged: acknowledged.size, files: kept, lostUploads, orphans, afterSweep: left }
  })
}

export const F20 = fault<OrphanResults>({
  id: 'F20',
  what: "kill -9 after a resume's bytes are stored and before its row is",
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      return await filesAfter(stage, await killDuringUploads(stage))
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.acknowledged === 0 ? ['nothing was acknowledged'] : []),
    ...seen.files.filter(({ expected, found }) => found !== expected).map(({ key }) => `no whole file for ${key}`),
    ...(seen.lostUploads === 0 ? [] : [`${seen.lostUploads} acknowledged uploads lost`]),
    ...(seen.afterSweep === 0 ? [] : [`${seen.afterSweep} unused files after the sweep`]),
  ],
  tamper: (seen) => void (seen.files.at(-1)!.found = null),
  describe: (seen) =>
    `${seen.kills} kills, ${seen.acknowledged} uploads acknowledged, all with whole bytes; ${seen.orphans} unused files left, 0 after the sweep`,
})

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from '#test/setup/cli.ts'
import { startPostgres, unprivileged, type Postgres } from '#test/setup/postgres.ts'
import { ask, openApplication, openLedger, submit, upload, type Ledger } from '../client.ts'
import { fault } from '../fault.ts'
import { readApplications, openStage, checkApplications, type Applications, type Stage } from '../stage.ts'

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

type RecoveryResults = Applications & {
  resumes: number
  readable: number
  audit: string
  erasedByMistake: number
  erasedRightly: number
  after: number
  seconds: number
}

/** Applies with a resume; returns the application's ID. */
async function applyWithResume(stage: Stage, url: string, ledger: Ledger, email: string): Promise<number> {
  let id = 0
  await ledger.note(email, async () => {
    const opened = await openApplication(url, stage.role, { email })
    if (!opened) return null
    id = opened.user_session_id
    const said = await submit(url, opened)
    const sent = await upload(url, opened, `resume of ${email}`)
    if (sent.status !== 201) throw new Error(`A resume upload returned ${sent.status}.`)
    return said
  })
  return id
}

/** Sets up pgBackRest and a copy of the files, as in deploy/backup, in a separate folder. */
function openArchive(folder: string) {
  const config = join(folder, 'pgbackrest.conf')
  const copy = join(folder, 'copy')
  const rest = (words: string[]) =>
    execFileSync('pgbackrest', [`--config=${config}`, '--stanza=rounds', ...words], { ...unprivileged(), cwd: '/', stdio: 'pipe' })
  return {
    settings: { archive_mode: 'on', archive_command: `pgbackrest --config=${config} --stanza=rounds archive-push %p`, unix_socket_directories: folder },
    configure({ dataDir, url }: Pick<Postgres, 'dataDir' | 'url'>) {
      const text = readFileSync('deploy/backup/pgbackrest.conf', 'utf8')
        .replace('/var/lib/pgbackrest', join(folder, 'repository'))
        .replace('/var/lib/postgresql/15/main', dataDir)
        .replace('pg1-port=5432', `pg1-port=${new URL(url).port}\npg1-socket-path=${folder}\npg1-user=rounds\npg1-database=postgres`)
        .replace('[rounds]', `log-level-file=off\nlock-path=${folder}\nspool-path=${folder}\n\n[rounds]`)
      writeFileSync(config, text)
      rest(['stanza-create'])
    },
    rest,
    copyFiles: (dataDir: string) => execFileSync('sh', ['deploy/backup/rounds-files'], { env: { ...process.env, DATA_DIR: dataDir, FILES_COPY: copy } }),
    bringFilesBack: (dataDir: string) =>
      execFileSync('sh', ['-c', `for day in '${copy}'/*/; do rsync --archive --ignore-existing "$day" '${dataDir}/files/'; done`]),
  }
}

type RecoveryPlan = { ledger: Ledger; mistake: number; rightly: number; moment: string }

/** Has people apply before and after a full backup. Then one is erased on request and one by mistake, and one more applies. */
async function buildHistory(stage: Stage, archive: ReturnType<typeof openArchive>): Promise<RecoveryPlan> {
  const ledger = openLedger()
  const product = await stage.start()
  const ids: number[] = []
  for (let at = 0; at < 6; at++) ids.push(await applyWithResume(stage, product.url, ledger, `before-${at}@example.com`))
  archive.rest(['backup', '--type=full'])
  for (let at = 0; at < 6; at++) ids.push(await applyWithResume(stage, product.url, ledger, `between-${at}@example.com`))
  archive.copyFiles(stage.folder)
  await pause(1_000)
  const [now] = await stage.ask<{ moment: string }>(`select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') as moment`)
  await pause(1_000)
  const [rightly, mistake] = [ids[0]!, ids[1]!]
  for (const id of [rightly, mistake]) await runCli(['applicant', 'erase', String(id), '--now'], stage.settings)
  await applyWithResume(stage, product.url, openLedger(), 'after@example.com')
  await product.stop()
  return { ledger, mistake, rightly, moment: now!.moment }
}

async function recover(stage: Stage, archive: ReturnType<typeof openArchive>, { mistake, moment }: RecoveryPlan): Promise<Postgres> {
  const { dataDir, url } = stage.server!
  // Waits until the latest log segment is archived.
  archive.rest(['check'])
  await stage.server!.stop({ keep: true })
  archive.rest(['restore', '--delta', '--type=time', `--target=${moment}`, '--target-action=promote'])
  const again = await startPostgres({ dataDir, port: Number(new URL(url).port), durable: true, settings: archive.settings })
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(200)) {
    const [row] = await stage.ask<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
    if (!row!.recovers) break
  }
  archive.bringFilesBack(stage.folder)
  const { code, err } = await runCli(['applicant', 'erase-again', '--except', String(mistake)], stage.settings)
  if (code !== 0) throw new Error(err)
  return again
}

async function countReadable(stage: Stage): Promise<{ resumes: number; readable: number }> {
  const product = await stage.start()
  const rows = await stage.ask<{ id: number }>('select user_session_id as id from resume where replaced_at is null')
  const said = await Promise.all(rows.map(({ id }) => ask<string>(`${product.url}/api/applicants/${id}/resume`, { token: stage.token })))
  await product.stop()
  return { resumes: rows.length, readable: said.filter((one) => one.status === 200 && one.body.startsWith('%PDF')).length }
}

export const F35 = fault<RecoveryResults>({
  id: 'F35',
  what: 'an accidental erasure: the database is restored to a second earlier (pgBackRest), with its files',
  kinds: ['postgres'],
  lacks: () => (has('pgbackrest') && has('rsync') ? null : 'needs pgbackrest and rsync'),
  async collect(kind) {
    const folder = mkdtempSync(join(tmpdir(), 'rounds-archive-'))
    const user = unprivileged()
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
    const archive = openArchive(folder)
    const stage = await openStage(kind, {}, archive.settings)
    let again: Postgres | null = null
    try {
      archive.configure(stage.server!)
      const told = await buildHistory(stage, archive)
      const began = Date.now()
      again = await recover(stage, archive, told)
      const seconds = (Date.now() - began) / 1000
      const isErased = async (id: number) => (await stage.ask(`select 1 from user_session where user_session_id = ${id} and erased_at is not null`)).length
      const { code, out, err } = await runCli(['audit', 'verify'], stage.settings)
      return {
        ...(await readApplications(stage, told.ledger)),
        ...(await countReadable(stage)),
        audit: code === 0 ? 'whole' : out + err,
        erasedByMistake: await isErased(told.mistake),
        erasedRightly: await isErased(told.rightly),
        after: (await stage.ask(`select 1 from user_session where email = 'after@example.com'`)).length,
        seconds,
      }
    } finally {
      await again?.stop()
      await stage.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  judge: (seen) => [
    // The person who was rightly erased isn't expected to be stored.
    ...checkApplications({ ...seen, acknowledged: seen.acknowledged.filter((email) => email !== 'before-0@example.com') }),
    ...(seen.resumes === 11 && seen.readable === 11 ? [] : [`${seen.readable} of ${seen.resumes} resumes can be read, of 11`]),
    ...(seen.audit === 'whole' ? [] : [`the audit trail: ${seen.audit}`]),
    ...(seen.erasedByMistake === 0 ? [] : ['what was erased by mistake is not back']),
    ...(seen.erasedRightly === 1 ? [] : ['who asked to be erased is back']),
    ...(seen.after === 0 ? [] : ['the database is of a later moment']),
  ],
  tamper: (seen) => void (seen.readable -= 1),
  describe: (seen) =>
    `${seen.stored.length} applications and ${seen.readable} resumes back as of a second before, after ${seen.seconds.toFixed(1)} s; who asked to be erased was erased again; audit trail whole`,
})

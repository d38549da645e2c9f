import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eraseAgain } from './erase-again.ts'
import { eraseApplicant, deleteStoredFiles, holdApplicant } from './erase-applicant.ts'
import { rejectUnwritable } from '#server/operate/backup/output.ts'
import { runAsCaller } from '#server/operate/backup/owner.ts'
import { applicationId, pathOf } from '#server/operate/commands/operands.ts'
import type { Command, Arguments, Operator } from '#server/operate/commands/operator.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { readIntact, type StoredFile } from '#server/files/read-intact.ts'
import type { Services } from '#server/services.ts'
import { readAllAbout } from '#server/people/personal-store.ts'
import { purgeAbandoned, runRetention } from './run-retention.ts'
import { removeTraces } from './remove-traces.ts'
import { sweepFiles } from './sweep-files.ts'
import { listTombstones, removeTombstone } from './tombstones.ts'

export const APPLICANT_COMMANDS: Command[] = [
  {
    usage: 'applicant export ID [--output FOLDER]',
    about: 'Everything stored about one applicant: JSON on stdout with the resume inside (base64), or files in FOLDER.',
    options: { output: { type: 'string', about: 'write applicant.json and the PDFs into this folder instead' } },
    whileRunning: true,
    check: applicationId,
    run: writeExport,
  },
  {
    usage: 'applicant erase ID [--now] [--reason TEXT]',
    about:
      'Erases who an applicant was; role, dates and status stay. Within four years of the last action (or RETENTION_DAYS, if shorter) the application is restricted instead and erased later.',
    options: {
      now: {
        type: 'boolean',
        about:
          'erase also inside the time for which the law may require applications to be kept (California, Gov. Code 12946: four years; 29 CFR 1602.14: one)',
      },
      reason: { type: 'string', about: "why; kept while the application is restricted, and deleted with it (default: 'asked for')" },
    },
    whileRunning: true,
    check: applicationId,
    run: erase,
  },
  {
    usage: 'applicant erase-again [--except ID,ID]',
    about:
      'After a recovery to an earlier moment by other means than restore: repeats the erasures that are recorded next to the files. The command restore does this by itself.',
    options: { except: { type: 'string', about: 'erasures that were the mistake to be undone; their notes are removed' } },
    whileRunning: true,
    check: ({ flags }) => void exceptions(flags['except']),
    run: repeatErasures,
  },
  {
    usage: 'applicant hold ID --reason TEXT',
    about: 'Legal hold: nothing in this application is erased until the hold is released.',
    options: { reason: { type: 'string', about: 'the case that needs it' } },
    whileRunning: true,
    check(given) {
      applicationId(given)
      if (String(given.flags['reason'] ?? '').trim() === '') throw new TypeError('--reason is missing.')
    },
    async run(operator, given) {
      const wasNoted = await holdApplicant(operator, applicationId(given), String(given.flags['reason']).trim())
      operator.say(`Application ${given.operands[0]} is on legal hold.`)
      if (wasNoted) operator.say("An erasure recorded next to the files hadn't taken place. Its note was removed, so a restore won't carry it out.")
      return true
    },
  },
  {
    usage: 'applicant release ID',
    about: 'Lifts a legal hold.',
    whileRunning: true,
    check: applicationId,
    async run(operator, given) {
      await holdApplicant(operator, applicationId(given), null)
      operator.say(`The legal hold of application ${given.operands[0]} is lifted.`)
      return true
    },
  },
  {
    usage: 'retention run [--dry-run] [--json]',
    about:
      'Anonymizes unsuccessful applications that are older than RETENTION_DAYS, purges applications never submitted, sweeps unused files. Also done every night.',
    options: {
      'dry-run': { type: 'boolean', about: 'only say which applications are due' },
      json: { type: 'boolean', about: 'what was done, or is due, as one JSON object' },
    },
    whileRunning: true,
    run: retain,
  },
]

async function writeExport(operator: Operator, given: Arguments): Promise<boolean> {
  const { document, files } = await exportApplicant(operator, applicationId(given))
  const folder = given.flags['output']
  if (typeof folder !== 'string') {
    const withFiles = { ...document, files: files.map(({ name, content }) => ({ name, content_base64: content.toString('base64') })) }
    operator.say(JSON.stringify(withFiles, null, 2))
    return true
  }
  const place = pathOf(operator, folder)
  // The data folder's owner may not be able to write where root stores the file.
  try {
    runAsCaller(() => {
      mkdirSync(place, { recursive: true, mode: 0o700 })
      writeFileSync(join(place, 'applicant.json'), `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 })
      for (const { name, content } of files) writeFileSync(join(place, name), content, { mode: 0o600 })
    })
  } catch (fault) {
    rejectUnwritable(place)(fault)
  }
  operator.say(`Written to ${place}: applicant.json${files.map((file) => `, ${file.name}`).join('')}`)
  return true
}

async function erase(operator: Operator, given: Arguments): Promise<boolean> {
  const user_session_id = applicationId(given)
  const reason = String(given.flags['reason'] ?? 'asked for')
  const { outcome, mandatory_until, linked } = await eraseApplicant(operator, {
    user_session_id,
    reason,
    insideMandatory: given.flags['now'] === true ? 'erase' : 'restrict',
  })
  if (outcome === 'erased') operator.say(`Application ${user_session_id} is erased. Its role, dates and status are kept for statistics.`)
  else
    operator.say(
      `Application ${user_session_id} is restricted: the law may require it to be kept until ${mandatory_until.slice(0, 10)} (California, Gov. Code 12946). It is shown nowhere and is erased after that day; --now erases it at once.`,
    )
  if (linked.length > 0) operator.say(`The same person seems to have sent: ${linked.join(', ')}. Each is erased on its own.`)
  return true
}

async function retain(operator: Operator, { flags }: Arguments): Promise<boolean> {
  const dryRun = flags['dry-run'] === true
  const { days, due, erased, released, failed } = await runRetention(operator, { dryRun })
  const cleanup = dryRun ? {} : { purged: await purgeAbandoned(operator), swept: await sweepFiles(operator) }
  const report = { retention_days: days, dry_run: dryRun, due, anonymized: erased, released, failed, ...cleanup }
  for (const line of flags['json'] === true ? [JSON.stringify(report)] : describeRetention(report)) operator.say(line)
  return failed === 0
}

type RetentionReport = {
  retention_days: number
  dry_run: boolean
  due: DueApplication[]
  anonymized: number
  released: number
  failed: number
  purged?: number
  swept?: number
}
type DueApplication = Awaited<ReturnType<typeof runRetention>>['due'][number]

function describeRetention({ retention_days, dry_run, due, anonymized, released, failed, purged, swept }: RetentionReport): string[] {
  const exceptionLines = retention_days === 0 ? ['RETENTION_DAYS is 0: unsuccessful applications are kept.'] : []
  if (failed > 0) exceptionLines.push(`${failed} failed and ${failed === 1 ? 'is' : 'are'} tried again the next time; the log says which.`)
  if (!dry_run)
    return [...exceptionLines, `${anonymized} anonymized, ${released} restricted ones erased, ${purged} never submitted purged, ${swept} unused files swept.`]
  const each = due.map(
    (one) => `due: application ${one.user_session_id}, status ${one.ref_application_status_id}, last action ${one.last_action_at.slice(0, 10)}`,
  )
  return [...exceptionLines, ...each, `${due.length} due for anonymization, ${released} restricted ones due for erasure. Nothing was changed.`]
}

function exceptions(said: string | boolean | undefined): number[] {
  if (said === undefined) return []
  const ids = String(said).split(',').map(Number)
  if (ids.some((id) => !Number.isInteger(id) || id < 1)) throw new TypeError('--except takes the numbers of applications, with commas between them.')
  return ids
}

async function repeatErasures({ db, database, env, files, say }: Operator, { flags }: Arguments): Promise<boolean> {
  const except = exceptions(flags['except'])
  const tombstones = await listTombstones(files)
  const mistakes = tombstones.filter((tombstone) => except.includes(tombstone.user_session_id))
  const leftovers = await db.transaction((tx) =>
    eraseAgain(
      tx,
      env.SECRET_KEY,
      tombstones.filter((tombstone) => !mistakes.includes(tombstone)),
    ),
  )
  await deleteStoredFiles({ files, env }, leftovers)
  for (const mistake of mistakes) await removeTombstone(files, mistake)
  if (leftovers.count > 0) await removeTraces(database)
  say(`${leftovers.count} erasures were carried out again, ${mistakes.length} were left out.`)
  if (leftovers.held.length > 0) say(heldNote(leftovers.held))
  return true
}

/** Says which erasures weren't repeated because of a legal hold. */
export function heldNote(held: number[]): string {
  return `Not erased, because they were put on legal hold after the erasure was recorded: ${held.join(', ')}. Once a hold is released, applicant erase-again erases that application; with --except, it's kept.`
}

type Resume = StoredFile & { resume_id: number }
type ExportedFile = { name: string; content: Buffer }

/**
 * Returns everything stored about one applicant as one JSON document, plus the resume files; a file that's missing or changed in storage is listed
 * instead.
 */
export async function exportApplicant({ db, files }: Pick<Services, 'db' | 'files'>, user_session_id: number) {
  const exported = await db.transaction(async (tx) => {
    const found = await readAllAbout(tx, user_session_id)
    if (found['application']!.length === 0) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
    await recordAudit(tx, { actor: null, action: 'applicant.exported', subject_kind: 'applicant', subject_id: user_session_id })
    return found
  })
  const { application, resumes, ...lists } = exported
  const readableFiles: ExportedFile[] = []
  const unreadable_files: { name: string; because: string }[] = []
  for (const resume of resumes as Resume[]) {
    const content = await readIntact(files, resume)
    const name = `resume-${resume.resume_id}.pdf`
    if (typeof content === 'string') unreadable_files.push({ name, because: content })
    else readableFiles.push({ name, content })
  }
  return {
    document: {
      exported_at: new Date().toISOString(),
      application: application![0]!,
      ...lists,
      resumes: resumes!,
      ...(unreadable_files.length > 0 && { unreadable_files }),
    },
    files: readableFiles,
  }
}

import { type Installation, Finding } from '#contract/dashboard.ts'
import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'
import { countEmails, findLastBackup } from './store.ts'

const started = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Returns what an admin without shell access needs to know about the installation. */
export async function readInstallation({ db, database }: Pick<Services, 'db' | 'database'>): Promise<Installation> {
  return {
    version: VERSION,
    started_at: started,
    database: database.embedded ? 'embedded' : 'postgresql',
    emails: await countEmails(db),
    last_backup_at: await findLastBackup(db),
  }
}

/** The process running this check has the port, so it can't check whether it's free. */
const NOT_WHILE_SERVING = ['port']
const STATES = Finding.shape.state.options

/** Runs the checks of `doctor` and returns problems first, then warnings. */
export async function checkInstallation({ database, env }: Pick<Services, 'database' | 'env'>) {
  const { runChecks } = await import('#server/operate/commands/diagnose.ts')
  const findings: Finding[] = []
  for await (const { check, problem, warning, note } of runChecks({ env, database }, NOT_WHILE_SERVING)) {
    const state = problem !== null ? 'problem' : warning ? 'warning' : 'fine'
    findings.push({ check, state, sentence: asSentence(problem ?? warning ?? note) })
  }
  const ranked = findings.toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state))
  return { checked_at: new Date().toISOString(), findings: ranked }
}

function asSentence(text: string | undefined): string | null {
  return text ? `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}` : null
}

import type { Installation } from '#contract/dashboard.ts'
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

import type { ReactNode } from 'react'
import { readInstallation, type Installation as State } from '#contract/dashboard.ts'
import { useCall } from '#web/ui/use-call.ts'
import { many } from './dashboard-words.ts'
import classes from './dashboard.module.css'

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const DATABASES: Record<State['database'], string> = { embedded: 'embedded', postgresql: 'PostgreSQL' }

/** How the installation does, for admins without a shell. What needs a hand stands above it, as a number. */
export function Installation(): ReactNode {
  const { data } = useCall(readInstallation, {})
  if (!data) return null
  const facts = {
    Version: `${data.version}, ${DATABASES[data.database]} database`,
    'Running since': MOMENT.format(new Date(data.started_at)),
    'E-mail': letters(data.letters),
    'Last backup': data.last_backup_at ? MOMENT.format(new Date(data.last_backup_at)) : 'None by the backup command',
  }
  return (
    <section aria-labelledby="installation" className={classes['installation']}>
      <h2 id="installation">This installation</h2>
      <dl>
        {Object.entries(facts).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function letters({ queued, failed, late_since }: State['letters']): string {
  const waiting = queued === 0 ? 'None waiting' : `${many(queued, 'letter')} waiting`
  const late = late_since ? `, late since ${MOMENT.format(new Date(late_since))}` : ''
  return `${waiting}${late}, ${failed === 0 ? 'none failed' : `${failed} failed`}`
}

import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { readInstallation, type Installation as State } from '#contract/dashboard.ts'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { isAnswered } from '#web/ui/loaded.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { pluralize } from '#web/dashboard/dashboard-text.ts'
import classes from '#web/dashboard/dashboard.module.css'

const DATABASES: Record<State['database'], string> = { embedded: 'embedded', postgresql: 'PostgreSQL' }

/** Takes up the same space as the facts while they load. */
const PLACEHOLDER_TEXT = {
  Version: '0.2.0, embedded database',
  'Running since': 'Nov 3, 2026 (3 hours ago)',
  Email: 'None waiting, none failed',
  'Last backup': 'None made with the backup command',
}

/** The state of the installation, for admins without shell access. The count of things that need attention is above it. */
export function Installation(): ReactNode {
  const query = useCall(readInstallation, {})
  const { data } = query
  if (!data && isAnswered(query)) return null
  const facts: Record<string, ReactNode> = data
    ? {
        Version: `${data.version}, ${DATABASES[data.database]} database`,
        'Running since': <DateTime at={data.started_at} />,
        Email: <Emails {...data.emails} />,
        'Last backup': data.last_backup_at ? <DateTime at={data.last_backup_at} /> : 'None made with the backup command',
      }
    : Object.fromEntries(Object.entries(PLACEHOLDER_TEXT).map(([term, words]) => [term, <Skeleton key={term}>{words}</Skeleton>]))
  return (
    <section aria-labelledby="installation" aria-busy={!data} className={classes['installation']}>
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

function Emails({ queued, failed, late_since }: State['emails']): ReactNode {
  return (
    <>
      {queued === 0 ? 'None waiting' : `${pluralize(queued, 'email')} waiting`}
      {late_since && (
        <>
          , late since <DateTime at={late_since} />
        </>
      )}
      {failed === 0 ? ', none failed' : `, ${failed} failed`}
    </>
  )
}

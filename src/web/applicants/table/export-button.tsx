import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { exportShownApplicants } from '#contract/applicant-list.ts'
import { csvFileName } from '#contract/applicants.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell, warn } from '#web/ui/toast.ts'
import { save } from '#web/applicants/save-file.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import type { List } from './use-list.ts'

/** Every row of the table in its order, not only those on screen. */
export function ExportButton({ filters, list: { rows } }: { filters: Filters; list: List }): ReactNode {
  const [received, setReceived] = useState<number | null>(null)
  const { identifiable } = filters
  const cancel = useRef<AbortController>(null)

  async function run(): Promise<void> {
    const control = new AbortController()
    cancel.current = control
    setReceived(0)
    const status = filters.statusId === 'all' ? {} : { ref_application_status_id: Number(filters.statusId) }
    try {
      const content = (await call(
        exportShownApplicants,
        { roleId: filters.roleId as 'all', days_ago: filters.days, identifiable, ...status, user_session_ids: rows.map((row) => row.user_session_id) },
        { signal: control.signal, onBytes: setReceived },
      )) as Blob
      save(content, csvFileName(new Date()))
      tell(`Exported ${rows.length.toLocaleString('en-US')} applicants${identifiable ? ', with names' : ', without names'}.`)
    } catch (failure) {
      if (!control.signal.aborted) warn(`Export failed. ${whyOf(failure)}`)
    } finally {
      setReceived(null)
    }
  }

  if (received !== null) {
    return (
      <Button variant="default" onClick={() => cancel.current?.abort()}>
        Exporting{received > 0 ? `, ${(received / 1e6).toFixed(1)} MB` : ''} … Cancel
      </Button>
    )
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void run()}>
      Export to CSV ({rows.length.toLocaleString('en-US')})
    </Button>
  )
}

import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { exportShownApplicants } from '#contract/applicants/applicant-list.ts'
import { csvFileName } from '#contract/applicants/applicants.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { IconDownload } from '#web/ui/staff-icons.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { save } from '#web/ui/save-file.ts'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { wishOf } from './rows/list-query.ts'
import type { List } from './rows/use-list.ts'

/** Everyone who matches now, in the table's order, not only those on screen. */
export function ExportButton({ filters, list: { total, isMore } }: { filters: Filters; list: List }): ReactNode {
  const [received, setReceived] = useState<number | null>(null)
  const { identifiable } = filters
  const cancel = useRef<AbortController>(null)

  async function run(): Promise<void> {
    const control = new AbortController()
    cancel.current = control
    setReceived(0)
    try {
      const content = (await call(exportShownApplicants, wishOf(filters), { signal: control.signal, onBytes: setReceived })) as Blob
      save(content, csvFileName(new Date()))
      notify(`Exported ${isMore ? 'all' : total.toLocaleString('en-US')} applicants${identifiable ? ', with names' : ', without names'}.`)
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
      Export to CSV{isMore ? '' : ` (${total.toLocaleString('en-US')})`}
    </Button>
  )
}

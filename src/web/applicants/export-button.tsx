import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { csvFileName, exportApplicants } from '#contract/applicants.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell, warn } from '#web/ui/toast.ts'
import { save } from './save-file.ts'
import type { Review } from './use-review.ts'

/** All that the filters hold, not only what is on the screen, as the server writes it. */
export function ExportButton({ review: { filters, identifiable, all } }: { review: Review }): ReactNode {
  const [isExporting, setExporting] = useState(false)
  const cancel = useRef<AbortController>(null)

  async function run(): Promise<void> {
    const control = new AbortController()
    cancel.current = control
    setExporting(true)
    const status = filters.statusId === 'all' ? {} : { ref_application_status_id: Number(filters.statusId) }
    try {
      const content = (await call(
        exportApplicants,
        { roleId: filters.roleId as 'all', days_ago: filters.days, identifiable, ...status },
        { signal: control.signal },
      )) as Blob
      save(content, csvFileName(new Date()))
      tell(`Exported ${all.length.toLocaleString('en-US')} applicants${identifiable ? ', with names' : ', without names'}.`)
    } catch (failure) {
      if (!control.signal.aborted) warn(`Export failed. ${whyOf(failure)}`)
    } finally {
      setExporting(false)
    }
  }

  if (isExporting) {
    return (
      <Button variant="default" onClick={() => cancel.current?.abort()}>
        Exporting … Cancel
      </Button>
    )
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void run()}>
      Export to CSV ({all.length.toLocaleString('en-US')})
    </Button>
  )
}

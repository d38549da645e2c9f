import { Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { auditFileName, exportAudit, type listAudit } from '#contract/audit-trail.ts'
import type { Ask } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'

/** Saves all pages of the search results. */
export function ExportAudit({ wanted }: { wanted: Ask<typeof listAudit> }): ReactNode {
  const [isExporting, setExporting] = useState(false)

  async function save() {
    if (isExporting) return
    setExporting(true)
    try {
      const link = document.createElement('a')
      link.href = URL.createObjectURL((await call(exportAudit, allPagesOf(wanted))) as Blob)
      link.download = auditFileName(new Date())
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (failure) {
      warn(whyOf(failure))
    }
    setExporting(false)
  }

  return (
    <Group>
      <Button variant="default" aria-disabled={isExporting} onClick={() => void save()}>
        {isExporting ? 'Exporting…' : 'Export as CSV'}
      </Button>
    </Group>
  )
}

function allPagesOf(wanted: Ask<typeof listAudit>): Ask<typeof exportAudit> {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => name !== 'before'))
}

import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Filters } from '#web/applicants/filters/use-filters.ts'
import { IconDownload } from '#web/ui/staff-icons.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { wishOf } from './rows/list-query.ts'
import type { List } from './rows/use-list.ts'

/** Everyone who matches now, in table order, not only those on screen. */
export function ExportButton({ filters, list: { total, isMore } }: { filters: Filters; list: List }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Export to CSV{isMore ? '' : ` (${total.toLocaleString('en-US')})`}
      </Button>
      {isOpen && <ExportDialog wish={wishOf(filters)} onClose={() => setOpen(false)} />}
    </>
  )
}

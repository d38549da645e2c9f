import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { describeExport, exportShownApplicants } from '#contract/applicants/applicant-list.ts'
import { csvFileName } from '#contract/applicants/applicants.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { call } from '#web/call.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { save } from '#web/ui/save-file.ts'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'

type Props = { requested: CallInput<typeof exportShownApplicants>; onClose: () => void }

/** What the file will contain, before it's created: the number of rows, the columns, and whether names are included. */
export function ExportDialog({ requested, onClose }: Props): ReactNode {
  const { identifiable = false, ...which } = requested
  const query = useCall(describeExport, { ...which, with_names: identifiable }, { staleTime: 0 })
  const { received, run, cancel, fault } = useExport(requested, onClose)
  const isExporting = received !== null
  const close = () => (isExporting ? cancel() : onClose())
  return (
    <Modal opened onClose={close} title="Export to CSV">
      <Loaded query={query} waiting={<Text size="sm">Counting the rows…</Text>} failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}>
        {({ rows, columns, is_cut }) => (
          <Stack gap="sm">
            <Text>
              <strong>{applicantCount(rows)}</strong>, one row each,{' '}
              {requested.identifiable ? <strong>with names and contact details</strong> : 'without names'}.
            </Text>
            {is_cut && <Text>More applicants match than one file can have, so it has only the newest. To export the others, narrow the filters.</Text>}
            <Text size="sm" fw={600} id="export-columns">
              {columns.length} columns
            </Text>
            <List size="sm" aria-labelledby="export-columns">
              {columns.map((column) => (
                <List.Item key={column}>{column}</List.Item>
              ))}
            </List>
            <Text size="sm" c="dimmed">
              The export is recorded in the audit trail{requested.identifiable ? ' and in the timeline of each applicant' : ''}.
            </Text>
            {fault && <ErrorNotice>{fault}</ErrorNotice>}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button onClick={() => void run(rows, is_cut)} disabled={rows === 0 || isExporting} data-autofocus>
                {isExporting ? `Exporting${received > 0 ? `, ${(received / 1e6).toFixed(1)} MB` : ''} …` : 'Download'}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

function useExport(requested: Props['requested'], onDone: () => void) {
  const [received, setReceived] = useState<number | null>(null)
  const [fault, setError] = useState<string | null>(null)
  const control = useRef<AbortController>(null)

  async function run(rows: number, isCut: boolean): Promise<void> {
    const { signal } = (control.current = new AbortController())
    setReceived(0)
    setError(null)
    try {
      save((await call(exportShownApplicants, requested, { signal, onBytes: setReceived })) as Blob, csvFileName(new Date()))
      notify(`Exported ${isCut ? 'the newest ' : ''}${applicantCount(rows)}, ${requested.identifiable ? 'with' : 'without'} names.`)
      onDone()
    } catch (failure) {
      if (!signal.aborted) setError(`Export failed. ${errorMessage(failure)}`)
      setReceived(null)
    }
  }
  return { received, run, fault, cancel: () => control.current?.abort() }
}

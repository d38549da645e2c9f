import { Button, Group, NativeSelect, Stack, TextInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { attachLicensePdf, readApplicantLicenses, RESULTS, verifyLicense, type VerificationResult } from '#contract/licenses/licenses.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { useRecordForm } from './use-record-form.ts'

export const RESULT_WORDS: Record<VerificationResult, string> = { active: 'Active', restricted: 'Restricted', expired: 'Expired', not_found: 'Not found' }

/** Attaches the PDF; the record stays when that fails. Returns null, or why it failed. */
async function attach(verification_id: number, pdf: File): Promise<string | null> {
  return call(attachLicensePdf, { verification_id, pdf } as { verification_id: number }, { retries: 0 }).then(() => null, whyOf)
}

type Props = { license_id: number; source: string; onDone: () => void }

/** What a person read at the source. It's added to the record and can't be changed; a correction is another check. */
export function VerifyForm({ license_id, source, onDone }: Props): ReactNode {
  const memory = useQueryClient()
  const { wrong, isSaving, onSubmit } = useRecordForm(async ({ source = '', result, checked_on = '', good_until = '', note = '', pdf }) => {
    const { verification_id } = await call(
      verifyLicense,
      { license_id, source, result: result as VerificationResult, checked_on, good_until: good_until || null, note },
      { retries: 0 },
    )
    const file = pdf as unknown as File
    const why = file.size > 0 ? await attach(verification_id, file) : null
    await memory.invalidateQueries({ queryKey: keyOf(readApplicantLicenses) })
    if (why === null) notify('Check recorded.')
    else warn(`Check recorded without its PDF. ${why}`)
    onDone()
  })
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm" maw={480} mb="md">
        <TextInput name="source" label="Source" defaultValue={source} error={wrong['source']} data-autofocus />
        <NativeSelect
          name="result"
          label="What it said"
          data={[{ value: '', label: 'Choose' }, ...RESULTS.map((value) => ({ value, label: RESULT_WORDS[value] }))]}
          error={wrong['result']}
        />
        <TextInput name="checked_on" type="date" label="Checked on" error={wrong['checked_on']} />
        <TextInput name="good_until" type="date" label="Good until (optional)" error={wrong['good_until']} />
        <TextInput name="pdf" type="file" accept="application/pdf,.pdf" label="PDF of what the source said (optional, 5 MB at most)" />
        <Textarea name="note" label="Note (optional)" autosize minRows={2} error={wrong['note']} />
        <Group>
          <Button type="submit" size="xs" loading={isSaving}>
            Save check
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

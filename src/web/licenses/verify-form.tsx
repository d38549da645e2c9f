import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  attachLicensePdf,
  readApplicantLicenses,
  RESULTS,
  verifyLicense,
  type ApplicantLicenses,
  type VerificationResult,
} from '#contract/licenses/licenses.ts'
import { call, isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { Message } from '#web/ui/message/message.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'
import { useRecordForm } from './use-record-form.ts'

export const RESULT_LABELS: Record<VerificationResult, string> = { active: 'Active', restricted: 'Restricted', expired: 'Expired', not_found: 'Not found' }

/** Attaches the PDF; the record is kept if that fails. Returns null, or why it failed. */
async function attach(verification_id: number, pdf: File): Promise<string | null> {
  return call(attachLicensePdf, { verification_id, pdf } as { verification_id: number }, { retries: 0 }).then(() => null, errorMessage)
}

type Props = {
  license: ApplicantLicenses['licenses'][number]
  /** True if the applicant has edited the license since this person first saw it. */
  isChanged: boolean
  source: string
  onSaved: () => void
  onDone: () => void
}

/**
 * What a person found at the source. It's added to the record and can't be changed; corrections are made with another check. If the applicant changes the
 * license in the meantime, what was typed stays, and saving it for the new entry is a separate step.
 */
export function VerifyForm({ license: { license_id, entry }, isChanged, source, onSaved, onDone }: Props): ReactNode {
  const memory = useQueryClient()
  const { wrong, isSaving, onSubmit } = useRecordForm(async ({ source = '', result, checked_on = '', good_until = '', note = '', pdf }) => {
    const check = { license_id, entry, source, result: result as VerificationResult, checked_on, good_until: good_until || null, note }
    const { verification_id } = await call(verifyLicense, check, { retries: 0 }).catch(async (failure: unknown) => {
      if (isCallFailure(failure) && failure.status === 409) await memory.invalidateQueries({ queryKey: keyOf(readApplicantLicenses) })
      throw failure
    })
    const file = pdf as unknown as File
    const why = file.size > 0 ? await attach(verification_id, file) : null
    await memory.invalidateQueries({ queryKey: keyOf(readApplicantLicenses) })
    if (why === null) notify('Check recorded.')
    else warn(`Check recorded without its PDF. ${why}`)
    onSaved()
    onDone()
  })
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm" maw={480} mb="md">
        {isChanged && (
          <Message tone="warn" title="The applicant has changed this license">
            The new entry is shown above. Check it at the source before you save what you've typed.
          </Message>
        )}
        <TextInput name="source" label="Source" defaultValue={source} error={wrong['source']} data-autofocus />
        <NativeSelect
          name="result"
          label="What it said"
          data={[{ value: '', label: 'Choose' }, ...RESULTS.map((value) => ({ value, label: RESULT_LABELS[value] }))]}
          error={wrong['result']}
        />
        <TextInput name="checked_on" type="date" label="Checked on" error={wrong['checked_on']} />
        <TextInput name="good_until" type="date" label="Good until (optional)" error={wrong['good_until']} />
        <TextInput name="pdf" type="file" accept="application/pdf,.pdf" label="PDF of the source's record (optional, up to 5 MB)" />
        <Textarea name="note" label="Note (optional)" autosize minRows={2} error={wrong['note']} />
        <Group>
          <Button type="submit" size="xs" loading={isSaving}>
            {isChanged ? 'Save check of the new entry' : 'Save check'}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

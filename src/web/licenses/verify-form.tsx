import { Button, Group, NativeSelect, Stack, TextInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { readApplicantLicenses, RESULTS, verifyLicense, type VerificationResult } from '#contract/licenses/licenses.ts'
import { call, isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'

export const RESULT_WORDS: Record<VerificationResult, string> = { active: 'Active', restricted: 'Restricted', expired: 'Expired', not_found: 'Not found' }

type Props = { license_id: number; source: string; onDone: () => void }

/** What a person read at the source. It's added to the record and can't be changed; a correction is another check. */
export function VerifyForm({ license_id, source, onDone }: Props): ReactNode {
  const memory = useQueryClient()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setSaving(true)
    try {
      const { source = '', checked_on = '', good_until = '', note = '' } = typed
      await call(
        verifyLicense,
        { license_id, source, result: typed['result'] as VerificationResult, checked_on, good_until: good_until || null, note },
        { retries: 0 },
      )
      await memory.invalidateQueries({ queryKey: keyOf(readApplicantLicenses) })
      notify('The check is recorded.')
      onDone()
    } catch (failure) {
      if (isCallFailure(failure) && failure.errors.length > 0) setWrong(Object.fromEntries(failure.errors.map(({ path, message }) => [path, message])))
      else warn(whyOf(failure))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)}>
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

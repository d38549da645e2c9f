import { Button, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BookingsInterviewer } from '#contract/interviewers.ts'
import type { Editing } from '#web/ui/editor/use-editing.ts'
import { BioForm, LABELS } from './bio-form.tsx'
import type { AddedWords } from './use-interviewer-editing.ts'

type Props = { staff: BookingsInterviewer[]; adding: Editing<AddedWords> }

export function AddSection({ staff, adding }: Props): ReactNode {
  const { text, faults, set, idOf } = adding
  const isKnown = staff.some((one) => one.interviewer_email === text.interviewer_email)
  return (
    <BioForm editing={adding} button="Add Interviewer" help="Optional." saved="Interviewer added successfully." failed="Failed to add interviewer.">
      <Select
        id={idOf('interviewer_email')}
        label={LABELS.interviewer_email}
        placeholder={staff.length === 0 ? 'Everyone on the Bookings pages is already an interviewer' : 'Pick a person'}
        searchable
        nothingFoundMessage="No results."
        value={isKnown ? text.interviewer_email : null}
        error={faults['interviewer_email']}
        onChange={(picked) => set({ interviewer_email: picked ?? '' })}
        data={staff.map((one) => ({ value: one.interviewer_email, label: `${one.interviewer_name} (${one.interviewer_email})` }))}
      />
    </BioForm>
  )
}

export function MissingHint({ onRefresh, isRefreshing }: { onRefresh: () => void; isRefreshing: boolean }): ReactNode {
  return (
    <Text size="sm" c="dimmed" component="div" mt="md">
      Don’t see someone? They must first be added as staff on a connected Bookings page. Registered interviewers are in the other list.{' '}
      <Button size="compact-sm" variant="default" ml="xs" onClick={onRefresh} loading={isRefreshing}>
        Refresh
      </Button>
    </Text>
  )
}

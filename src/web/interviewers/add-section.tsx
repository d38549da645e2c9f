import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { BookingsInterviewer } from '#contract/interviewers.ts'
import { Outcome } from '#web/ui/outcome.tsx'
import { RestoredNote } from '#web/ui/restored-note.tsx'
import type { Editing } from '#web/ui/use-editing.ts'
import type { AddedWords } from './use-interviewer-editing.ts'

type Props = { staff: BookingsInterviewer[]; adding: Editing<AddedWords> }

export function AddSection({ staff, adding: { form, text, faults, set, ...adding } }: Props): ReactNode {
  const isKnown = staff.some((one) => one.interviewer_email === text.interviewer_email)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void adding.submit()
      }}
    >
      <Stack>
        <RestoredNote isRestored={adding.isRestored} onDiscard={adding.discard} />
        <Select
          label="Staff on the Bookings pages"
          placeholder={staff.length === 0 ? 'Everyone on the Bookings pages is an interviewer already' : 'Pick a person'}
          searchable
          nothingFoundMessage="Nobody has this name"
          value={isKnown ? text.interviewer_email : null}
          error={faults['interviewer_email']}
          onChange={(picked) => set({ interviewer_email: picked ?? '' })}
          data={staff.map((one) => ({ value: one.interviewer_email, label: `${one.interviewer_name} (${one.interviewer_email})` }))}
        />
        <Textarea
          label="Bio"
          description={adding.isChanged ? 'Unsaved changes' : 'May be empty.'}
          rows={4}
          value={text.interviewer_bio}
          error={faults['interviewer_bio']}
          onChange={(event) => set({ interviewer_bio: event.currentTarget.value })}
        />
        <Outcome saved={adding.isSaved && 'Interviewer added successfully.'} failed={adding.failure && `Failed to add interviewer. ${adding.failure}`} />
        <Button type="submit" loading={adding.isSaving} style={{ alignSelf: 'start' }}>
          Add Interviewer
        </Button>
      </Stack>
    </form>
  )
}

export function MissingHint({ onRefresh, isRefreshing }: { onRefresh: () => void; isRefreshing: boolean }): ReactNode {
  return (
    <Text size="sm" c="dimmed" component="div" mt="md">
      Somebody is missing? They must first be added as staff to a known Bookings page. Those who are interviewers already stand in the other list.{' '}
      <Button size="compact-sm" variant="default" ml="xs" onClick={onRefresh} loading={isRefreshing}>
        Refresh
      </Button>
    </Text>
  )
}

import { Button, Select, Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { byName, type Interviewer } from '#contract/interviewers.ts'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { RestoredNote } from '#web/ui/restored-note.tsx'
import { UnsavedGuard, type Guarded } from '#web/ui/unsaved-guard.tsx'
import { useBioEditing } from './use-interviewer-editing.ts'

type Props = { interviewers: Interviewer[]; also: Guarded }

export function UpdateSection({ interviewers, also }: Props): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('interviewer')
  const interviewer = interviewers.find((one) => String(one.ref_interviewer_id) === chosen)
  return (
    <Stack>
      <Select
        label="Interviewer"
        placeholder={interviewers.length === 0 ? 'Nobody is an interviewer yet' : 'Pick an interviewer'}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No interviewer has this name"
        value={interviewer ? chosen : null}
        onChange={(picked) => picked && picked !== chosen && setSearch({ interviewer: picked })}
        data={byName(interviewers).map((one) => ({ value: String(one.ref_interviewer_id), label: `${one.interviewer_name} (${one.interviewer_email})` }))}
      />
      {interviewer ? (
        <BioForm key={chosen} interviewer={interviewer} also={also} />
      ) : (
        <UnsavedGuard isChanged={false} save={also.save} discard={also.discard} also={also} />
      )}
    </Stack>
  )
}

function BioForm({ interviewer, also }: { interviewer: Interviewer; also: Guarded }): ReactNode {
  const { form, text, faults, set, ...editing } = useBioEditing(interviewer)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void editing.submit()
      }}
    >
      <Stack>
        <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
        <Textarea
          label="Bio"
          description={editing.isChanged ? 'Unsaved changes' : 'Stands beside the name where interviewers are shown. May be empty.'}
          rows={4}
          value={text.interviewer_bio}
          error={faults['interviewer_bio']}
          onChange={(event) => set({ interviewer_bio: event.currentTarget.value })}
        />
        <Outcome saved={editing.isSaved && 'Bio updated successfully.'} failed={editing.failure && `Failed to update interviewer. ${editing.failure}`} />
        <Button type="submit" loading={editing.isSaving} style={{ alignSelf: 'start' }}>
          Update Bio
        </Button>
      </Stack>
      <ConflictDialog conflict={editing.conflict} mine={text} labels={{ interviewer_bio: 'Bio' }} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} also={also} />
    </form>
  )
}

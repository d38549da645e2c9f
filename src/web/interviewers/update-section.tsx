import { Select, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { byName, type Interviewer } from '#contract/interviewers.ts'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { UnsavedGuard, type Guarded } from '#web/ui/editor/unsaved-guard.tsx'
import { BioForm, LABELS } from './bio-form.tsx'
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
        placeholder={interviewers.length === 0 ? 'No interviewers yet' : 'Pick an interviewer'}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No interviewer has this name"
        value={interviewer ? chosen : null}
        onChange={(picked) => picked && picked !== chosen && setSearch({ interviewer: picked })}
        data={byName(interviewers).map((one) => ({ value: String(one.ref_interviewer_id), label: `${one.interviewer_name} (${one.interviewer_email})` }))}
      />
      {interviewer ? (
        <UpdateForm key={chosen} interviewer={interviewer} also={also} />
      ) : (
        <UnsavedGuard isChanged={false} save={also.save} discard={also.discard} also={also} />
      )}
    </Stack>
  )
}

function UpdateForm({ interviewer, also }: { interviewer: Interviewer; also: Guarded }): ReactNode {
  const editing = useBioEditing(interviewer)
  return (
    <>
      <BioForm
        editing={editing}
        button="Update Bio"
        help="Shown next to the interviewer's name. Optional."
        saved="Bio updated successfully."
        failed="Failed to update interviewer."
      />
      <ConflictDialog conflict={editing.conflict} mine={editing.text} labels={LABELS} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} also={also} />
    </>
  )
}

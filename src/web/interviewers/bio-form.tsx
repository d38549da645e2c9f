import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditorForm, textField } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import type { Editing } from '#web/ui/editor/use-editing.ts'
import type { BioWords } from './use-interviewer-editing.ts'

type Props<Words extends BioWords> = {
  editing: Editing<Words>
  button: string
  /** The bio's status when nothing is unsaved. */
  help: string
  saved: string
  failed: string
  /** The field that selects whose bio it is, if there's a choice. */
  children?: ReactNode
}

export const LABELS = { interviewer_email: 'Staff on the Bookings pages', interviewer_bio: 'Bio' }

/** A bio and the result of saving it, for interviewers and people about to become one. */
export function BioForm<Words extends BioWords>({ editing, button, help, saved, failed, children }: Props<Words>): ReactNode {
  const bio = textField(editing as unknown as Editing<BioWords>, 'interviewer_bio')
  return (
    <EditorForm editing={editing} labels={LABELS}>
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      {children}
      <Textarea label={LABELS.interviewer_bio} description={editing.isChanged ? 'Unsaved changes' : help} rows={4} {...bio} />
      <Outcome saved={editing.isSaved && saved} failed={editing.failure && `${failed} ${editing.failure}`} />
      <Button type="submit" loading={editing.isSaving} style={{ alignSelf: 'start' }}>
        {button}
      </Button>
    </EditorForm>
  )
}

import { Paper, Stack, SegmentedControl } from '@mantine/core'
import { useState, type ReactNode, type RefObject } from 'react'
import { ConflictDialog } from './conflict-dialog.tsx'
import classes from './editor-panes.module.css'
import { RestoredNote } from './restored-note.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { EditState } from './use-editing.ts'

type Props<Text extends object> = {
  editing: EditState<Text>
  /** Each field's name, in form order. */
  labels: { [Field in keyof Text]?: string }
  /** Formats a value for display next to someone else's version. */
  reads?: (field: keyof Text, value: Text[keyof Text]) => string
  /** Rendered above the form and its preview. */
  above?: ReactNode
  preview: ReactNode
  previewLabel: string
  previewRef?: RefObject<HTMLElement | null>
  /** The form; `show` switches the pane on a narrow screen. */
  children: (show: (pane: Pane) => void) => ReactNode
  isFramed?: boolean
}

/** An editor: form and preview, a draft in this browser, conflicts, and a warning before leaving. */
export function Editor<Text extends object>({ editing, labels, reads, above, children, isFramed = true, ...preview }: Props<Text>): ReactNode {
  const [pane, setPane] = useState<Pane>('edit')
  const form = children(setPane)
  return (
    <Stack>
      {above}
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      <EditorPanes
        pane={pane}
        onPane={setPane}
        {...preview}
        edit={
          isFramed ? (
            <Paper withBorder p="lg" pb={0}>
              {form}
            </Paper>
          ) : (
            form
          )
        }
      />
      <ConflictDialog conflict={editing.conflict} mine={editing.text} labels={labels} {...(reads && { reads })} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} />
    </Stack>
  )
}

type Pane = 'edit' | 'preview'

type PaneProps = {
  /** Which of the two panes a narrow screen shows. */
  pane: Pane
  onPane: (pane: Pane) => void
  edit: ReactNode
  preview: ReactNode
  previewLabel: string
  previewRef?: RefObject<HTMLElement | null>
}

/** A form and its preview: side by side where there's room, otherwise one at a time. */
function EditorPanes({ pane, onPane, edit, preview, previewLabel, previewRef }: PaneProps): ReactNode {
  const hidden = (one: Pane) => (pane === one ? '' : classes['hidden'])
  return (
    <>
      <div className={classes['tabs']}>
        <SegmentedControl
          fullWidth
          aria-label="Show"
          value={pane}
          onChange={(chosen) => onPane(chosen as Pane)}
          data={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </div>
      <div className={classes['panes']}>
        <div className={hidden('edit')}>{edit}</div>
        <section ref={previewRef} tabIndex={-1} aria-label={previewLabel} className={`${classes['preview']} ${hidden('preview')}`}>
          {preview}
        </section>
      </div>
    </>
  )
}

import { SegmentedControl } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import classes from './editor-panes.module.css'

export type Pane = 'edit' | 'preview'

type Props = {
  /** Which of the two panes a narrow screen shows. */
  pane: Pane
  onPane: (pane: Pane) => void
  edit: ReactNode
  preview: ReactNode
  previewLabel: string
  previewRef?: RefObject<HTMLElement | null>
}

/** A form and its preview: side by side where there's room, otherwise one at a time. */
export function EditorPanes({ pane, onPane, edit, preview, previewLabel, previewRef }: Props): ReactNode {
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

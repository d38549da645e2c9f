import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './save-bar.module.css'

type Props = {
  label: string
  isSaving: boolean
  isChanged: boolean
  /** Discards what was typed. */
  onDiscard: () => void
  /** Additional buttons. */
  children?: ReactNode
}

/** The buttons below an editor's form, and the note about unsaved changes. */
export function SaveBar({ label, isSaving, isChanged, onDiscard, children }: Props): ReactNode {
  return (
    <div className={classes['bar']}>
      <Button type="submit" loading={isSaving}>
        {label}
      </Button>
      {children}
      {isChanged && (
        <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <span className={classes['mark']}>{isChanged && 'Unsaved changes'}</span>
    </div>
  )
}

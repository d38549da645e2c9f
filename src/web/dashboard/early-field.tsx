import { useEffect, type ReactNode } from 'react'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PART_FAILED } from '#web/ui/waiting/use-part.ts'
import classes from './early-field.module.css'

/** What was typed before the palette could receive input. */
export type EarlyInput = { text: string; hasEntered: boolean }
/** `again` is set when the script couldn't be loaded. */
type PendingField = { again: (() => void) | null; onClose: () => void }
type Props = PendingField & { onType: (change: Partial<EarlyInput>) => void }

/** Stands in for the palette's field while its script loads, from the first keystroke on: no key reaches the screen below, and none is lost. */
export function EarlyField({ onType, again, onClose }: Props): ReactNode {
  return (
    <div role="dialog" aria-modal="true" data-finds aria-label="Find" className={classes['first']}>
      <input
        ref={(field) => field?.focus()}
        aria-label="Find anything"
        placeholder="Find anything"
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => onType({ text: event.currentTarget.value, hasEntered: false })}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape') onClose()
          if (key === 'Enter' && !nativeEvent.isComposing) onType({ hasEntered: true })
        }}
      />
      {again && (
        <div className={classes['failed']}>
          <ErrorNotice again={again}>{PART_FAILED}</ErrorNotice>
        </div>
      )}
    </div>
  )
}

/** The shortcut table's dialog while its script loads. */
export function HelpPlaceholder({ again, onClose }: PendingField): ReactNode {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
  return (
    <div role="dialog" aria-modal="true" aria-label="Keyboard shortcuts" className={again ? classes['first'] : undefined}>
      {again && (
        <div className={classes['failed']}>
          <ErrorNotice again={again}>{PART_FAILED}</ErrorNotice>
        </div>
      )}
    </div>
  )
}

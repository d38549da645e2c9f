import type { ReactNode } from 'react'
import classes from './first-field.module.css'

/** What was typed before the palette could receive it. */
export type Typed = { text: string; hasEntered: boolean }
type Props = { onType: (change: Partial<Typed>) => void; onClose: () => void }

/** The palette's field while its script loads, from the first keystroke on: no key reaches the screen below, and none is lost. */
export function FirstField({ onType, onClose }: Props): ReactNode {
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
    </div>
  )
}

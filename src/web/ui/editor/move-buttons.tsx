import { Button } from '@mantine/core'
import { useRef, type ReactNode } from 'react'

type Props = { name: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void }

/** Moves a list entry up or down, keeping the focus on it. */
export function MoveButtons({ name, isFirst, isLast, onMove }: Props): ReactNode {
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  function move(by: -1 | 1): void {
    onMove(by)
    // After reordering, the button would lose the focus, and at either end it's disabled.
    const wanted = by < 0 ? [up, down] : [down, up]
    requestAnimationFrame(() => wanted.find(({ current }) => current?.matches(':enabled'))?.current?.focus())
  }
  return (
    <>
      <Button ref={up} variant="default" size="compact-md" disabled={isFirst} aria-label={`Move ${name} up`} onClick={() => move(-1)}>
        ↑
      </Button>
      <Button ref={down} variant="default" size="compact-md" disabled={isLast} aria-label={`Move ${name} down`} onClick={() => move(1)}>
        ↓
      </Button>
    </>
  )
}

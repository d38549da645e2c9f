import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import classes from './applicant-detail.module.css'

const KEY = 'applicants_answers_share'
const [LEAST, MOST, SHIPPED, STEP] = [25, 65, 40, 2]

/** From the end of the answers to the middle of the divider; must match the stylesheet. */
const MIDDLE_PX = 10

/** How much of the width the answers get beside the resume, in percent, as last set in this browser. */
export function useShare(): [number, (share: number) => void] {
  const [share, setShare] = useState(() => within(Number(localStorage.getItem(KEY) ?? SHIPPED)))
  const set = (next: number) => {
    localStorage.setItem(KEY, String(within(next)))
    setShare(within(next))
  }
  return [share, set]
}

/** Between answers and resume: moves with the pointer, or with the left and right arrow keys. */
export function Divider({ share, onShare }: { share: number; onShare: (share: number) => void }): ReactNode {
  function follow({ currentTarget, clientX, pointerId, type }: PointerEvent<HTMLDivElement>): void {
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId)
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { left, width } = currentTarget.parentElement!.getBoundingClientRect()
    onShare(((clientX - MIDDLE_PX - left) / width) * 100)
  }
  function onKey(event: KeyboardEvent): void {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    // Elsewhere on the page, these keys go to the next person.
    event.preventDefault()
    onShare(share + by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control (WAI-ARIA, window splitter)
    <div
      role="separator"
      aria-label="Width of the answers"
      aria-orientation="vertical"
      aria-valuenow={Math.round(share)}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      className={classes['divider']}
      onPointerDown={follow}
      onPointerMove={follow}
      onKeyDown={onKey}
    />
  )
}

const within = (share: number) => Math.min(MOST, Math.max(LEAST, Number.isFinite(share) ? share : SHIPPED))

import { Button, CloseButton } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { dismiss, useHold, useToast, type Toast } from './toast.ts'
import classes from './toasts.module.css'

/** Where messages appear, one at a time. It's always on the page, so each is announced; it's below dialogs and never covers a control. */
export function Toasts(): ReactNode {
  const toast = useToast()
  return (
    <>
      <div role="status">{toast && !toast.isFailure && <Message toast={toast} key={toast.id} />}</div>
      <div aria-live="assertive">{toast?.isFailure && <Message toast={toast} key={toast.id} />}</div>
    </>
  )
}

function Message({ toast: { id, message, isFailure, offer, hidesAfterMs } }: { toast: Toast }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { isHeld, watch } = useHold()
  useFreeCorner(box)
  useEffect(() => {
    if (hidesAfterMs === null || isHeld) return
    const timer = setTimeout(() => dismiss(id), hidesAfterMs)
    return () => clearTimeout(timer)
  }, [id, hidesAfterMs, isHeld])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only waits while someone is reading it
    <div ref={box} className={classes['toast']} data-failure={isFailure || undefined} role="group" aria-label="Message" {...watch}>
      <span>{message}</span>
      {offer && (
        <Button size="compact-sm" variant="default" flex="none" onClick={offer.run} {...(offer.key && { 'aria-keyshortcuts': offer.key })}>
          {offer.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  )
}

const CONTROLS = 'a, button, input, select, textarea, summary, [role="toolbar"], [tabindex="0"]:not([role="region"])'
const STEP = 12
const EDGE = 12

/** Moves the message up from the bottom, on the right, left or in the middle, until no control is underneath; repeats whenever the page moves. */
function useFreeCorner(box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const place = () => box.current && placeToast(box.current)
    place()
    const later = () => requestAnimationFrame(place)
    const watched = ['scroll', 'resize', 'focusin', 'click'] as const
    for (const name of watched) window.addEventListener(name, later, { capture: true, passive: true })
    return () => {
      for (const name of watched) window.removeEventListener(name, later, { capture: true })
    }
  }, [box])
}

/** If there are controls everywhere, covers only those that can be scrolled away. */
function placeToast(toast: HTMLElement): void {
  const controls = [...document.querySelectorAll(CONTROLS)].filter((one) => !toast.contains(one))
  const [left, top] = findFreeSpot(controls, toast) ?? findFreeSpot(controls.filter(isFixed), toast) ?? [innerWidth - toast.offsetWidth - EDGE, EDGE]
  toast.style.setProperty('left', `${Math.max(0, left)}px`)
  toast.style.setProperty('top', `${top}px`)
}

function findFreeSpot(controls: Element[], { offsetWidth: width, offsetHeight: height }: HTMLElement): [left: number, top: number] | null {
  const places = controls.flatMap((one) => visibleRects(one.getBoundingClientRect()))
  const lefts = [innerWidth - width - EDGE, EDGE, (innerWidth - width) / 2]
  for (let top = innerHeight - height - EDGE; top > EDGE; top -= STEP) {
    const left = lefts.find((x) => !places.some((one) => one.left < x + width && one.right > x && one.top < top + height && one.bottom > top))
    if (left !== undefined) return [left, top]
  }
  return null
}

/** Whether a control always stays in view, however the page is scrolled. */
function isFixed(control: Element): boolean {
  for (let at: Element | null = control; at; at = at.parentElement) if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return true
  return false
}

function visibleRects(place: DOMRect): DOMRect[] {
  const isSeen = place.width > 0 && place.height > 0 && place.bottom > 0 && place.top < innerHeight && place.right > 0 && place.left < innerWidth
  return isSeen ? [place] : []
}

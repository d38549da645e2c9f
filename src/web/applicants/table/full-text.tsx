import { CloseButton } from '@mantine/core'
import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Marked } from '#web/applicants/marked.tsx'
import classes from './full-text.module.css'

type Whole = { title: string; text: string; at: HTMLElement }
export type ShowFull = (whole: Whole) => void
type Shown = { box: RefObject<HTMLDivElement | null>; whole: Whole | null; show: ShowFull }

/** One popover for the full text of any answer. */
export function useFullText(): Shown {
  const box = useRef<HTMLDivElement>(null)
  const [whole, setWhole] = useState<Whole | null>(null)
  const show = useCallback((asked: Whole) => {
    setWhole(asked)
    const place = asked.at.getBoundingClientRect()
    const width = Math.min(480, window.innerWidth - 24)
    box.current?.style.setProperty('--left', `${Math.max(12, Math.min(place.left, window.innerWidth - width - 12))}px`)
    box.current?.style.setProperty('--top', `${Math.max(12, Math.min(place.bottom + 6, window.innerHeight - 340))}px`)
    box.current?.showPopover()
    box.current?.focus()
  }, [])
  return { box, whole, show }
}

export function FullText({ box, whole, search }: Shown & { search: string }): ReactNode {
  const close = () => {
    box.current?.hidePopover()
    whole?.at.focus()
  }
  return (
    <div ref={box} popover="auto" role="dialog" aria-label={whole?.title ?? 'Answer'} tabIndex={-1} className={classes['full']}>
      <div className={classes['fullHead']}>
        <strong>{whole?.title}</strong>
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      <p>{whole && <Marked text={whole.text} search={search} />}</p>
    </div>
  )
}

import { ActionIcon, Text, TextInput } from '@mantine/core'
import { useEffect, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { IconChevronDown, IconSearch } from '#web/ui/staff-icons.tsx'
import { findInPdf, highlight } from './find-in-pdf.ts'
import type { GuardedPdf } from './guarded-pdf.ts'
import classes from './pdf-pages.module.css'

type Props = {
  pdf: GuardedPdf
  /** The term searched for in the list. */ first: string
  box: RefObject<HTMLDivElement | null>
  field: RefObject<HTMLInputElement | null>
  maxPages: number
}

/** Search within a PDF, with the number of matches and pages; Enter goes from page to page. */
export function FindField({ pdf, first, box, field, maxPages }: Props): ReactNode {
  const [sought, setSought] = useState(first)
  const [found, setFound] = useState<{ page: number; count: number }[]>([])
  const [place, setPlace] = useState(-1)
  useEffect(() => {
    let isHere = true
    findInPdf(pdf, sought, maxPages).then(
      (pages) => isHere && (setFound(pages), setPlace(-1)),
      () => {},
    )
    return () => void (isHere = false)
  }, [pdf, sought, maxPages])
  useEffect(() => {
    const pages = box.current!
    const paint = () => highlight(pages, sought)
    paint()
    // Pages render themselves when they come into view.
    const drawn = new MutationObserver(paint)
    drawn.observe(pages, { childList: true, subtree: true })
    return () => (drawn.disconnect(), highlight(pages, ''))
  }, [box, sought])

  function next(): void {
    if (found.length === 0) return
    const to = (place + 1) % found.length
    setPlace(to)
    box.current?.children[found[to]!.page - 1]?.scrollIntoView({ block: 'start' })
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') next()
    if (event.key === 'Escape') box.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes['find']}>
      <TextInput
        ref={field}
        type="search"
        size="xs"
        aria-label="Find in the resume"
        placeholder="Find in the resume"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <ActionIcon variant="default" aria-label="Next page with it" disabled={found.length === 0} onClick={next}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <Text size="xs" role="status">
        {sought.trim() !== '' && toldOf(found, place)}
      </Text>
    </div>
  )
}

function toldOf(found: { page: number; count: number }[], place: number): string {
  const times = found.reduce((sum, { count }) => sum + count, 0)
  if (times === 0) return 'Not found'
  const all = `${times} ${times === 1 ? 'time' : 'times'} on ${found.length} ${found.length === 1 ? 'page' : 'pages'}`
  return place < 0 ? all : `${all}, now page ${found[place]!.page}`
}

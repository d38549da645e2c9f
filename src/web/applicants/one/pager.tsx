import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShortcutsOn } from '#web/ui/shortcuts.ts'
import { IconChevronLeft, IconChevronRight } from '#web/ui/staff-icons.tsx'
import type { Opened } from './use-opened.ts'
import classes from './applicant-detail.module.css'

/** Previous and Next, with the position between them. */
export function Pager({ opened }: { opened: Opened }): ReactNode {
  const areKeysOn = useShortcutsOn()
  const keys = (key: string) => (areKeysOn ? { 'aria-keyshortcuts': key } : {})
  return (
    <div className={classes['pager']}>
      <Button
        variant="default"
        onClick={() => opened.go(-1)}
        disabled={opened.of < 2}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        {...keys('k ArrowLeft')}
      >
        Previous
      </Button>
      <Text component="output" className={classes['counter'] ?? ''} aria-live="polite">
        {`${opened.place < 0 ? '–' : opened.place + 1} of ${opened.of}`}
        <span className="visually-hidden">{opened.said && `. ${opened.said}`}</span>
      </Text>
      <Button
        variant="default"
        onClick={() => opened.go(1)}
        disabled={opened.of < 2}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        {...keys('j ArrowRight')}
      >
        Next
      </Button>
    </div>
  )
}

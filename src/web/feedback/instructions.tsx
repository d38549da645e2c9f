import { Title } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import { Bullets } from '#web/ui/safe-html.tsx'
import classes from './instructions.module.css'

const BESIDE = '(min-width: 75.01rem)'

/** Beside the form on a wide screen; on a narrow one above it, behind a heading that opens it. */
export function Instructions({ interview }: { interview: InterviewType }): ReactNode {
  const [isOpen, setOpen] = useState(() => window.matchMedia(BESIDE).matches)
  useEffect(() => {
    const beside = window.matchMedia(BESIDE)
    const follow = () => setOpen(beside.matches)
    beside.addEventListener('change', follow)
    return () => beside.removeEventListener('change', follow)
  }, [])
  return (
    <details className={classes['instructions']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title order={2} size="h4" component="h2">
          {interview.interview_name}
        </Title>
        <span>Instructions</span>
      </summary>
      <div className={classes['text']}>
        {interview.interview_desc.trim() === '' ? <p>There are no instructions for this interview.</p> : <Bullets text={interview.interview_desc} />}
      </div>
    </details>
  )
}

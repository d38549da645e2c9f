import { Title } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import classes from './fold.module.css'

const SIDE_BY_SIDE = '(min-width: 75.01rem)'

type Props = { title: string; hint?: string; isOpenBeside?: boolean; children: ReactNode }

/** Opens and closes on click; on a wide screen, some start out open. Closed content isn't rendered. */
export function CollapsibleSection({ title, hint, isOpenBeside = false, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(() => isOpenBeside && window.matchMedia(SIDE_BY_SIDE).matches)
  useEffect(() => {
    if (!isOpenBeside) return
    const beside = window.matchMedia(SIDE_BY_SIDE)
    const follow = () => setOpen(beside.matches)
    beside.addEventListener('change', follow)
    return () => beside.removeEventListener('change', follow)
  }, [isOpenBeside])
  return (
    <details className={classes['fold']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title order={2} size="h4" component="h2">
          {title}
        </Title>
        {hint && <span>{hint}</span>}
      </summary>
      {isOpen && <div className={classes['text']}>{children}</div>}
    </details>
  )
}

import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a screen that has to load: takes the focus when it appears, unless the person has moved on. */
export function ArrivalTitle({ children, mb }: { children: ReactNode; mb?: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const at = document.activeElement
    if (at === null || at === document.body || at.id === 'main') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Title order={1} ref={heading} tabIndex={-1} mb={mb}>
      {children}
    </Title>
  )
}

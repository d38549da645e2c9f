import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Bullets } from '#web/ui/safe-html.tsx'

type Props = { interview_name: string; interview_desc: string }

/** An interview as its interviewer sees it: the name, and the instructions as a list. */
export function Instructions({ interview_name, interview_desc }: Props): ReactNode {
  return (
    <>
      <Title order={2} size="h3" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {interview_name}
      </Title>
      <div style={{ overflowWrap: 'anywhere' }}>
        <Bullets text={interview_desc} />
      </div>
    </>
  )
}

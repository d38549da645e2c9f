import type { ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import { Bullets } from '#web/ui/safe-html.tsx'
import { Fold } from './fold.tsx'

/** Beside the form on a wide screen; above it on a narrow one, folded under a heading. */
export function Instructions({ interview }: { interview: InterviewType }): ReactNode {
  return (
    <Fold title="Instructions" hint={interview.interview_name} isOpenBeside>
      {interview.interview_desc.trim() === '' ? <p>There are no instructions for this interview.</p> : <Bullets text={interview.interview_desc} />}
    </Fold>
  )
}
